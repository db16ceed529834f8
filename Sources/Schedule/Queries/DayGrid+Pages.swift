extension DayGrid {
  /// Returns the pages of the grid from left to right, each with at most `count` lanes.
  ///
  ///     for page in grid.pages(ofLanes: 4) { draw(page) }
  ///
  /// A count below 1 is treated as 1. An empty grid has one page.
  package func pages(ofLanes count: Int) -> Pages {
    Pages(self, lanes: max(1, count))
  }

  /// The pages of a grid.
  ///
  /// A page contains whole rooms, unless a room has more lanes than fit on a page. A cell that
  /// spans several pages appears on each of them. A page shows only the start and end times of its
  /// cells.
  ///
  /// Pages are created one at a time, because all pages together may have many more cells than the
  /// grid.
  package struct Pages: Sequence, IteratorProtocol {
    private let grid: DayGrid
    private var ranges: [Range<Int>]
    /// The cells that begin on each page.
    private var starting: [[Cell]]
    /// The cells that continue on the next page.
    private var open: [Cell] = []
    /// The rooms that end on the next page or later.
    private var rooms: ArraySlice<Room>
    private var position = 0

    fileprivate init(_ grid: DayGrid, lanes count: Int) {
      self.grid = grid
      rooms = grid.rooms[...]
      ranges = Self.ranges(of: grid, count)
      starting = Array(repeating: [], count: ranges.count)
      var pages: [Int] = []
      for (page, range) in ranges.enumerated() { pages += repeatElement(page, count: range.count) }
      for cell in grid.cells where !cell.lanes.isEmpty {
        starting[pages[cell.lanes.lowerBound]].append(cell)
      }
    }

    package var count: Int { ranges.count }

    private static func ranges(of grid: DayGrid, _ count: Int) -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      var start = 0
      func end(at lane: Int) {
        if start < lane { ranges.append(start..<lane) }
        start = lane
      }
      for room in grid.rooms where room.lanes.upperBound - start > count {
        end(at: room.lanes.lowerBound)
        while room.lanes.upperBound - start > count { end(at: start + count) }
      }
      end(at: grid.laneCount)
      return ranges.isEmpty ? [0..<0] : ranges
    }

    /// Returns the next page, or nil after the last page.
    ///
    /// - Complexity: O(*k* log *k*), where *k* is the number of cells on the page.
    package mutating func next() -> DayGrid? {
      guard position < ranges.count else { return nil }
      defer { position += 1 }
      if ranges.count == 1 { return grid }
      let range = ranges[position]
      let cells = (open + starting[position]).sorted {
        ($0.rows.lowerBound, $0.lanes.lowerBound) < ($1.rows.lowerBound, $1.lanes.lowerBound)
      }
      starting[position] = []
      open = cells.filter { $0.lanes.upperBound > range.upperBound }
      // For each page, the search continues where the previous search ended. Searching all rooms
      // again would take quadratic time.
      rooms = rooms.drop { $0.lanes.upperBound <= range.lowerBound }
      let shown = rooms.prefix { $0.lanes.lowerBound < range.upperBound }
      return DayGrid(grid, rooms: shown, lanes: range, cells: cells)
    }
  }

  private init(_ grid: DayGrid, rooms: ArraySlice<Room>, lanes: Range<Int>, cells: [Cell]) {
    func shifted(_ range: Range<Int>) -> Range<Int> {
      let part = range.clamped(to: lanes)
      return part.lowerBound - lanes.lowerBound..<part.upperBound - lanes.lowerBound
    }
    let edges = Set(cells.flatMap { [$0.rows.lowerBound, $0.rows.upperBound] }).sorted()
    var rows: [Int: Int] = [:]
    for (row, edge) in edges.enumerated() { rows[edge] = row }
    self.init(
      rooms: rooms.filter { !$0.lanes.isEmpty }.map {
        Room(name: $0.name, lanes: shifted($0.lanes))
      },
      marks: edges.map { grid.marks[$0] },
      cells: cells.map { cell in
        let start = rows[cell.rows.lowerBound] ?? 0
        return Cell(
          session: cell.session, lanes: shifted(cell.lanes),
          rows: start..<(rows[cell.rows.upperBound] ?? start))
      })
  }
}
