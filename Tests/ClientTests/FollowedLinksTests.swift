import ECSKit
import ECSModel
import ECSObservation
import Testing

private struct Title: Component, Equatable { var text: String }

private enum In: Relation {}

@Suite struct FollowedLinksTests {
  @Test("A view of the sources of a target is drawn again when a link is added or removed")
  func views() {
    let context = Context()
    let observed = ObservedContext(context)
    let rooms = ["A", "B"].map { context.createEntity(Title(text: $0)) }
    let talk = context.createEntity(Title(text: "Swift"))
    let view = Canvas {
      observed.group(.all(Title.self).linked(In.self, to: rooms[0])).entities
        .map { observed[$0, Title.self]?.text ?? "" }.joined()
    }
    view.turn()
    talk.link(to: rooms[1], as: In.self)
    view.turn()
    #expect(view.text == "" && view.drawings == 1)
    talk.link(to: rooms[0], as: In.self)
    view.turn()
    #expect(view.text == "Swift" && view.drawings == 2)
    talk.unlink(from: rooms[0], as: In.self)
    view.turn()
    #expect(view.text == "" && view.drawings == 3)
  }

  @Test("A view of the targets of an entity is drawn again in the order of the links")
  func targets() {
    let context = Context()
    let talk = context.createEntity()
    let rooms = ["A", "B"].map { context.createEntity(Title(text: $0)) }
    let list = ObservedList(context.group(.all(Title.self)).list(of: In.self, in: talk))
    let view = Canvas {
      list.sections.flatMap(\.entities).map { $0[Title.self]?.text ?? "" }.joined()
    }
    view.turn()
    for room in rooms {
      talk.link(to: room, as: In.self, at: 0)
      view.turn()
    }
    #expect(view.text == "BA" && view.drawings == 3)
    rooms[1].destroy()
    view.turn()
    #expect(view.text == "A" && view.drawings == 4)
  }
}
