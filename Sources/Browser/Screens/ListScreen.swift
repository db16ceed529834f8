import Basics
import Schedule
import TerminalScreen

/// A list of all days, with a line that marks the current time.
///
/// `konf browse` and `konf pick` start with this screen. A query limits the list to part of the
/// schedule or to the agenda. A talk remains selected while the content around it changes.
struct ListScreen: Equatable {
  enum Outcome: Equatable {
    case opened(String)
    case picked([String])
    case left
  }

  var query = ListQuery()
  private(set) var content = ListContent.loading
  private(set) var selected: String?
  /// The typed search words, or nil if the user is not typing.
  private(set) var field: LineEditor?
  /// The marked talks, in the order in which the user marked them, even if a search hides them.
  private(set) var marked: [String] = []
  /// The number of matches and the number of all talks, while the user picks talks.
  private var (matches, total) = (0, 0)
  /// True if the user picks talks instead of reading them.
  let isPicking: Bool
  var card: TalkCard?
  /// The agenda, or nil if the screen has no room for it.
  var plan: ListContent?
  private(set) var rows: [TalkRow] = []
  private(set) var facts = ListFacts([], [])
  /// The columns and the lines of the rows, updated by `fit`.
  private(set) var columns: ListColumns?
  private var heights: [Int] = []
  /// The width of the locations of talks to pick, updated by `fit`.
  private(set) var pickLocation = 0
  private var scrolling = Scrolling()
  /// The selection and the scroll position of each day that the user left.
  private var places: [CivilDate: Place] = [:]

  private struct Place: Equatable {
    let selected: String
    let scrolling: Scrolling
  }

  init(isPicking: Bool = false) {
    self.isPicking = isPicking
    if isPicking { field = LineEditor() }
  }

  var isTyping: Bool { field != nil }

  /// Returns the message that replaces the rows, or nil if the list has rows.
  func message(backKey: String) -> String? {
    switch content {
    case .items: nil
    case .loading: "Reading the schedule"
    case .failed(let reason): "\(reason). Press \(backKey) for the previous schedule"
    case .empty(let message):
      query.isLimited && !isPicking ? "\(message). Press \(backKey) to go back" : message
    }
  }

  /// The day of the selected talk, or nil if it is unknown.
  var day: CivilDate? {
    guard let selected else { return nil }
    return content.sections.first { $0.entries.contains { $0.row?.id == selected } }?.day
  }
  private var index: Int? { rows.firstIndex { $0.id == selected } }

  // MARK: Content

  /// Replaces the talks to pick from.
  ///
  /// If the search words are new, the best match is selected.
  mutating func show(
    picks: (content: ListContent, matches: Int), of total: Int, areNew: Bool, _ view: View
  ) {
    show(picks.content, view)
    (matches, self.total) = (picks.matches, total)
    if areNew, !query.words.isEmpty { (selected, scrolling) = (rows.first?.id, Scrolling()) }
  }

  /// Replaces the content.
  ///
  /// If the selected talk was removed, the nearest remaining talk is selected.
  mutating func show(_ content: ListContent, _ view: View) {
    if content == self.content { return }
    let old = index
    let before = rows
    self.content = content
    let entries = content.sections.flatMap(\.entries)
    rows = entries.compactMap(\.row)
    facts = ListFacts(content.sections, rows)
    columns = nil
    fit(view)
    if index != nil { return }
    // Select the next row that still exists, or the previous row if no such row exists.
    let following = before[(old ?? 0)...].first { row in rows.contains { $0.id == row.id } }
    let preceding = before[..<(old ?? 0)].last { row in rows.contains { $0.id == row.id } }
    selected = (following ?? preceding)?.id
    if selected == nil { goToPresent(view) }
  }

  /// Updates the columns and the lines of the rows after the size or the day changed.
  mutating func fit(_ view: View) {
    let columns = ListColumns(facts, listView(view))
    if columns == self.columns { return }
    self.columns = columns
    heights = isPicking ? pickHeights(view) : columns.heights(rows, facts)
  }

  /// The first column of the locations of talks to pick.
  static let pickStart = 14

  /// Updates the width of the locations, and returns the number of lines of each talk to pick.
  ///
  /// A location that is wider than a third of the screen has separate lines below.
  private mutating func pickHeights(_ view: View) -> [Int] {
    pickLocation = facts.locations.reduce(0) { $1 <= view.width / 3 ? max($0, $1) : $0 }
    return rows.indices.map { number in
      if facts.locations[number] <= pickLocation { return 1 }
      return 1 + rows[number].locations.lineCount(to: view.width - Self.pickStart)
    }
  }

  func lines(_ view: View) -> ListLines {
    let view = listView(view)
    let noteWidth = view.width - (columns?.noteStart ?? 0)
    return ListLines(content.sections, heights, noteWidth: noteWidth, view)
  }

  /// Selects the first running talk, or the first talk that has not begun if no talk is running.
  ///
  /// Running talks are placed at the top of the screen. Without running talks, the current time is
  /// a third of the height from the top.
  mutating func goToPresent(_ view: View) {
    if let running = content.sections.first(where: \.isRunning)?.entries.firstNonNil(\.row) {
      selected = running.id
      scrolling.offset = 1
      return
    }
    let position = rows.firstIndex { row in
      row.timing.map { view.now <= $0.start ?? $0.last } ?? false
    }
    let today = view.clocks.day(at: view.now)
    let isOver =
      position == nil && view.clocks.day(of: rows.last?.timing).map { $0 < today } ?? true
    let chosen = position ?? (isOver ? 0 : rows.count - 1)
    guard rows.indices.contains(chosen) else { return }
    selected = rows[chosen].id
    let third = height(view) / 3
    let lines = lines(view)
    scrolling.offset = lines.present.map { third + lines.rows[chosen].lowerBound - $0 } ?? third
  }

  mutating func select(_ id: String, _ view: View) {
    guard let position = rows.firstIndex(where: { $0.id == id }) else { return }
    move(to: position, view)
  }

  /// Remembers the position in the current day, so that the user can return to it.
  mutating func leaveDay() {
    guard let day, let selected else { return }
    places[day] = Place(selected: selected, scrolling: scrolling)
  }

  /// Returns to the position where the user left a day.
  ///
  /// On a day that the user has not left, the first talk is selected, or the next talk if the day
  /// is today.
  mutating func go(to day: CivilDate, returning: Bool, _ view: View) {
    if returning, let place = places[day], rows.contains(where: { $0.id == place.selected }) {
      (selected, scrolling) = (place.selected, place.scrolling)
      return
    }
    guard
      let first = content.sections.lazy.filter({ $0.day == day }).flatMap(\.entries)
        .compactMap(\.row).first
    else { return }
    if day == view.clocks.day(at: view.now) { return goToPresent(view) }
    selected = first.id
    scrolling.offset = 1
  }

  private mutating func move(to position: Int, _ view: View) {
    guard rows.indices.contains(position) else { return }
    let lines = lines(view)
    let old = index ?? position
    selected = rows[position].id
    scrolling.move(
      from: lines.rows[old], to: lines.rows[position], of: lines.lines.count,
      height: height(view), header: 1)
  }

  // MARK: Commands and keys

  mutating func reduce(_ command: Command, _ view: View) -> Outcome? {
    let position = index ?? 0
    switch command {
    case .up, .down, .first, .last:
      command.target(from: position, of: rows.count, page: 1).map { move(to: $0, view) }
    case .pageUp: turnPage(by: -1, view)
    case .pageDown: turnPage(by: 1, view)
    case .findNext: move(to: rows.isEmpty ? 0 : (position + 1) % rows.count, view)
    case .findPrevious: move(to: rows.isEmpty ? 0 : (position + rows.count - 1) % rows.count, view)
    case .now: goToPresent(view)
    case .find: field = LineEditor(query.words)
    case .mark: mark(view)
    case .open:
      guard let selected else { return nil }
      return isPicking ? .picked(marked.isEmpty ? [selected] : marked) : .opened(selected)
    case .back:
      if isPicking { return .left }
      if !query.isLimited {
        goToPresent(view)
        return .left
      }
      query = ListQuery()
    default: break
    }
    return nil
  }

  mutating func type(_ key: Key, _ view: View) -> Outcome? {
    switch key {
    case .up, .down, .pageUp, .pageDown:
      return KeyBindings.command(for: key, in: .list).flatMap { reduce($0, view) }
    case .tab where isPicking: return reduce(.mark, view)
    case .enter where isPicking: return reduce(.open, view)
    case .escape where isPicking: return .left
    case .enter: field = nil
    case .escape:
      field = nil
      query.words = ""
    default:
      if field?.edit(key) == true { query.words = field?.text ?? "" }
    }
    return nil
  }

  /// Selects the row at a position, or opens it if it is already selected.
  mutating func click(_ position: Picture.Position, _ view: View) -> Outcome? {
    let lines = lines(view)
    let (top, selected, header) = window(lines, view)
    let line = top + position.line
    let isCovered = header > 0 && position.line == 0 && lines.coversTop(top)
    guard position.line < height(view), position.column < listWidth(view), !isCovered,
      let row = lines.rows.firstIndex(where: { $0.contains(line) })
    else { return nil }
    if selected?.contains(line) ?? false { return reduce(.open, view) }
    move(to: row, view)
    return nil
  }

  private mutating func mark(_ view: View) {
    guard let selected, let position = index else { return }
    if marked.contains(selected) {
      marked.removeAll { $0 == selected }
    } else {
      marked.append(selected)
    }
    move(to: min(rows.count - 1, position + 1), view)
  }

  private mutating func turnPage(by pages: Int, _ view: View) {
    guard let position = index else { return }
    let lines = lines(view)
    let target = lines.rows[position].lowerBound + pages * max(1, height(view) - 2)
    let next = lines.rows.firstIndex { target <= $0.lowerBound } ?? rows.count - 1
    // Moving by a page moves by at least one row, even on a low screen.
    let moved = pages > 0 ? max(next, position + 1) : min(next, position - 1)
    let chosen = min(max(moved, 0), rows.count - 1)
    selected = rows[chosen].id
    scrolling.offset =
      lines.rows[chosen].lowerBound
      - scrolling.top(
        selected: lines.rows[chosen], of: lines.lines.count, height: height(view), header: 1)
  }

  // MARK: Layout

  /// The minimum width for a card next to the list.
  ///
  /// From 200 columns on, the agenda is also next to the list.
  private static let widthOfCard = 140

  func listWidth(_ view: View) -> Int {
    if isPicking || view.width < Self.widthOfCard { return view.width }
    return view.width < 200 ? view.width * 6 / 10 : view.width * 45 / 100
  }

  func listView(_ view: View) -> View { view.narrowed(to: listWidth(view)) }

  /// Returns the height of the card below the list, or 0 if the list has no card below it.
  func cardHeight(_ view: View) -> Int {
    if isPicking || view.width >= Self.widthOfCard || view.isNarrow || view.height < 16 { return 0 }
    return view.height < 30 ? 5 : 9
  }

  /// The first column of `status`.
  static let statusStart = 4

  /// Returns the line below the talks to pick, such as "2 marked · 4 of 883".
  func status(_ view: View) -> String {
    let listed = Set(rows.prefix(matches).map(\.id))
    let below = marked.count { !listed.contains($0) }
    let count = "\(marked.count) marked\(below > 0 ? ", \(below) not matching" : "")"
    let parts = [
      marked.isEmpty ? nil : count, "\(matches) of \(total)",
      rows.isEmpty ? nil : "Tab marks, Enter prints",
    ]
    func line(_ parts: [String?]) -> String {
      parts.compactMap(\.self).joined(separator: view.signs.separator)
    }
    let text = line(parts)
    // On a narrow line, the keys are more important than the number of matches.
    let fits = Self.statusStart + DisplayWidth.of(text) <= view.width
    return fits || rows.isEmpty ? text : line([parts[0], parts[2]])
  }

  func height(_ view: View) -> Int {
    isPicking ? max(1, view.height - 1) : view.height - cardHeight(view)
  }

  /// Returns the first visible line, the lines of the selection, and the number of covered lines.
  ///
  /// The heading of the first visible section covers this number of lines at the top.
  func window(_ lines: ListLines, _ view: View) -> (top: Int, selected: Range<Int>?, header: Int) {
    guard let position = index, lines.rows.indices.contains(position) else { return (0, nil, 0) }
    let selected = lines.rows[position]
    let height = height(view)
    let header = height > selected.count && !isPicking ? 1 : 0
    let top = scrolling.top(
      selected: selected, of: lines.lines.count, height: height, header: header)
    return (top, selected, header)
  }
}
