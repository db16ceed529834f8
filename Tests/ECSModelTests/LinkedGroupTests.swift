import ECSHistory
import ECSKit
import ECSModel
import TestSupport
import Testing

private struct Title: Component, Equatable { var text: String }
private struct Start: Component, Equatable { var minute: Int }
private struct Cancelled: Component {}

private enum In: Relation {
  typealias Data = Int
}

@Suite("Groups and lists that follow links")
struct LinkedGroupTests {
  private let context = Context()
  private let room: Entity
  private let other: Entity

  init() {
    room = context.createEntity(Title(text: "room"))
    other = context.createEntity(Title(text: "other"))
  }

  private func talk(_ text: String, _ minute: Int = 0) -> Entity {
    context.createEntity(Title(text: text), Start(minute: minute))
  }

  @Test("An event tells which change of links let an entity join, stay or leave")
  func events() {
    let talk = talk("a")
    var told: [String] = []
    context.group(.all(Start.self).linked(In.self, to: room)).observe { event in
      let (old, new) = (event.old(Links<In>.self), event.new(Links<In>.self))
      told.append("\(event.kind) \(old?.links.count ?? 0) \(new?.links.count ?? 0)")
    }
    talk.link(to: other, as: In.self, 1)
    talk.link(to: room, as: In.self, 2)
    talk.link(to: other, as: In.self, 3)
    talk.unlink(from: room, as: In.self)
    talk.unlink(from: other, as: In.self)
    #expect(told == ["added 1 2", "updated 2 3", "removed 3 2"])
    told = []
    context.transaction {
      talk.link(to: room, as: In.self, 2)
      talk.remove(Start.self)
    }
    context.createEntity(Start(minute: 1), Links([Link<In>(to: room, 1)])).destroy()
    #expect(told == ["added 0 1", "removed 0 0", "added 0 1", "removed 1 0"])
  }

  @Test("The parts of a rule can be combined in any order, and the group is the same")
  func rules() {
    let rule = Matcher.all(Title.self).none(Cancelled.self).linked(In.self, to: room)
    let same = Matcher.linked(In.self, to: room).none(Cancelled.self).all(Title.self)
    let another = Matcher.all(Title.self).none(Cancelled.self).linked(In.self, to: other)
    #expect(rule == same && rule.hashValue == same.hashValue && rule != another)
    #expect(context.group(rule) === context.group(same))
    #expect(context.group(rule) !== context.group(another))
    #expect("\(rule)" == "all(Links<In>, Title).none(Cancelled).linked(In, to: 1)")
    let talk = talk("a")
    talk.link(to: room, as: In.self, 1)
    #expect(rule.matches(talk) && !another.matches(talk))
    #expect(Matcher.linked(In.self).matches(talk) && !Matcher.linked(In.self).matches(room))
    talk.set(Cancelled())
    #expect(context.group(rule).isEmpty && !rule.matches(talk))
  }

  @Test("A link to an entity of another context matches nothing")
  func otherContext() {
    let foreign = Context()
    let target = foreign.createEntity()
    let talk = talk("a")
    talk.set(Links([Link<In>(to: target, 1)]))
    #expect(context.group(.linked(In.self, to: target)).isEmpty)
    #expect(!Matcher.linked(In.self, to: target).matches(talk))
    #expect(context.group(.linked(In.self)).entities == [talk])
  }

  @Test("Orders, indices, collectors and lists of such a group follow links, too")
  func followers() {
    let (late, early) = (talk("late", 2), talk("early", 1))
    let rule = Matcher.all(Title.self).linked(In.self, to: room)
    let group = context.group(rule)
    let titles = context.index(\Title.text, in: rule)
    let starts = context.index(ordered: \Start.minute, in: rule)
    let list = group.list(by: \Start.minute)
    let collector = Collector(group)
    var inserted = 0
    list.onChange = { inserted += $0.inserted.count }
    #expect(group.sorted(by: \Start.minute).isEmpty && starts[...9].isEmpty)
    for talk in [late, early] { talk.link(to: other, as: In.self, 1) }
    #expect(titles["late"] == [] && inserted == 0)
    for talk in [late, early] { talk.link(to: room, as: In.self, 1) }
    #expect(group.sorted(by: \Start.minute) == [early, late] && starts[...9] == [early, late])
    #expect(titles["late"] == [late] && list[0] == [early, late] && inserted == 2)
    #expect(collector.drain().map(\.kind) == [.added, .added])
    late.unlink(from: room, as: In.self)
    #expect(titles["late"] == [] && starts[...9] == [early] && list[0] == [early])
    #expect(collector.drain().map(\.kind) == [.removed])
  }

  @Test("A rolled-back transaction and an undo restore groups and lists")
  func rollback() throws {
    struct Refused: Error {}
    let talk = talk("a")
    let group = context.group(.linked(In.self, to: room))
    let list = context.group(.all(Title.self)).list(of: In.self, in: talk)
    var changes = 0
    list.onChange = { _ in changes += 1 }
    let undo = UndoStack(context)
    #expect(throws: Refused.self) {
      try context.transaction {
        talk.link(to: other, as: In.self, 1)
        talk.link(to: room, as: In.self, 1)
        #expect(group.entities == [talk])
        throw Refused()
      }
    }
    #expect(group.isEmpty && list.isEmpty && changes == 0)
    talk.link(to: room, as: In.self, 1)
    talk.destroy()
    #expect(group.isEmpty && list.isEmpty && changes == 2)
    try undo.undo()
    #expect(group.entities == [talk] && list[0] == [room] && changes == 3)
  }

  @Test("A list has each target once, at its first link, and reports changed data of that link")
  func lists() {
    let talk = talk("a")
    let list = context.group(.all(Title.self)).list(of: In.self, in: talk)
    var changes: [ListChanges] = []
    list.onChange = { changes.append($0) }
    for (target, data) in [(room, 1), (other, 2), (room, 3)] {
      talk.link(to: target, as: In.self, data)
    }
    #expect(list[0] == [room, other] && changes.map(\.inserted.count) == [1, 1])
    changes = []
    talk.modify(Links<In>.self) { $0.links[2].data = 4 }
    #expect(changes.isEmpty)
    talk.modify(Links<In>.self) { $0.links[0].data = 5 }
    other.set(Title(text: "b"))
    #expect(changes.map { $0.updated.map(\.item) } == [[0], [1]])
    changes = []
    talk.modify(Links<In>.self) { $0.links.removeFirst() }
    #expect(list[0] == [other, room] && changes.map(\.moved.count) == [1])
    other.remove(Title.self)
    #expect(list[0] == [room] && changes.last?.removed.map(\.item) == [0])
  }
}
