import CommandLine
import Schedule

/// Turns the rectangles of a day into lines of a terminal.
///
/// Each row is as high as the texts of its sessions need, so nothing but very long titles is cut, and an
/// hour in which nothing happens takes a line.
struct GridPainter {
  /// The fewest columns inside a lane in which a text can be read.
  static let narrowest = 12
  /// The columns inside a lane in which most words are whole.
  static let comfortable = 16
  /// The most columns inside a lane that a text needs.
  static let widest = 48

  private let grid: DayGrid
  private let glyphs: Glyphs
  private let labels: [Line]
  /// The columns of the borders, from the left of the first lane to the right of the last.
  private let borders: [Int]
  /// Where borders meet, by the directions in which they lead away.
  private let crossings: [Line]
  /// The edge above a cell, for each lane.
  private let rules: [Line]
  /// The texts of the cells, wrapped.
  private let texts: [[Line]]
  /// The lines of the borders above the rows, and below the last.
  private let edges: [Int]
  /// The cell that holds a lane in a row, -1 if there is none; rows one after the other.
  private var owners: [Int32]

  /// How many lanes of some columns fit in a width, beside the labels of the rows.
  static func laneCount(in width: Int, _ labels: [SafeText], of columns: Int = narrowest) -> Int {
    max(0, width - leastWidth(of: labels, lanes: 0)) / (columns + 1)
  }

  /// The columns that so many lanes need at least.
  static func leastWidth(of labels: [SafeText], lanes: Int = 1) -> Int {
    (labels.map(\.width).max() ?? 0) + 2 + lanes * (narrowest + 1)
  }

  /// Prepares a painting.
  ///
  /// - Parameters:
  ///   - grid: The rectangles.
  ///   - labels: The texts beside the beginning of each row, and the end of the last.
  ///   - width: The columns to keep to, at least those that `leastWidth` returns for its lanes.
  ///   - glyphs: The drawn signs.
  ///   - text: The text of a cell that is so many columns wide.
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
      // Columns that cannot be divided evenly go to the first lanes.
      let share = room / lanes + (lane < room % lanes ? 1 : 0)
      borders.append(borders[lane] + 1 + min(share, Self.widest))
    }
    self.borders = borders
    rules = zip(borders, borders.dropFirst()).map {
      Line(glyphs.rule(width: $1 - $0 - 1), .dim)
    }
    texts = grid.cells.map { cell in
      // A blank keeps the text from each border.
      text(cell, borders[cell.lanes.upperBound] - borders[cell.lanes.lowerBound] - 3)
    }
    edges = Self.edges(of: grid, heights: texts.map(\.count))
    // A day has no more lanes than fit, so this is as large as the painted grid.
    owners = [Int32](repeating: -1, count: lanes * grid.rowCount)
    for (number, cell) in grid.cells.enumerated() {
      for row in cell.rows {
        for lane in cell.lanes { owners[row * lanes + lane] = Int32(truncatingIfNeeded: number) }
      }
    }
  }

  /// Gives each row the height that the cells ending with it need.
  private static func edges(of grid: DayGrid, heights: [Int]) -> [Int] {
    var rows = [Int](repeating: 0, count: grid.rowCount)
    let order = grid.cells.indices.sorted {
      (grid.cells[$0].rows.upperBound, $0) < (grid.cells[$1].rows.upperBound, $1)
    }
    for number in order {
      let cell = grid.cells[number]
      // The edges between its rows are its own.
      let given = cell.rows.reduce(cell.rows.count - 1) { $0 + rows[$1] }
      rows[cell.rows.upperBound - 1] += max(0, max(1, heights[number]) - given)
    }
    return rows.reduce(into: [0]) { $0.append(($0.last ?? 0) + 1 + $1) }
  }

  // MARK: Painting

  /// Goes through the lines: the names of the rooms, and below them the day.
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
        // Names are on the border below them.
        let line = place - (height - lines.count)
        if line >= 0 { canvas.put(lines[line], at: borders[room.lanes.lowerBound] + 2) }
      }
      return canvas.line.isEmpty ? nil : canvas.line
    }
  }

  private func edge(above row: Int) -> Line {
    // A blank or a border is on either side of each.
    var canvas = Canvas(room: 4 * grid.laneCount)
    canvas.put(labels[row], at: 0)
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

  /// Draws a line of the text of a cell, if the lane is the cell's first.
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

  /// Whether there is a border at the left of a lane.
  private func isBorder(_ lane: Int, _ row: Int) -> Bool {
    owner(row, lane - 1) != owner(row, lane)
  }

  /// Whether an edge lies above a row.
  private func isEdge(_ row: Int, _ lane: Int) -> Bool {
    owner(row - 1, lane) != owner(row, lane)
  }
}

extension Line {
  /// Returns the line broken into a number of lines at most, the last of them cut.
  func clipped(to width: Int, lines limit: Int, _ ellipsis: SafeText) -> [Line] {
    var lines: [Line] = []
    // An address that is too long is cut here, since there are borders beside it.
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
