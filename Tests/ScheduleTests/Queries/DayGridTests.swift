import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("The grid of a day")
struct DayGridTests {
  private let context = Context()
  private let schedule: ConferenceSchedule

  init() {
    schedule = ConferenceSchedule(context)
  }

  private func moment(_ minute: Int?) -> Instant? {
    minute.map { Instant(secondsSince1970: Int64($0) * 60) }
  }

  @discardableResult
  private func session(_ id: String, _ start: Int?, _ end: Int?, _ places: String...) -> Entity {
    let session = context.createEntity(
      SessionID(text: id), Timing(start: moment(start), end: moment(end)))
    if !places.isEmpty { session.set(LocationNames(names: places)) }
    return session
  }

  private func grid() -> DayGrid { DayGrid(of: schedule.timeline, in: schedule) }

  private func drawn(_ grid: DayGrid) -> [String] {
    grid.cells.map { "\($0.session[SessionID.self]?.text ?? "") \($0.lanes) \($0.rows)" }
  }

  @Test("rooms are columns, and rows separate the moments of the day")
  func plain() {
    context.createEntity(Name(text: "B"), Location())
    context.createEntity(Name(text: "A"), Location())
    session("1", 0, 60, "A")
    session("2", 30, 90, "C")
    session("3", 60, 90, "B", "A")
    let grid = grid()
    #expect(grid.rooms.map(\.name) == ["B", "A", "C"])
    #expect(grid.marks == [0, 30, 60, 90].map(moment))
    #expect(drawn(grid) == ["1 1..<2 0..<2", "2 2..<3 1..<3", "3 0..<1 2..<3", "3 1..<2 2..<3"])
  }

  @Test("simultaneous sessions in one room share its width, and a single session has all of it")
  func lanes() {
    session("1", 0, 60, "A")
    session("2", 30, 90, "A")
    session("3", 60, 120, "A")
    session("4", 120, 130, "A")
    #expect(
      drawn(grid()) == ["1 0..<1 0..<2", "2 1..<2 1..<3", "3 0..<1 2..<4", "4 0..<2 4..<5"])
  }

  @Test("an entry without location spans all rooms if nothing else happens, or else has a column")
  func unplaced() {
    session("1", 0, 60, "A")
    session("2", 0, 60, "B")
    session("lunch", 60, 120)
    #expect(grid().rooms.map(\.name) == ["A", "B"])
    #expect(drawn(grid()).last == "lunch 0..<2 1..<2")
    session("3", 100, 110, "B")
    #expect(grid().rooms.map(\.name) == ["A", "B", nil])
    #expect(drawn(grid()).contains("lunch 2..<3 1..<4"))
  }

  @Test("open ends and zero lengths have rows without a time")
  func open() {
    session("before", nil, 60, "A")
    session("point", 60, 60, "A")
    session("after", 60, nil, "B")
    let grid = grid()
    #expect(grid.marks == [nil, moment(60), nil])
    #expect(drawn(grid) == ["before 0..<1 0..<1", "point 0..<1 1..<2", "after 1..<2 1..<2"])
  }

  @Test("parts consist of whole rooms, and entries across several parts are in each of them")
  func pages() {
    for (number, name) in ["A", "B", "C", "D", "E"].enumerated() {
      session(name, 10 * number, 60, name)
    }
    session("lunch", 60, 120)
    session("both", 120, 130, "B", "C")
    let pages = Array(grid().pages(ofLanes: 2))
    #expect(pages.map { $0.rooms.compactMap(\.name) } == [["A", "B"], ["C", "D"], ["E"]])
    #expect(pages.map(\.laneCount) == [2, 2, 1])
    #expect(pages[0].marks == [0, 10, 60, 120, 130].map(moment))
    let lunch = "lunch 0..<2 2..<3"
    #expect(drawn(pages[0]) == ["A 0..<1 0..<2", "B 1..<2 1..<2", lunch, "both 1..<2 3..<4"])
    #expect(drawn(pages[1]) == ["C 0..<1 0..<2", "D 1..<2 1..<2", lunch, "both 0..<1 3..<4"])
    #expect(drawn(pages[2]) == ["E 0..<1 0..<1", "lunch 0..<1 1..<2"])
    let whole = Array(grid().pages(ofLanes: 5))
    #expect(whole.count == 1 && drawn(whole[0]) == drawn(grid()))
  }

  @Test("a room with more lanes than a part allows continues in the next part")
  func splitRoom() {
    session("0", 0, 60, "A")
    for number in 1...5 { session("\(number)", 0, 60, "B") }
    session("all", 60, 90, "B")
    let pages = Array(grid().pages(ofLanes: 2))
    #expect(pages.map { $0.rooms.compactMap(\.name) } == [["A"], ["B"], ["B"], ["B"]])
    #expect(pages.map(\.laneCount) == [1, 2, 2, 1])
    #expect(pages.dropFirst().allSatisfy { drawn($0).last?.hasPrefix("all 0..<") == true })
    #expect(Set(pages.flatMap(drawn).map { $0.prefix(1) }).count == 7)
    #expect(Array(DayGrid(of: [], in: schedule).pages(ofLanes: 3)).count == 1)
  }

  @Test("an empty input makes an empty grid, and entries without a time are omitted")
  func empty() {
    #expect(grid().rowCount == 0 && grid().laneCount == 0 && grid().cells.isEmpty)
    context.createEntity(SessionID(text: "x"))
    #expect(grid().cells.isEmpty)
    session("y", 5, nil)
    #expect(drawn(grid()) == ["y 0..<1 0..<1"])
  }

  @Test("any session is in its rooms and in its time, and overlaps no other", arguments: 0..<200)
  func random(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    for place in 0..<number(0...4) { context.createEntity(Name(text: "P\(place)"), Location()) }
    for id in 0..<number(0...25) {
      let start = 5 * number(0...40)
      let end = start + 5 * number(0...12)
      let places = Set((0..<number(0...2)).map { _ in "P\(number(0...5))" }).sorted()
      let session = session(
        "\(id)", number(1...12) == 1 ? nil : start, number(1...12) == 1 ? nil : end)
      if !places.isEmpty { session.set(LocationNames(names: places)) }
    }
    let grid = grid()
    var taken: Set<[Int]> = []
    for cell in grid.cells {
      #expect(!cell.rows.isEmpty && !cell.lanes.isEmpty)
      #expect(cell.rows.upperBound <= grid.rowCount && cell.lanes.upperBound <= grid.laneCount)
      for row in cell.rows {
        for lane in cell.lanes { #expect(taken.insert([row, lane]).inserted, "\(cell)") }
      }
      // It begins and ends where its clocks say, as far as they say it.
      let timing = cell.session[Timing.self]
      let first = grid.marks[cell.rows.lowerBound]
      #expect(timing?.start == nil ? cell.rows.lowerBound == 0 : first == timing?.start)
      if let end = timing?.end, timing?.length != .zero {
        #expect(grid.marks[cell.rows.upperBound] == end)
      }
    }
    for session in schedule.sessions where session[Timing.self] != Timing(start: nil, end: nil) {
      let cells = grid.cells.filter { $0.session == session }
      let places = schedule.locations(of: session).map(\.name)
      let rooms = cells.compactMap { cell in
        grid.rooms.first { $0.lanes.clamped(to: cell.lanes) == cell.lanes }?.name
      }
      #expect(cells.count == max(1, places.count))
      if !places.isEmpty { #expect(Set(rooms) == Set(places)) }
    }
    let known = grid.marks.compactMap(\.self)
    #expect(known == known.sorted() && Set(known).count == known.count)
    #expect(
      grid.rooms.map(\.lanes.lowerBound).dropFirst()
        == grid.rooms.map(\.lanes.upperBound).dropLast())
  }
}
