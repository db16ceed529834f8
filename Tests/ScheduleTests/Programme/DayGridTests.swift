import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("Grid of a day")
struct DayGridTests {
  private let context = Context()
  private let programme: Programme

  init() {
    programme = Programme(context)
  }

  private func moment(_ minute: Int?) -> Instant? {
    minute.map { Instant(secondsSince1970: Int64($0) * 60) }
  }

  @discardableResult
  private func slot(_ id: String, _ start: Int?, _ end: Int?, _ places: String...) -> Entity {
    let slot = context.createEntity(
      SlotID(text: id), Timing(start: moment(start), end: moment(end)))
    if !places.isEmpty { slot.set(PlaceNames(names: places)) }
    return slot
  }

  private func grid() -> DayGrid { DayGrid(of: programme.timeline, in: programme) }

  private func drawn(_ grid: DayGrid) -> [String] {
    grid.cells.map { "\($0.slot[SlotID.self]?.text ?? "") \($0.lanes) \($0.rows)" }
  }

  @Test("rooms are columns, and rows lie between the moments of the day")
  func plain() {
    context.createEntity(Name(text: "B"), Place())
    context.createEntity(Name(text: "A"), Place())
    slot("1", 0, 60, "A")
    slot("2", 30, 90, "C")
    slot("3", 60, 90, "B", "A")
    let grid = grid()
    #expect(grid.rooms.map(\.name) == ["B", "A", "C"])
    #expect(grid.marks == [0, 30, 60, 90].map(moment))
    #expect(drawn(grid) == ["1 1..<2 0..<2", "2 2..<3 1..<3", "3 0..<1 2..<3", "3 1..<2 2..<3"])
  }

  @Test("what is in one room at a time shares it, and what is alone there has all of it")
  func lanes() {
    slot("1", 0, 60, "A")
    slot("2", 30, 90, "A")
    slot("3", 60, 120, "A")
    slot("4", 120, 130, "A")
    #expect(
      drawn(grid()) == ["1 0..<1 0..<2", "2 1..<2 1..<3", "3 0..<1 2..<4", "4 0..<2 4..<5"])
  }

  @Test("what has no place goes over all rooms if nothing else happens, else it has a column")
  func unplaced() {
    slot("1", 0, 60, "A")
    slot("2", 0, 60, "B")
    slot("lunch", 60, 120)
    #expect(grid().rooms.map(\.name) == ["A", "B"])
    #expect(drawn(grid()).last == "lunch 0..<2 1..<2")
    slot("3", 100, 110, "B")
    #expect(grid().rooms.map(\.name) == ["A", "B", nil])
    #expect(drawn(grid()).contains("lunch 2..<3 1..<4"))
  }

  @Test("open ends and no length have rows without a clock")
  func open() {
    slot("before", nil, 60, "A")
    slot("point", 60, 60, "A")
    slot("after", 60, nil, "B")
    let grid = grid()
    #expect(grid.marks == [nil, moment(60), nil])
    #expect(drawn(grid) == ["before 0..<1 0..<1", "point 0..<1 1..<2", "after 1..<2 1..<2"])
  }

  @Test("nothing makes an empty grid, and what has no time is left out")
  func empty() {
    #expect(grid().rowCount == 0 && grid().laneCount == 0 && grid().cells.isEmpty)
    context.createEntity(SlotID(text: "x"))
    #expect(grid().cells.isEmpty)
    slot("y", 5, nil)
    #expect(drawn(grid()) == ["y 0..<1 0..<1"])
  }

  @Test("of any slots each is in its rooms, in its time, and in nobody's way", arguments: 0..<200)
  func random(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    for place in 0..<number(0...4) { context.createEntity(Name(text: "P\(place)"), Place()) }
    for id in 0..<number(0...25) {
      let start = 5 * number(0...40)
      let end = start + 5 * number(0...12)
      let places = Set((0..<number(0...2)).map { _ in "P\(number(0...5))" }).sorted()
      let slot = slot("\(id)", number(1...12) == 1 ? nil : start, number(1...12) == 1 ? nil : end)
      if !places.isEmpty { slot.set(PlaceNames(names: places)) }
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
      let timing = cell.slot[Timing.self]
      let first = grid.marks[cell.rows.lowerBound]
      #expect(timing?.start == nil ? cell.rows.lowerBound == 0 : first == timing?.start)
      if let end = timing?.end, timing?.length != .zero {
        #expect(grid.marks[cell.rows.upperBound] == end)
      }
    }
    for slot in programme.slots where slot[Timing.self] != Timing(start: nil, end: nil) {
      let cells = grid.cells.filter { $0.slot == slot }
      let places = programme.places(of: slot).map(\.name)
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
