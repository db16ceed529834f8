import ECSHistory
import ECSKit
import ECSReactive
import Foundation
import Testing

/// Two types that are called the same.
private enum Invoice {
  struct Status: Component, Equatable { var code: Int }
}

private enum Parcel {
  struct Status: Component, Equatable { var code: Int }
}

private struct Due: Component, Equatable { var date: Date }

/// The answers of EntitasKit's logger, and those that saved queries need.
@Suite struct LoggerTests {
  private let main = Context()
  private let second = Context()
  private let history: History

  init() {
    history = History(["main": main, "second": second])
  }

  private func run(_ name: String, _ body: @escaping () -> Void = {}) throws {
    let loop = Loop([Work(name: name, work: body)])
    history.observe(loop)
    try loop.execute()
  }

  @Test("a system is listed even if nothing happened in any of its runs")
  func emptyRuns() throws {
    let outer = Loop([
      Work(name: "S1", work: {}),
      Loop([Work(name: "S2", work: { _ = main.createEntity() })], name: "Inner"),
      Work(name: "S3", work: {}),
    ])
    history.observe(outer)
    try outer.execute()
    #expect(try history.lines("systems") == ["S1", "Inner", "S2", "S3"])
    #expect(try history.lines("systems where system:S3") == [])
    #expect(try history.lines("systems where any(system:S2 system:S3)") == ["S2"])
    #expect(try history.lines("count systems") == ["4"])
    #expect(throws: QueryError.self) { try history.answer("systems where all(system:S4)") }
  }

  @Test("names are listed by their first occurrence in the history, not in the answer")
  func order() throws {
    let entity = main.createEntity(Draft())
    try run("S1") { entity.set(Title(text: "a")) }
    try run("S2") { entity.set(Rating(stars: 1)) }
    try run("S2") { entity.remove(Rating.self) }
    try run("S1") { entity.remove(Title.self) }
    #expect(try history.lines("systems where removed") == ["S1", "S2"])
    #expect(try history.lines("components where removed") == ["Title", "Rating"])
    #expect(
      try history.lines("components where any(removed component:Draft)") == [
        "Draft", "Title", "Rating",
      ])
    entity.destroy()
    #expect(try history.lines("components where none(system:S1 system:S2)") == ["Draft"])
  }

  @Test("a change inside an outer transaction is recorded under its system's name")
  func transaction() throws {
    main.group(.all(Title.self)).observe(.added) { $0.entity.set(Draft()) }
    let loop = Loop([
      Work(name: "S1", work: { main.createEntity(Title(text: "a")) }),
      Loop(
        [
          Work(
            name: "S2",
            work: { second.transaction { _ = second.createEntity(Rating(stars: 1)) } })
        ],
        name: "Inner"),
      Work(name: "S3", work: {}),
    ])
    history.observe(loop)
    try main.transaction {
      main.createEntity()
      try second.transaction { try loop.execute() }
      main.createEntity(Rating(stars: 2))
    }
    main.createEntity()
    func systems(_ query: String) throws -> [String?] {
      guard case .events(let events) = try history.answer(query) else { return [] }
      return events.map(\.system)
    }
    // The observer of the first system's entity was called when the transaction had ended.
    #expect(try systems("component:Title or component:Draft") == ["S1", "S1"])
    #expect(try systems("component:Rating") == ["S2", nil])
    #expect(try systems("created context:main") == [nil, "S1", nil, nil])
    #expect(try history.lines("systems where created") == ["S1", "S2"])
    #expect(try history.lines("events where system:S1 willExec").count == 1)
    #expect(try history.lines("durations where system:S2").count == 1)
    #expect(try history.lines("events where system:S3") == [])
  }

  @Test("a history that ends while a system runs leaves no name")
  func ending() throws {
    var own: History? = History(["main": main])
    let loop = Loop([Work(name: "S1", work: { own = nil })])
    own?.observe(loop)
    try loop.execute()
    main.createEntity()
    #expect(try history.lines("systems where created") == [])
  }

  @Test("events of a system can be queried by type")
  func types() throws {
    var entity: Entity?
    let loop = Loop([
      Work(
        name: "S1",
        prepare: { entity = main.createEntity() },
        work: {
          entity?.set(Rating(stars: 1))
          entity?.set(Rating(stars: 2))
          history.note("done")
          history.note("boom", isError: true)
          entity?.remove(Rating.self)
          entity?.destroy()
        })
    ])
    history.observe(loop)
    try loop.initialize()
    try loop.execute()
    for (word, count) in [
      ("willInit", 1), ("didInit", 1), ("willExec", 1), ("didExec", 1), ("created", 1),
      ("added", 1), ("replaced", 1), ("updated", 1), ("removed", 1), ("destroyed", 1),
      ("infoLog", 1), ("errorLog", 1), ("willCleanup", 0), ("didTeardown", 0),
    ] {
      #expect(try history.lines("events where all(\(word) system:S1)").count == count, "\(word)")
      #expect(
        try history.lines("systems where all(\(word))") == (count > 0 ? ["S1"] : []), "\(word)")
    }
  }

  @Test("a query on a component that never occurred returns no events")
  func neverOccurred() throws {
    for query in ["Rating", "component:Rating", "Rating.stars >= 4", "old Rating.stars = 1"] {
      #expect(try history.lines(query) == [], "\(query)")
    }
    #expect(try main.entities(matching: Query("Rating.stars >= 4")) == [])
    let entity = main.createEntity(Title(text: "a"))
    #expect(try main.entities(matching: Query("Title and not Rating")) == [entity])
    #expect(try main.entities(matching: Query("Title.text = a or Rating.stars = 1")) == [entity])
    // What is written almost like a component is a mistake.
    #expect(throws: QueryError.self) { try main.entities(matching: Query("Titel")) }
    #expect(throws: QueryError.self) { try history.answer("component:Titel") }
  }

  @Test(
    "dates compare by day, minute and second",
    arguments: [
      ("due = 2026-11-24", [1]), ("due != 2026-11-24", [2]), ("due < 2026-11-25", [1]),
      ("due <= 2026-11-24", [1]), ("due > 2026-11-24", [2]), ("due >= 2026-11-24", [1, 2]),
      ("due < 2026-11-24T09:30Z", []), ("due = 2026-11-24T10:30+01:00", [1]),
      ("due = '2026-11-24 09:30:00'", [1]), ("due = 2026-11-24T09:30:01Z", []),
      ("due.date >= 2028-02-29T00:00-0000", [2]), ("due > 1969-12-31T23:59-12:00", [1, 2]),
    ] as [(String, [UInt64])])
  func dates(query: String, expected: [UInt64]) throws {
    main.createEntity(Due(date: Date(timeIntervalSince1970: 1_795_512_600)))
    main.createEntity(Due(date: Date(timeIntervalSince1970: 1_835_395_200)))
    let found = try main.entities(matching: Query(query))
    #expect(found.compactMap(\.creationNumber) == expected)
  }

  @Test(
    "a date is compared only with a date",
    arguments: ["2027-02-29", "tomorrow", "2026-11-24T25:00", "2026-11-24T09:30+01:00x"])
  func notADate(word: String) throws {
    main.createEntity(Due(date: Date(timeIntervalSince1970: 1_795_512_600)))
    let error = #expect(throws: QueryError.self) {
      try main.entities(matching: Query("due = \(word)"))
    }
    #expect(
      error?.description == "7: found \"\(word)\"; expected a date such as 2026-11-24")
  }

  @Test("days agree with Foundation's calendar, including leap years and centuries")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let entity = main.createEntity()
    for year in [1600, 1900, 1969, 1970, 2000, 2024, 2026, 2100] {
      for (month, day) in [(1, 1), (2, 28), (2, 29), (3, 1), (12, 31)] {
        let parts = DateComponents(year: year, month: month, day: day, hour: 12)
        guard let date = calendar.date(from: parts), parts.isValidDate(in: calendar) else {
          continue
        }
        entity.set(Due(date: date))
        func text(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let query = try Query("due = \(year)-\(text(month))-\(text(day))")
        #expect(try main.entities(matching: query) == [entity], "\(year) \(month) \(day)")
      }
    }
  }

  @Test("two types with the same name are distinguished by their enclosing types")
  func oneName() throws {
    let invoice = main.createEntity(Invoice.Status(code: 1))
    let parcel = main.createEntity(Parcel.Status(code: 1))
    main.createEntity(Rating(stars: 1))
    for (query, expected) in [
      ("component:Invoice.Status", [invoice]), ("'parcel.status'", [parcel]),
      ("Invoice.Status.code = 1", [invoice]), ("Parcel.Status = 1", [parcel]),
      ("Invoice.Status.code = 2", []), ("component:LoggerTests.Rating", []),
      ("not 'Invoice.Status' and not component:Rating", [parcel]),
    ] {
      #expect(try main.entities(matching: Query(query)) == expected, "\(query)")
    }
    #expect(try history.lines("components") == ["Invoice.Status", "Parcel.Status", "Rating"])
    #expect(try history.lines("events where component:Parcel.Status").count == 1)
    let error = #expect(throws: QueryError.self) { try history.answer("Status") }
    #expect(
      error?.description
        == "1: found \"Status\"; expected a component: Invoice.Status, Parcel.Status")
  }
}
