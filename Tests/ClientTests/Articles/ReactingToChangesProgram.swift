import ECSKit
import ECSObservation
import Testing

@Suite("Reacting to changes")
struct ReactingToChangesProgram {
  @Test("the article's program collects changes and waits for them")
  @MainActor
  func program() async {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct Title: Component, Equatable { var text: String }
    struct Rating: Component, Equatable { var stars: Int }

    let context = Context()
    let talks = context.group(.all(Title.self))
    let rated = context.group(.all(Title.self, Rating.self))

    let collector = Collector(talks, .added, .updated)
    collector.watch(rated, .removed)  // another group, other kinds

    let talk = context.createEntity(Title(text: "Lunch"), Rating(stars: 3))
    talk.set(Title(text: "Brunch"))
    for item in collector.drain() { print(item.entity[Title.self]?.text ?? "") }  // Brunch, once
    talk.remove(Rating.self)
    for item in collector.pull(20) { print(item.kind) }  // removed; at most twenty items
    // block
    var needsLayout = false
    collector.onCollect = { needsLayout = true }
    talk.set(Title(text: "Tea"))
    print(needsLayout)  // true
    // block
    let before = (context.version, context.version(of: Rating.self), talk.version(of: Title.self))
    talk.set(Title(text: "Coffee"))
    print(context.version == before.0, talk.version(of: Title.self) == before.2)  // false false
    print(context.version(of: Rating.self) == before.1)  // true
    // block
    struct Start: Component, Equatable { var day, minute: Int }

    let list = talks.list(by: \Start.minute, sectionBy: \Start.day)
    list.onChange = { changes in
      for new in changes.inserted { print("comes", new.section, new.item) }
      for move in changes.moved { print("moves", move.source.item, move.target.item) }
      for old in changes.updated { print("draws", old.section, old.item) }
    }
    context.transaction {
      talk.set(Start(day: 1, minute: 720))
      context.createEntity(Title(text: "Swift"), Start(day: 1, minute: 540))
    }  // comes 0 0, comes 0 1
    talk.set(Title(text: "Lunch"))  // draws 0 1
    talk.set(Start(day: 1, minute: 480))  // moves 1 0
    // block
    for await changes in talks.changes() {
      for change in changes { print(change.kind, change.entity[Title.self]?.text ?? "") }
      break  // added Lunch, added Swift: the first batch has every member
    }
    for await rating in talk.values(of: Rating.self) {
      print(rating.map { "\($0.stars) of 5" } ?? "not rated")  // not rated, then 5 of 5
      if rating != nil { break }
      talk.set(Rating(stars: 5))
    }
    // end
    #expect(
      printed == [
        "Brunch", "removed", "true", "false false", "true", "comes 0 0", "comes 0 1", "draws 0 1",
        "moves 1 0",
        "added Lunch", "added Swift", "not rated", "5 of 5",
      ])
    withExtendedLifetime(context) {}
  }
}
