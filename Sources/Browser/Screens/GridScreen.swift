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
    case .back, .grid: return .left
    default: break
    }
    return nil
  }

  /// Selects the cell at a position, or opens it if it is already selected.
  mutating func click(_ position: Picture.Position, _ view: View) -> Outcome? {
    let window = window(view)
    let row = window.firstRow + position.line - (view.height > 1 ? 1 : 0)
    let lane = window.lanes.lowerBound + (position.column - Self.timeWidth) / window.width
    guard position.column >= Self.timeWidth, window.lanes.contains(lane),
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
    let row = model.cells[cell].rows.lowerBound + direction * max(1, view.height - 2)
    let lane = lane
    let candidates = model.cells.indices.filter { model.cells[$0].lanes.contains(lane) }
    guard
      let position = candidates.min(by: {
        abs(model.cells[$0].rows.lowerBound - row) < abs(model.cells[$1].rows.lowerBound - row)
      })
    else { return }
    if position != cell {
      cell = position
    } else {
      step(to: direction > 0 ? candidates.last : candidates.first)
    }
  }

  // MARK: Drawing

  private static let timeWidth = 6

  /// Returns the visible lanes, their width and the first visible row.
  private func window(_ view: View) -> (lanes: Range<Int>, width: Int, firstRow: Int) {
    let room = max(1, view.width - Self.timeWidth)
    let count = min(max(1, room / 20), max(1, model.laneCount))
    let firstLane = min(max(0, lane - count / 2), max(0, model.laneCount - count))
    let height = view.height > 1 ? view.height - 1 : view.height
    let start = model.cells.indices.contains(cell) ? model.cells[cell].rows.lowerBound : 0
    let firstRow = max(0, min(start - height / 3, model.rowCount - height))
    return (firstLane..<firstLane + count, max(1, room / count), firstRow)
  }

  func picture(_ view: View) -> Picture {
    var picture = Picture()
    guard model.cells.indices.contains(cell) else {
      return Picture(lines: [Strip("Nothing is listed on \(model.day.brief)", .note)])
    }
    let (lanes, width, firstRow) = window(view)
    let current = model.cells[cell]
    let hasHeading = view.height > 1
    let height = hasHeading ? view.height - 1 : view.height
    if hasHeading { picture.lines.append(heading(lanes, width, view)) }
    for row in firstRow..<min(firstRow + height, model.rowCount) {
      picture.lines.append(line(row, firstRow, lanes, width, view))
    }
    let column =
      Self.timeWidth + max(0, current.lanes.lowerBound - lanes.lowerBound) * width
    picture.cursor = Picture.Position(
      line: current.rows.lowerBound - firstRow + (hasHeading ? 1 : 0),
      column: min(column, view.width - 1))
    return picture
  }

  private func heading(_ lanes: Range<Int>, _ width: Int, _ view: View) -> Strip {
    var strip = Strip(String(model.day.brief.prefix(3)), .heading)
    strip.pad(to: Self.timeWidth)
    for lane in lanes {
      let end = strip.width + width
      let room = model.rooms.first { $0.lanes.contains(lane) }
      let isFirst = room?.lanes.lowerBound == lane || lane == lanes.lowerBound
      strip.add((isFirst ? room?.name ?? "" : "").cut(to: width - 1, view.signs.ellipsis), .heading)
      strip.pad(to: end)
    }
    return strip.cut(to: view.width, view.signs)
  }

  private func line(
    _ row: Int, _ firstRow: Int, _ lanes: Range<Int>, _ width: Int, _ view: View
  ) -> Strip {
    let mark = model.marks[row]
    let next = row + 1 < model.marks.count ? model.marks[row + 1] : nil
    let isPresent = mark.map { $0 <= view.now } ?? false && next.map { view.now < $0 } ?? false
    var strip = Strip(mark.map(view.clocks.clock) ?? "", isPresent ? .chosen : .time)
    strip.add(isPresent ? ">" : "", .chosen)
    strip.pad(to: Self.timeWidth)
    var lane = lanes.lowerBound
    while lane < lanes.upperBound {
      let position = model.cells.firstIndex {
        $0.lanes.contains(lane) && $0.rows.contains(row)
      }
      let end = position.map { min(model.cells[$0].lanes.upperBound, lanes.upperBound) } ?? lane + 1
      let columns = (end - lane) * width
      if let position {
        strip.add(piece(position, row, firstRow, columns, view))
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

  /// Returns one line of a cell; the title wraps over the lines.
  private func piece(_ position: Int, _ row: Int, _ firstRow: Int, _ columns: Int, _ view: View)
    -> Strip
  {
    let cell = model.cells[position]
    let isSelected = position == self.cell
    let star = cell.row.star.map { $0.isMaybe ? view.signs.maybe : view.signs.star }
    let text = [isSelected ? ">" : nil, star, cell.row.title].compactMap(\.self).joined(
      separator: " ")
    let number = row - max(cell.rows.lowerBound, firstRow)
    let lines = text.wrapped(to: max(1, columns - 3))
    let isLast = row == cell.rows.upperBound - 1
    var line = number < lines.count ? lines[number] : ""
    if isLast, number + 1 < lines.count {
      line = lines[number...].joined(separator: " ").cut(
        to: max(1, columns - 3), view.signs.ellipsis)
    }
    var strip = Strip(
      row == cell.rows.lowerBound ? corner(of: cell, view.signs) : view.signs.bar, .dim)
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
