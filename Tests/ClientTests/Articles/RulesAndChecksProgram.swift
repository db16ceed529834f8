import ECSKit
import ECSModel
import Testing

@Suite("Rules and checks")
struct RulesAndChecksProgram {
  @Test("the article's rules refuse a change that violates them, and find invalid entities")
  func program() throws {
    // block
    struct Title: Component, Equatable { var text: String }
    struct Stars: Component, Equatable {
      var count: Int
      var comment: String?
    }
    struct Room: Component, Equatable { var name: String }
    struct Held: Component, Equatable { var room: String }

    let isShort = Check<String>("at most 20 letters") { $0.count <= 20 }
    let stars = Check.all(
      Check.isIn(1...5).of(\Stars.count, "count"),
      Check.all(.isNotEmpty, isShort).ifPresent.of(\Stars.comment, "comment"))

    let flaws = stars.flaws(of: Stars(count: 7, comment: ""))
    // count: found 7; expected a value from 1 to 5
    // comment: found ""; expected something
    // end
    #expect(
      flaws == [
        "count: found 7; expected a value from 1 to 5", "comment: found \"\"; expected something",
      ])
    // block
    let rules: [Rule] = [
      .requires(Stars.self, Title.self),
      .value(of: Stars.self, stars),
      .unique(\Title.text),
      .refers(from: \Held.room, to: \Room.name),
      Rule("a talk is announced", for: .all(Title.self)) { talk in
        talk[Title.self]?.text == "TBA" ? "found TBA; expected a title" : nil
      },
    ]
    // block
    let context = Context()
    context.createEntity(Room(name: "Elbe"))
    let talk = context.createEntity(Title(text: "Tides"), Held(room: "Elbe"))
    var messages: [String] = []
    do {
      try context.transaction(keeping: rules) {
        talk.set(Stars(count: 7))
        context.createEntity(Title(text: "Tides"), Held(room: "Alster"))
      }
    } catch {
      messages = error.violations.map(\.message)
    }
    // count: found 7; expected a value from 1 to 5
    // found 2 Title of Tides; expected one
    // found no Room for Alster; expected one
    // end
    #expect(
      messages == [
        "count: found 7; expected a value from 1 to 5", "found 2 Title of Tides; expected one",
        "found no Room for Alster; expected one",
      ])
    #expect(context.count == 2 && talk[Stars.self] == nil)
    // block
    func rename(_ room: Entity?) -> Bool {
      (try? context.transaction(keeping: rules) { room?.set(Room(name: "Spree")) }) != nil
    }
    let isRenamed = rename(context.index(\Room.name).first("Elbe"))  // false: a talk is held there
    // end
    #expect(!isRenamed && context.index(\Room.name).first("Elbe") != nil)
    // block
    context.createEntity(Title(text: "TBA"), Stars(count: 0))
    let report = rules.flatMap { $0.violations(in: context) }.map(\.message)
    // count: found 0; expected a value from 1 to 5
    // found TBA; expected a title
    // end
    #expect(
      report == ["count: found 0; expected a value from 1 to 5", "found TBA; expected a title"])
  }
}
