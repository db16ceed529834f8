import CommandLine
import Schedule

/// A painter that draws the grid of a day as lines of text.
///
/// `Page` creates a painter for each part of a grid. Each row is as high as the text of its
/// sessions, so only very long titles are truncated. An hour without sessions takes up one line. No
/// line may be wider than the available width.
struct GridPainter {
  /// The minimum inner width of a lane, in columns.
  static let narrowest = 12
  /// The inner width that is sufficient for most words, in columns.
  static let comfortable = 16
  /// The maximum inner width of a lane, in columns.
  static let widest = 48

  private let grid: DayGrid
  private let glyphs: Glyphs
  private let labels: [Line]
  /// The columns of the borders, from the left of the first lane to the right of the last lane.
  private let borders: [Int]
  /// Box-drawing corners, indexed by their arms.
  private let crossings: [Line]
  /// The horizontal border above a cell, for each lane.
  private let rules: [Line]
  /// The wrapped text of each cell.
  private let texts: [[Line]]
  /// The line numbers of the borders above each row and below the last row.
  private let edges: [Int]
  /// The position of the cell in each lane of each row, in row-major order; -1 for no cell.
  private var owners: [Int32]

  /// Returns the number of lanes that fit next to the row labels.
  static func laneCount(in width: Int, _ labels: [SafeText], of columns: Int = narrowest) -> Int {
    max(0, width - leastWidth(of: labels, lanes: 0)) / (columns + 1)
  }

  /// Returns the minimum width for a number of lanes and the row labels.
  static func leastWidth(of labels: [SafeText], lanes: Int = 1) -> Int {
    (labels.map(\.width).max() ?? 0) + 2 + lanes * (narrowest + 1)
  }

  /// Creates a painter for a grid.
  ///
  /// The labels are for the start of each row and the end of the last row. The width must be at
  /// least `leastWidth(of:lanes:)`. `text` returns the text of a cell, wrapped to a width.
  init(
    _ grid: DayGrid, labels: [SafeText], width: Int, glyphs: Glyphs,
    text: (DayGrid.Cell, Int) -> [Line]
  ) {
    self.grid = grid
    self.glyphs = glyphs
    self.labels = labels.map { Line($0, .time) }
    crossings = (0..<16).map { Line(glyphs.crossing(Glyphs.Arms(rawValue: $0)), .dim) }
    let labelWidth = labels.map(\.width).max() ?? 0
    let lanes = grid.laneCount
    let room = width - labelWidth - 1 - (lanes + 1)
    var borders = [labelWidth + 1]
    for lane in 0..<lanes {
      // The remaining columns go to the first lanes.
      let share = room / lanes + (lane < room % lanes ? 1 : 0)
      borders.append(borders[lane] + 1 + min(share, Self.widest))
    }
    self.borders = borders
    rules = zip(borders, borders.dropFirst()).map {
      Line(glyphs.rule(width: $1 - $0 - 1), .dim)
    }
    texts = grid.cells.map { cell in
      // A space separates the text from each border.
      text(cell, borders[cell.lanes.upperBound] - borders[cell.lanes.lowerBound] - 3)
    }
    edges = Self.edges(of: grid, heights: texts.map(\.count))
    // The array is small, because the width limits the number of lanes.
    owners = [Int32](repeating: -1, count: lanes * grid.rowCount)
    for (number, cell) in grid.cells.enumerated() {
      for row in cell.rows {
        for lane in cell.lanes { owners[row * lanes + lane] = Int32(truncatingIfNeeded: number) }
      }
    }
  }

  /// Returns the line numbers of the borders above and below the rows.
  ///
  /// Each row is high enough for the cells that end in it.
  private static func edges(of grid: DayGrid, heights: [Int]) -> [Int] {
    var rows = [Int](repeating: 0, count: grid.rowCount)
    let order = grid.cells.indices.sorted {
      (grid.cells[$0].rows.upperBound, $0) < (grid.cells[$1].rows.upperBound, $1)
    }
    for number in order {
      let cell = grid.cells[number]
      // A cell also covers the borders between its rows.
      let given = cell.rows.reduce(cell.rows.count - 1) { $0 + rows[$1] }
      rows[cell.rows.upperBound - 1] += max(0, max(1, heights[number]) - given)
    }
    return rows.reduce(into: [0]) { $0.append(($0.last ?? 0) + 1 + $1) }
  }

  // MARK: Painting

  /// Calls a closure with each line: first the names of the rooms, then the grid.
  func forEachLine(_ body: (Line) -> Void) {
    header().forEach(body)
    for row in 0..<grid.rowCount {
      body(edge(above: row))
      for height in edges[row] + 1..<edges[row + 1] { body(inside(row, at: height)) }
    }
    if grid.rowCount > 0 { body(edge(above: grid.rowCount)) }
  }

  private func header() -> [Line] {
    let names = grid.rooms.map { room -> [Line] in
      let width = borders[room.lanes.upperBound] - borders[room.lanes.lowerBound] - 2
      return Line("\(prose: room.name ?? "")", .strong).clipped(
        to: width, lines: 2, glyphs.ellipsis)
    }
    let height = names.map(\.count).max() ?? 0
    return (0..<height).compactMap { place in
      var canvas = Canvas()
      for (room, lines) in zip(grid.rooms, names) {
        // The last line of each name is directly above the border.
        let line = place - (height - lines.count)
        if line >= 0 { canvas.put(lines[line], at: borders[room.lanes.lowerBound] + 2) }
      }
      return canvas.line.isEmpty ? nil : canvas.line
    }
  }

  private func edge(above row: Int) -> Line {
    // Each lane has at most four parts: text, border, and a space on either side.
    var canvas = Canvas(room: 4 * grid.laneCount)
    canvas.put(labels[row], at: borders[0] - 1 - labels[row].width)
    for lane in 0...grid.laneCount {
      let arms = Glyphs.Arms(
        up: isBorder(lane, row - 1), down: isBorder(lane, row),
        left: isEdge(row, lane - 1), right: isEdge(row, lane))
      if arms != Glyphs.Arms() { canvas.put(crossings[arms.rawValue], at: borders[lane]) }
      guard lane < grid.laneCount else { break }
      if isEdge(row, lane) {
        canvas.put(rules[lane], at: borders[lane] + 1)
      } else {
        put(row, lane, at: edges[row], into: &canvas)
      }
    }
    return canvas.line
  }

  private func inside(_ row: Int, at height: Int) -> Line {
    var canvas = Canvas(room: 4 * grid.laneCount)
    for lane in 0...grid.laneCount {
      if isBorder(lane, row) {
        let arms = Glyphs.Arms(up: true, down: true)
        canvas.put(crossings[arms.rawValue], at: borders[lane])
      }
      if lane < grid.laneCount { put(row, lane, at: height, into: &canvas) }
    }
    return canvas.line
  }

  /// Draws a line of a cell's text.
  ///
  /// Only the first lane of a cell draws the text.
  private func put(_ row: Int, _ lane: Int, at height: Int, into canvas: inout Canvas) {
    guard let number = owner(row, lane), grid.cells[number].lanes.lowerBound == lane else { return }
    let place = height - edges[grid.cells[number].rows.lowerBound] - 1
    guard texts[number].indices.contains(place) else { return }
    canvas.put(texts[number][place], at: borders[lane] + 2)
  }

  // MARK: Borders

  private func owner(_ row: Int, _ lane: Int) -> Int? {
    guard (0..<grid.rowCount).contains(row), (0..<grid.laneCount).contains(lane) else { return nil }
    let owner = Int(owners[row * grid.laneCount + lane])
    return owner < 0 ? nil : owner
  }

  /// Returns true if a lane has a border at its left.
  private func isBorder(_ lane: Int, _ row: Int) -> Bool {
    owner(row, lane - 1) != owner(row, lane)
  }

  /// Returns true if a row has a border above it.
  private func isEdge(_ row: Int, _ lane: Int) -> Bool {
    owner(row - 1, lane) != owner(row, lane)
  }
}

extension Line {
  /// Returns a line wrapped to at most `limit` lines; the last line is truncated if text remains.
  func clipped(to width: Int, lines limit: Int, _ ellipsis: SafeText) -> [Line] {
    var lines: [Line] = []
    // Wrapping does not break a long web address, so the address could overwrite the border.
    wrap(to: width) { lines.append($0.truncated(to: width, ellipsis: ellipsis)) }
    guard lines.count > limit else {
      lines.removeAll(where: \.isEmpty)
      return lines
    }
    let last = lines[limit - 1]
    let room = width - ellipsis.width
    let end: Line = "\(last.truncated(to: room, ellipsis: ""))\(ellipsis)"
    lines.replaceSubrange((limit - 1)..., with: [end])
    return lines
  }
}
