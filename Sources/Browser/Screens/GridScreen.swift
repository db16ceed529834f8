import Basics
import Schedule

/// A scrollable view of a day's grid, with fixed headings.
///
/// Locations are columns, and times are rows. The selected cell is always visible.
struct GridScreen: Equatable {
  enum Outcome: Equatable {
    case opened(String)
    /// A request to move by a number of days.
    case turned(by: Int)
    case left
  }

  private(set) var model: GridModel
  /// The index of the selected cell.
  private var cell = 0
  private var lane = 0

  init(_ model: GridModel, selecting id: String?) {
    self.model = model
    cell = model.cells.firstIndex { $0.row.id == id } ?? 0
    lane = model.cells.isEmpty ? 0 : model.cells[cell].lanes.lowerBound
  }

  /// The identifier of the selected talk, or nil if the grid is empty.
  var selected: String? { model.cells.indices.contains(cell) ? model.cells[cell].row.id : nil }

  mutating func show(_ model: GridModel) {
    if model == self.model { return }
    self = GridScreen(model, selecting: selected)
  }

  /// Selects the first session that is not over.
  mutating func goToPresent(_ now: Instant) {
    guard let next = model.cells.firstIndex(where: { now < $0.row.timing?.last ?? now }) else {
      return
    }
    select(next)
  }

  mutating func reduce(_ command: Command, _ view: View) -> Outcome? {
    guard model.cells.indices.contains(cell) else {
      return command == .nextDay
        ? .turned(by: 1) : command == .previousDay ? .turned(by: -1) : .left
    }
    let current = model.cells[cell]
    switch command {
    case .up: step(to: nearest { $0.rows.upperBound <= current.rows.lowerBound && has($0, lane) })
    case .down: step(to: nearest { $0.rows.lowerBound >= current.rows.upperBound && has($0, lane) })
    case .left: side(-1)
    case .right: side(1)
    case .pageUp: page(-1, view)
    case .pageDown: page(1, view)
    case .first: select(0)
    case .last: select(model.cells.count - 1)
    case .now: goToPresent(view.now)
    case .open: return selected.map { .opened($0) }
    case .nextDay: return .turned(by: 1)
    case .previousDay: return .turned(by: -1)
    case .back: return .left
    default: break
    }
    return nil
  }

  /// Selects the cell at a position, or opens it if it is already selected.
  mutating func click(_ position: Picture.Position, _ view: View) -> Outcome? {
    let window = window(view)
    let line = position.line - window.heading.count
    let number = window.first + line
    guard line >= 0, window.rows.indices.contains(number) else { return nil }
    let row = window.rows[number]
    let lane = window.lanes.lowerBound + (position.column - timeWidth) / window.width
    guard position.column >= timeWidth, window.lanes.contains(lane),
      let target = model.cells.firstIndex(where: { has($0, lane) && $0.rows.contains(row) })
    else { return nil }
    if target == cell { return reduce(.open, view) }
    (cell, self.lane) = (target, lane)
    return nil
  }

  private func has(_ cell: GridModel.Cell, _ lane: Int) -> Bool { cell.lanes.contains(lane) }

  /// Returns the index of the matching cell that starts nearest to the start of the selected cell.
  private func nearest(_ isMeant: (GridModel.Cell) -> Bool) -> Int? {
    let row = model.cells[cell].rows.lowerBound
    return model.cells.indices.filter { isMeant(model.cells[$0]) }.min {
      abs(model.cells[$0].rows.lowerBound - row) < abs(model.cells[$1].rows.lowerBound - row)
    }
  }

  private mutating func step(to position: Int?) {
    if let position { cell = position }
  }

  private mutating func select(_ position: Int) {
    cell = position
    lane = model.cells[position].lanes.lowerBound
  }

  /// Moves left or right to the nearest lane with a session.
  private mutating func side(_ direction: Int) {
    let current = model.cells[cell]
    var next =
      direction > 0 ? max(lane + 1, current.lanes.upperBound) : current.lanes.lowerBound - 1
    while 0..<model.laneCount ~= next {
      if let position = nearest({ $0.lanes.contains(next) && $0.lanes.count < model.laneCount }) {
        cell = position
        lane = next
        return
      }
      next += direction
    }
  }

  private mutating func page(_ direction: Int, _ view: View) {
    let window = window(view)
    func start(_ position: Int) -> Int { window.rows(of: model.cells[position]).lowerBound }
    let target = start(cell) + direction * max(1, view.height - 1 - window.heading.count)
    let lane = lane
    let candidates = model.cells.indices.filter { model.cells[$0].lanes.contains(lane) }
    guard
      let position = candidates.min(by: { abs(start($0) - target) < abs(start($1) - target) })
    else { return }
    if position != cell {
      cell = position
    } else {
      step(to: direction > 0 ? candidates.last : candidates.first)
    }
  }

  // MARK: Drawing

  private var timeWidth: Int { model.timeWidth }

  /// The visible part of the grid.
  private struct Window {
    let lanes: Range<Int>
    /// The width of a lane, in columns.
    let width: Int
    /// The rows where a session in the lanes begins or ends.
    let times: Set<Int>
    /// The lines with the names of the locations; empty on a screen of one line.
    let heading: [Strip]
    /// The rows to show: `times`, and further rows where a title needs them.
    var rows: [Int] = []
    /// The index in `rows` of the first visible row.
    var first = 0

    /// Returns the indices in `rows` of the rows of a cell in the lanes.
    func rows(of cell: GridModel.Cell) -> Range<Int> {
      let start = rows.partitioningIndex { cell.rows.lowerBound <= $0 }
      return start..<rows.partitioningIndex { cell.rows.upperBound <= $0 }
    }

    /// Returns the width of the visible part of a cell, in columns.
    func width(of cell: GridModel.Cell) -> Int { cell.lanes.clamped(to: lanes).count * width }
  }

  private func lanes(_ view: View) -> Range<Int> {
    let room = max(1, view.width - timeWidth)
    let count = min(max(1, room / 20), max(1, model.laneCount))
    let first = min(max(0, lane - count / 2), max(0, model.laneCount - count))
    return first..<first + count
  }

  private func window(_ view: View) -> Window {
    let lanes = lanes(view)
    let width = max(1, max(1, view.width - timeWidth) / lanes.count)
    let cells = model.cells.filter { $0.lanes.overlaps(lanes) }
    let times = Set(cells.flatMap { [$0.rows.lowerBound, $0.rows.upperBound] })
    let heading = view.height > 1 ? heading(lanes, width, view) : []
    var window = Window(lanes: lanes, width: width, times: times, heading: heading)
    // For each cell, the number of lines of the title that have no row yet.
    var missing = cells.map { cell in
      text(of: cell, isSelected: true, view.signs).lineCount(
        to: Self.titleWidth(in: window.width(of: cell))) - times.count(where: cell.rows.contains)
    }
    for row in 0..<model.rowCount {
      if times.contains(row) {
        window.rows.append(row)
        continue
      }
      let short = cells.indices.filter { missing[$0] > 0 && cells[$0].rows.contains(row) }
      if short.isEmpty { continue }
      window.rows.append(row)
      for number in short { missing[number] -= 1 }
    }
    let height = view.height - heading.count
    let start =
      model.cells.indices.contains(cell) ? window.rows(of: model.cells[cell]).lowerBound : 0
    window.first = max(0, min(start - height / 3, window.rows.count - height))
    return window
  }

  /// Returns the visible locations, such as "locations 1–9 of 31", or nil if all are visible.
  func locations(_ view: View) -> String? {
    let lanes = lanes(view)
    let shown = model.rooms.indices.filter { model.rooms[$0].lanes.overlaps(lanes) }
    guard let first = shown.first, let last = shown.last, shown.count < model.rooms.count else {
      return nil
    }
    let numbers = first == last ? "" : "\(view.signs.dash)\(last + 1)"
    let word = first == last ? "location" : "locations"
    return "\(word) \(first + 1)\(numbers) of \(model.rooms.count)"
  }

  func picture(_ view: View) -> Picture {
    var picture = Picture()
    guard model.cells.indices.contains(cell) else {
      return Picture(lines: [Strip("Nothing is listed on \(model.day.brief)", .note)])
    }
    let window = window(view)
    let current = model.cells[cell]
    picture.lines = window.heading
    let height = view.height - window.heading.count
    for number in window.first..<min(window.first + height, window.rows.count) {
      picture.lines.append(line(number, window, view))
    }
    let column =
      timeWidth + max(0, current.lanes.lowerBound - window.lanes.lowerBound) * window.width
    picture.cursor = Picture.Position(
      line: window.rows(of: current).lowerBound - window.first + window.heading.count,
      column: min(column, view.width - 1))
    return picture
  }

  /// Returns the lines with the names of the locations.
  ///
  /// A long name wraps, and is truncated only if the names would take more than a third of the
  /// screen.
  private func heading(_ lanes: Range<Int>, _ width: Int, _ view: View) -> [Strip] {
    let names = lanes.map { lane in
      let room = model.rooms.first { $0.lanes.contains(lane) }
      let isFirst = room?.lanes.lowerBound == lane || lane == lanes.lowerBound
      return isFirst ? (room?.name ?? "").wrapped(to: max(1, width - 1)) : []
    }
    let count = max(1, min(names.map(\.count).max() ?? 1, view.height / 3))
    return (0..<count).map { number in
      var strip = Strip(number == 0 ? model.day.weekdayName(inFull: false) : "", .heading)
      strip.pad(to: timeWidth)
      for name in names {
        let end = strip.width + width
        let isLast = number == count - 1
        let text = name.dropFirst(number).prefix(isLast ? name.count : 1).joined(separator: " ")
        strip.add(text.cut(to: max(1, width - 1), view.signs.ellipsis), .heading)
        strip.pad(to: end)
      }
      return strip.cut(to: view.width, view.signs)
    }
  }

  private func line(_ number: Int, _ window: Window, _ view: View) -> Strip {
    let row = window.rows[number]
    let mark = window.times.contains(row) ? model.marks[row] : nil
    let next = window.times.filter { row < $0 }.min().flatMap { model.marks[$0] }
    let isPresent = mark.map { $0 <= view.now } ?? false && next.map { view.now < $0 } ?? false
    let time = mark == nil ? "" : model.labels[row]
    var strip = Strip()
    if !time.isEmpty { strip.pad(to: timeWidth - 1 - time.count) }
    strip.add(time, isPresent ? .chosen : .time)
    strip.add(isPresent ? ">" : "", .chosen)
    strip.pad(to: timeWidth)
    var lane = window.lanes.lowerBound
    while lane < window.lanes.upperBound {
      let position = model.cells.firstIndex {
        $0.lanes.contains(lane) && $0.rows.contains(row)
      }
      let end =
        position.map { min(model.cells[$0].lanes.upperBound, window.lanes.upperBound) } ?? lane + 1
      let columns = (end - lane) * window.width
      if let position {
        strip.add(piece(position, number, window, columns, view))
      } else {
        strip.pad(to: strip.width + columns)
      }
      lane = end
    }
    return strip.cut(to: view.width, view.signs)
  }

  private func corner(of cell: GridModel.Cell, _ signs: Signs) -> String {
    if cell.row.star != nil { return signs.starredCorner }
    let isBelow = model.cells.contains {
      $0.rows.upperBound == cell.rows.lowerBound && $0.lanes.overlaps(cell.lanes)
    }
    return isBelow ? signs.branch : signs.corner
  }

  /// Returns the width of a title in a cell, between the rule and the next cell.
  private static func titleWidth(in columns: Int) -> Int { max(1, columns - 3) }

  private func text(of cell: GridModel.Cell, isSelected: Bool, _ signs: Signs) -> String {
    let star = cell.row.star.map { $0.isMaybe ? signs.maybe : signs.star }
    return [isSelected ? ">" : nil, star, cell.row.title].compactMap(\.self).joined(separator: " ")
  }

  /// Returns one line of a cell; the title wraps over the lines.
  private func piece(
    _ position: Int, _ number: Int, _ window: Window, _ columns: Int, _ view: View
  ) -> Strip {
    let cell = model.cells[position]
    let isSelected = position == self.cell
    let rows = window.rows(of: cell)
    let part = number - max(rows.lowerBound, window.first)
    let width = Self.titleWidth(in: columns)
    let lines = text(of: cell, isSelected: isSelected, view.signs).wrapped(to: width)
    var line = part < lines.count ? lines[part] : ""
    if number == rows.upperBound - 1, part + 1 < lines.count {
      line = lines[part...].joined(separator: " ").cut(to: width, view.signs.ellipsis)
    }
    var strip = Strip(
      number == rows.lowerBound ? corner(of: cell, view.signs) : view.signs.bar, .dim)
    strip.add(" ")
    strip.add(line, isSelected ? .strong : cell.row.star == nil ? .plain : .strong)
    strip = strip.cut(to: columns, view.signs)
    return isSelected
      ? strip.selected(to: max(1, columns - 1), view.signs).padded(to: columns)
      : strip.padded(to: columns)
  }
}

extension Strip {
  func padded(to width: Int) -> Strip {
    var strip = self
    strip.pad(to: width)
    return strip
  }
}
