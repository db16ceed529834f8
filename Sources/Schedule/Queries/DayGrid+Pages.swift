extension DayGrid {
  /// Returns the grid in parts of some lanes each, from left to right.
  ///
  ///     for page in grid.pages(ofLanes: 4) { draw(page) }
  ///
  /// - Parameter count: The most lanes of a part; at least 1.
  /// - Returns: The parts; the grid alone if it has no more lanes, or none.
  package func pages(ofLanes count: Int) -> Pages {
    Pages(self, lanes: max(1, count))
  }

  /// The parts of a grid.
  ///
  /// A part has whole rooms, unless a single room has more lanes than a part may have. It has the
  /// rectangles of its lanes and the moments at which one of them begins or ends. A rectangle that
  /// spans several parts is in each of them. Each part is made when its turn comes, since all
  /// together may have many times as many rectangles as the grid.
  package struct Pages: Sequence, IteratorProtocol {
    private let grid: DayGrid
    private var ranges: [Range<Int>]
    /// The rectangles that begin in each part.
    private var starting: [[Cell]]
    /// The rectangles that continue in the next part.
    private var open: [Cell] = []
    /// The rooms that do not end before the next part.
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

    /// How many parts there are.
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

    /// Returns the next part, or nil after the last.
    ///
    /// - Complexity: O(*k* log *k*), where *k* is the number of its rectangles.
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
      // Searching all rooms for each part would take quadratic time.
      rooms = rooms.drop { $0.lanes.upperBound <= range.lowerBound }
      let shown = rooms.prefix { $0.lanes.lowerBound < range.upperBound }
      return DayGrid(grid, rooms: shown, lanes: range, cells: cells)
    }
  }

  /// Creates the part of a grid that has some of its lanes, and the rectangles there.
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
