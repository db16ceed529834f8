import ECSHistory
import ECSKit
import ECSReactive
import Testing

@Suite("Querying a history")
struct AskingAHistoryProgram {
  @Test("the article's program prints the answers in the article")
  func program() throws {
    // block
    struct Person: Component, Equatable { var name: String }
    struct Rating: Component, Equatable { var stars: Int }

    struct RateGuests: ReactiveSystem {
      let name = "Rate guests"
      let collector: Collector
      func execute(_ guests: [Entity]) {
        for guest in guests { guest.set(Rating(stars: 3)) }
      }
    }

    let context = Context()
    let history = History(["guests": context], limit: 100_000)
    let guests = Collector(context.group(.all(Person.self)))
    let loop = Loop([RateGuests(collector: guests)])
    history.observe(loop)
    // block
    let ada = context.createEntity(Person(name: "Ada"))
    context.createEntity(Person(name: "Bo"))
    try loop.execute()
    context.transaction(label: "Correct Ada") { ada.set(Rating(stars: 5)) }

    for event in history.events.suffix(2) { print(event) }
    // 8 didExec Rate guests
    // 9 updated entity 1 Rating(stars: 3) -> Rating(stars: 5)
    // block
    func numbers(_ query: String) throws -> [UInt64] {
      guard case .events(let events) = try history.answer(query) else { return [] }
      return events.map(\.number)
    }

    print(try numbers("component:Rating system:\"Rate guests\""))  // [6, 7]
    print(try numbers("label:\"Correct Ada\""))  // [9]
    print(try numbers("old Rating.stars < 4 and updated"))  // [9]
    print(try numbers("events where all(added) none(entity:1)"))  // [4, 7]
    // block
    _ = try history.answer("entities where updated")  // the life of entity 1
    _ = try history.answer("systems")  // Rate guests
    _ = try history.answer("durations where tick:1")  // its one run
    _ = try history.answer("count added limit 10")  // 4
    // block
    print(try context.entities(matching: Query("Person and not Rating")))  // []
    let found = try context.entities(matching: Query("Rating.stars > 4 or Person.name ~ bo"))
    print(found.count)  // 2

    let copy = Context()
    let replay = Replay(into: copy)
    for (_, changes) in history.events.changeSets { try replay.apply(changes) }
    print(copy.count)  // 2
    // end
    #expect(
      history.events.suffix(2).map(\.description) == [
        "8 didExec Rate guests", "9 updated entity 1 Rating(stars: 3) -> Rating(stars: 5)",
      ])
    #expect(try numbers("component:Rating system:\"Rate guests\"") == [6, 7])
    #expect(try numbers("label:\"Correct Ada\"") == [9])
    #expect(try numbers("old Rating.stars < 4 and updated") == [9])
    #expect(try numbers("events where all(added) none(entity:1)") == [4, 7])
    #expect(copy.count == 2)
    guard case .count(4) = try history.answer("count added limit 10") else {
      Issue.record("wrong count")
      return
    }
    guard case .lives(let lives) = try history.answer("entities where updated"),
      case .durations(let runs) = try history.answer("durations where tick:1"),
      case .names(["Rate guests"]) = try history.answer("systems")
    else {
      Issue.record("wrong kind of answer")
      return
    }
    #expect(lives.map(\.entity) == [1] && runs.map(\.system) == ["Rate guests"])
    #expect(try context.entities(matching: Query("Person and not Rating")).isEmpty)
    #expect(
      try context.entities(matching: Query("Rating.stars > 4 or Person.name ~ bo")).count == 2)
  }
}
