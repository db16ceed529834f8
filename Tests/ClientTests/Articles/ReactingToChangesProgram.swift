import ECSKit
import ECSObservation
import Testing

@Suite("Reacting to changes")
struct ReactingToChangesProgram {
  @Test("the article's program collects changes, and waits for them")
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
    for await changes in talks.changes() {
      for change in changes { print(change.kind, change.entity[Title.self]?.text ?? "") }
      break  // added Tea: the first batch has every member
    }
    for await rating in talk.values(of: Rating.self) {
      print(rating.map { "\($0.stars) of 5" } ?? "not rated")  // not rated, then 5 of 5
      if rating != nil { break }
      talk.set(Rating(stars: 5))
    }
    // end
    #expect(
      printed == ["Brunch", "removed", "true", "added Tea", "not rated", "5 of 5"])
    withExtendedLifetime(context) {}
  }
}
