import ECSHistory
import ECSKit
import ECSReactive
import TestSupport
import Testing

/// The language of queries: everything that EntitasKit's logger can be asked, and what ours adds.
@Suite struct QueryTests {
  /// Two contexts, a loop with two systems, a note and an error.
  private static func history() throws -> History {
    let (talks, people) = (Context(), Context())
    let history = History(["talks": talks, "people": people])
    let talk = talks.createEntity(Title(text: "Swift Thinking"))  // 1, 2
    people.createEntity(Title(text: "Ada"))  // 3, 4
    var pass = 0
    let loop = Loop([
      Work(
        name: "Import schedule", prepare: { talks.createEntity(Draft()) },
        work: {
          pass += 1
          talk.set(Rating(stars: pass))
        }),
      Work(name: "Clean-up", work: { if pass == 2 { talk.remove(Title.self) } }),
    ])
    history.observe(loop)
    try loop.initialize()  // 5 will, 6 created, 7 added, 8 did
    try loop.execute()  // 9 will, 10 added, 11 did
    history.note("one pass")  // 12
    try loop.execute()  // 13 will, 14 updated, 15 did, 16 will, 17 removed, 18 did
    history.note("no network", isError: true)  // 19
    talk.destroy()  // 20 removed Rating, 21 destroyed
    return history
  }

  /// The numbers of the events that a query finds.
  private func numbers(_ query: String) throws -> [UInt64] {
    guard case .events(let events) = try Self.history().answer(query) else { return [] }
    return events.map(\.number)
  }

  @Test(
    "queries of EntitasKit's logger are supported",
    arguments: [
      ("events where all(added)", [2, 4, 7, 10]),
      ("events where all(replaced)", [14]),
      ("events where all(removed)", [17, 20]),
      ("events where all(created)", [1, 3, 6]),
      ("events where all(destroyed)", [21]),
      ("events where all(willInit)", [5]), ("events where all(didInit)", [8]),
      ("events where any(willExec)", [9, 13, 16]), ("events where any(didExec)", [11, 15, 18]),
      ("events where any(infoLog errorLog)", [12, 19]),
      ("events where all(component:Rating)", [10, 14, 20]),
      ("events where all(component:- created)", [1, 3, 6]),
      ("events where all(system:- added)", [2, 4]),
      ("events where all(context:people)", [3, 4]),
      ("events where all(entity:2)", [6, 7]),
      ("events where all(info:\"Swift\")", [2, 17]),
      ("events where all(event:20..)", [20, 21]), ("events where all(event:..2)", [1, 2]),
      ("events where all(event:3..4)", [3, 4]), ("events where all(event:7)", [7]),
      ("events where all(tick:2 component:Title)", [17]),
      ("events where all(tick:1..1) any(added replaced) none(component:Draft)", [10]),
      ("events where none(event:2..)", [1]),
    ] as [(String, [UInt64])])
  func loggerLanguage(query: String, expected: [UInt64]) throws {
    #expect(try numbers(query) == expected)
  }

  @Test(
    "additional queries are supported",
    arguments: [
      ("events", Array(1...21)), ("", Array(1...21)),
      ("system:\"Import schedule\" and not willInit and entity:2", [6, 7]),
      ("system:import-schedule added", [7, 10]), ("SYSTEM:'clean up'", [16, 17, 18]),
      ("added or removed limit 3", [2, 4, 7]),
      ("rating.stars = 2", [14]), ("old rating.stars = 1", [14]),
      ("new Rating.stars >= 1", [10, 14]), ("Rating.comment = -", [10, 14]),
      ("title ~ swift", [2]), ("old title ~ SWIFT", [17]), ("Title.text = ada", [4]),
      ("none(all(added removed))", Array(1...21)), ("(added or removed) (title)", [2, 4, 17]),
      ("added and title or destroyed", [2, 4, 21]), ("not not destroyed", [21]),
      ("removed.none(Title)", []), ("all(removed).none(Title)", [20]),
      ("draft", [7]), ("depth:0 draft", [7]), ("depth:1..", []), ("label:-  event:21", [21]),
      ("any added updated none tick:0", [10, 14]),
    ] as [(String, [UInt64])])
  func ownLanguage(query: String, expected: [UInt64]) throws {
    if query == "removed.none(Title)" {
      // A point separates lists only; after a word it leads to a field.
      #expect(throws: QueryError.self) { try Query(query) }
    } else {
      #expect(try numbers(query) == expected)
    }
  }

  @Test("all other subjects can be queried")
  func subjects() throws {
    let history = try Self.history()
    #expect(try history.lines("systems") == ["Import schedule", "Clean-up"])
    #expect(try history.lines("systems where removed") == ["Clean-up"])
    #expect(try history.lines("components") == ["Title", "Draft", "Rating"])
    #expect(try history.lines("components where tick:1..") == ["Title", "Rating"])
    #expect(
      try history.lines("entities") == ["talks 1: 7 destroyed", "talks 2: 2", "people 1: 2"])
    #expect(
      try history.lines("entities where all(added component:Title)")
        == ["talks 1: 1 destroyed", "people 1: 1"])
    #expect(try history.lines("count entities where title") == ["2"])
    #expect(try history.lines("count systems") == ["2"])
    #expect(try history.lines("entities limit 1") == ["talks 1: 7 destroyed"])
    #expect(
      try history.lines("durations")
        == ["Import schedule initialize 0.0 seconds", "Import schedule execute 0.0 seconds"]
        + ["Import schedule execute 0.0 seconds", "Clean-up execute 0.0 seconds"])
    #expect(
      try history.lines("durations where willInit") == ["Import schedule initialize 0.0 seconds"])
  }

  @Test("a run is found by its first and last event only")
  func runsByEvents() throws {
    let history = try Self.history()
    let first = ["Import schedule execute 0.0 seconds"]
    #expect(try history.lines("durations where event:9") == first)
    #expect(try history.lines("durations where event:10") == [])
    #expect(try history.lines("durations where event:11") == first)
    #expect(
      try history.lines("durations where event:15..16")
        == first + ["Clean-up execute 0.0 seconds"])
  }

  @Test("a revived entity is not destroyed, and has the number of its latest creation")
  func revivedLife() throws {
    let context = Context()
    let history = History(["talks": context])
    let talk = context.createEntity()  // 1
    let changes = context.recordChanges { talk.destroy() }  // 2
    func lives() throws -> [[UInt64?]] {
      guard case .lives(let lives) = try history.answer("entities") else { return [] }
      return lives.map { [$0.created, $0.destroyed, UInt64($0.eventCount)] }
    }
    #expect(try lives() == [[1, 2, 2]])
    try context.apply(changes.inverse)  // 3
    #expect(try lives() == [[3, nil, 3]])
    talk.destroy()
    #expect(try lives() == [[3, 4, 4]])
  }

  @Test("didInit differs from willInit, and a single event has a lifetime")
  func singleEvent() throws {
    let context = Context()
    let history = History(["talks": context])
    context.createEntity()
    #expect(try history.lines("entities") == ["talks 1: 1"])
    #expect(try numbers("didInit") == [8])
  }

  @Test("an unknown entity has no events, and a system may be named none")
  func namesAndNumbers() throws {
    #expect(try numbers("events where all(entity:77)") == [])
    #expect(try Self.history().lines("entities where all(entity:77)") == [])
    let context = Context()
    let history = History(["talks": context])
    let loop = Loop(
      ["none", "last"].map { Work(name: $0, work: { context.createEntity(Draft()) }) })
    history.observe(loop)
    try loop.execute()
    #expect(try history.lines("systems") == ["none", "last"])
    #expect(try history.lines("systems where system:'none'") == ["none"])
  }

  @Test(
    "an error gives its position, the unexpected input and the expected input",
    arguments: [
      (
        "events where info:\"abc",
        "19: found \"\\\"abc\"; expected a closing quotation mark"
      ),
      (
        "entity:99999999999999999999",
        "8: found \"99999999999999999999\"; expected a number or a range such as 7..9"
      ),
      ("event:", "7: found the end; expected a number or a range such as 7..9"),
      ("event:9..3", "7: found \"9..3\"; expected a number or a range such as 7..9"),
      ("events draf", "8: found \"draf\"; expected a component: Draft"),
      ("ratng", "1: found \"ratng\"; expected a component: Rating"),
      ("updatd", "1: found \"updatd\"; expected updated"),
      ("added and destroyd", "11: found \"destroyd\"; expected destroyed"),
      ("events garbage", "8: found \"garbage\"; expected a component: Draft, Rating, Title"),
      ("evnts where added", "1: found \"evnts\"; expected events"),
      ("label:x title y", "15: found \"y\"; expected a component: Draft, Rating, Title"),
      ("Rating.stars > three", "16: found \"three\"; expected a number"),
      ("Ratng.stars > 3", "1: found \"Ratng\"; expected a component: Rating"),
      ("rating.star > 1", "8: found \"star\"; expected a field of Rating: stars"),
      ("rating.stars", "13: found the end; expected =, !=, <, <=, >, >= or ~"),
      ("rating.stars >", "15: found the end; expected a value"),
      ("(added", "7: found the end; expected a closing bracket"),
      ("added)", "6: found \")\"; expected and, or, limit or the end of the query"),
      (
        "added and",
        "10: found the end; expected a component, a condition such as system:NAME, or a bracket"
      ),
      ("any", "4: found the end; expected a condition after any"),
      ("limit x", "7: found \"x\"; expected a number"),
      ("system:nobody", "1: found \"nobody\"; expected a system: Clean-up, Import schedule"),
      ("context:nowhere", "1: found \"nowhere\"; expected a context: people, talks"),
      (
        "room:7",
        "1: found \"room\"; expected component, system, label, context, info, entity, event, tick or depth"
      ),
      (
        "\u{1B}[31m",
        "1: found \"\\u{1B}\"; expected a component, a condition such as system:NAME, or a bracket"
      ),
    ])
  func errors(query: String, expected: String) throws {
    let history = try Self.history()
    let error = #expect(throws: QueryError.self) { try history.answer(query) }
    #expect(error?.description == expected)
  }

  @Test("deeply nested brackets are refused without a crash")
  func depth() {
    for mark in ["(", "not ", "all("] {
      let query = String(repeating: mark, count: 100_000)
      #expect(throws: QueryError.self) { try Query(query) }
    }
    #expect(throws: Never.self) { try Query(String(repeating: "added ", count: 100_000)) }
  }

  @Test("any text is a query or an error", arguments: 1...200)
  func fuzz(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let pieces = [
      "events", "entities", "where", "all", "any", "none", "(", ")", "and", "or", "not", "added",
      "component:", "rating", ".stars", ">", "<=", "!=", "~", "\"", "'", "\\", "..", "7", "limit",
      "count", "system:", "-", ":", ",", " ", "\n", "é", "👩‍👩‍👧", "\u{0}", "\u{301}", "old", "title",
      "=",
      "entity:", "9..", "..9", "info:\"a\"", "durations", "99999999999999999999",
    ]
    let history = try Self.history()
    let context = Context()
    context.createEntity(Title(text: "One"), Rating(stars: 1))
    for _ in 0..<40 {
      let count = Int.random(in: 0..<12, using: &generator)
      let spaces = Bool.random(using: &generator) ? " " : ""
      let text = (0..<count).map { _ in pieces.oneElement(using: &generator) }.joined(
        separator: spaces)
      do throws(QueryError) {
        _ = try history.answer(text)
        _ = try context.entities(matching: Query(text))
      } catch {
        #expect((1...text.count + 1).contains(error.position), "\(text.debugDescription)")
      }
    }
  }
}

/// Queries about what a context has.
@Suite struct StateQueryTests {
  private static func context() -> Context {
    let context = Context()
    context.createEntity(Title(text: "Swift Thinking"), Rating(stars: 4), Tags(names: ["a", "b"]))
    context.createEntity(Title(text: "Lunch"), Draft())
    context.createEntity(Rating(stars: 2, comment: "long"), Tags(names: []))
    context.createEntity()
    return context
  }

  @Test(
    "conditions on components and their values can be queried",
    arguments: [
      ("", [1, 2, 3, 4]), ("all", [1, 2, 3, 4]), ("entities", [1, 2, 3, 4]), ("title", [1, 2]),
      ("title not rating", [2]), ("title or rating", [1, 2, 3]), ("rating.stars >= 3", [1]),
      ("entities where Rating.stars != 4", [3]), ("none title rating", [4]),
      ("all(Title).none(Rating,Draft)", []), ("title ~ LUN", [2]), ("title = lunch", [2]),
      ("tags = b", [1]), ("tags != b", [3]), ("rating.comment = -", [1]),
      ("rating.comment != -", [3]), ("entity:2..3", [2, 3]), ("not entity:2..", [1]),
      ("title limit 1", [1]), ("component:-", [4]), ("draft = true", [Int]()),
    ])
  func conditions(query: String, expected: [Int]) throws {
    let context = Self.context()
    let found = try context.entities(matching: Query(query))
    #expect(found.compactMap(\.creationNumber) == expected.map { UInt64($0) })
  }

  @Test(
    "conditions on events are not conditions on entities",
    arguments: ["added", "system:-", "old rating.stars = 1", "events", "label:-", "info:a"])
  func events(query: String) {
    #expect(throws: QueryError.self) {
      try Self.context().entities(matching: Query(query))
    }
  }

  @Test("values are compared with the program's own comparison")
  func describing() throws {
    let context = Context()
    context.createEntity(Span(start: 600, end: 660, zone: "UTC", isFixed: true))
    let query = try Query("span.start >= 10:00 and span.isFixed = TRUE")
    let found = try context.entities(matching: query) { value in
      (value as? Int).map { .text("\($0 / 60):00") }
    }
    #expect(found.count == 1)
  }

  /// A condition with the function that it stands for.
  private struct Condition {
    let text: String
    let holds: (Entity) -> Bool

    static func random(_ generator: inout SplitMix64, depth: Int) -> Condition {
      if depth == 0 || Int.random(in: 0..<4, using: &generator) == 0 {
        let number = Int.random(in: 0..<5, using: &generator)
        return [
          Condition(text: "title") { $0.has(Title.self) },
          Condition(text: "component:Draft") { $0.has(Draft.self) },
          Condition(text: "rating.stars > \(number)") { ($0[Rating.self]?.stars ?? -1) > number },
          Condition(text: "Rating.stars = \(number)") { $0[Rating.self]?.stars == number },
          Condition(text: "title ~ \(number)") {
            $0[Title.self]?.text.contains("\(number)") ?? false
          },
          Condition(text: "tags = 'tag 1'") { $0[Tags.self]?.names.contains("tag 1") ?? false },
          Condition(text: "entity:\(number)..9") {
            (UInt64(number)...9).contains($0.creationNumber ?? 0)
          },
        ].oneElement(using: &generator)
      }
      let (a, b) = (random(&generator, depth: depth - 1), random(&generator, depth: depth - 1))
      return [
        Condition(text: "(\(a.text) and \(b.text))") { a.holds($0) && b.holds($0) },
        Condition(text: "(\(a.text) \(b.text))") { a.holds($0) && b.holds($0) },
        Condition(text: "(\(a.text) or \(b.text))") { a.holds($0) || b.holds($0) },
        Condition(text: "not \(a.text)") { !a.holds($0) },
        Condition(text: "any(\(a.text), \(b.text))") { a.holds($0) || b.holds($0) },
        Condition(text: "none(\(a.text) \(b.text))") { !a.holds($0) && !b.holds($0) },
        Condition(text: "all(\(a.text)).none(\(b.text))") { a.holds($0) && !b.holds($0) },
      ].oneElement(using: &generator)
    }
  }

  @Test("random conditions agree with a loop over all entities", arguments: 1...60)
  func random(seed: UInt64) throws {
    var script = RandomScript(seed: seed)
    let context = Context()
    for type in [Title.self, Draft.self, Rating.self, Tags.self] as [any Component.Type] {
      _ = context.group(.all(type))
    }
    for _ in 0..<80 { script.change(context) }
    var generator = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let condition = Condition.random(&generator, depth: 3)
      let found = try context.entities(matching: Query(condition.text))
      #expect(found == context.entities.filter(condition.holds), "seed \(seed): \(condition.text)")
    }
  }
}
