import Basics
import TerminalScreen

struct Choice: Equatable, Sendable {
  let id: String
  /// The text before the title, in a separate column.
  var lead = ""
  let title: String
  /// The text at the right edge, such as a count.
  var detail = ""
  /// The key that immediately chooses the item in a list without a filter.
  var key: Character?
  var isOn = false
}

/// A list of choices, optionally with a typed filter.
struct ChooserScreen: Equatable {
  enum Outcome: Equatable {
    case chose(String)
    case left
  }

  let title: String
  let choices: [Choice]
  /// The typed filter, or nil if keys choose items directly.
  private(set) var field: LineEditor?
  private var selected: String?
  private var scrolling = Scrolling()

  init(_ title: String, _ choices: [Choice], filters: Bool) {
    self.title = title
    self.choices = choices
    field = filters ? LineEditor() : nil
    selected = choices.first?.id
  }

  var isTyping: Bool { field != nil }

  /// The choices that contain all words of the typed filter.
  var shown: [Choice] {
    let words = (field?.text ?? "").folded.split(separator: " ")
    if words.isEmpty { return choices }
    return choices.filter { choice in
      let text = "\(choice.lead) \(choice.title) \(choice.detail)".folded
      return words.allSatisfy(text.contains)
    }
  }

  private var index: Int? {
    let shown = shown
    return shown.firstIndex { $0.id == selected } ?? (shown.isEmpty ? nil : 0)
  }

  mutating func reduce(_ command: Command, _ view: View) -> Outcome? {
    let count = shown.count
    if let target = command.target(from: index ?? 0, of: count, page: view.height - 2) {
      move(to: target, view)
    }
    switch command {
    case .open:
      guard let index else { return .left }
      return .chose(shown[index].id)
    case .back, .left: return .left
    default: break
    }
    return nil
  }

  /// Handles a key that edits the filter, moves the selection or chooses an item.
  mutating func type(_ key: Key, _ view: View) -> Outcome? {
    if field == nil {
      if case .character(let character) = key,
        let choice = choices.first(where: { $0.key == character })
      {
        return .chose(choice.id)
      }
      return KeyBindings.command(for: key, in: .menu).flatMap { reduce($0, view) }
    }
    switch key {
    case .up, .down, .pageUp, .pageDown, .enter, .escape:
      return KeyBindings.command(for: key, in: .menu).flatMap { reduce($0, view) }
    default:
      if field?.edit(key) == true { selected = shown.first?.id }
      return nil
    }
  }

  private mutating func move(to target: Int, _ view: View) {
    let shown = shown
    guard !shown.isEmpty, let old = index else { return }
    selected = shown[target].id
    let lines = lines(of: shown, view)
    scrolling.move(
      from: lines[old], to: lines[target], of: lines.last?.upperBound ?? 0,
      height: listHeight(view))
  }

  mutating func click(_ position: Picture.Position, _ view: View) -> Outcome? {
    let shown = shown
    guard let selected = index else { return nil }
    let lines = lines(of: shown, view)
    let line = position.line - titleHeight(view)
    let target = line + top(selected, lines, view)
    guard line >= 0, let place = lines.firstIndex(where: { $0.contains(target) }) else {
      return nil
    }
    return .chose(shown[place].id)
  }

  // MARK: Drawing

  private func titleHeight(_ view: View) -> Int { view.height > 1 ? 1 : 0 }

  private func listHeight(_ view: View) -> Int { max(1, view.height - titleHeight(view)) }

  /// Returns the number of lines for the title and all choices.
  func height(_ view: View) -> Int { (lines(of: choices, view).last?.upperBound ?? 0) + 1 }

  private func top(_ selected: Int, _ lines: [Range<Int>], _ view: View) -> Int {
    scrolling.top(
      selected: lines[selected], of: lines.last?.upperBound ?? 0, height: listHeight(view))
  }

  /// Returns the line numbers of each choice; the first choice begins at line 0.
  ///
  /// Lines are counted without drawing them, because a list can have a thousand choices.
  private func lines(of choices: [Choice], _ view: View) -> [Range<Int>] {
    var end = 0
    return choices.map { choice in
      let first = end
      let head = head(of: choice, isSelected: false)
      end += texts(of: choice, from: start(after: head, view), view).count
      if isAbove(head, view) { end += 1 }
      return first..<end
    }
  }

  /// Returns the part of a choice's first line that precedes its title.
  private func head(of choice: Choice, isSelected: Bool) -> Strip {
    var head = Strip(isSelected ? "> " : "  ", .strong)
    if choice.isOn { head.add("* ", .star) }
    if let key = choice.key { head.add("\(key)  ", .time) }
    head.add(choice.lead)
    return head
  }

  /// Returns true if the title is below the head, because the head is too wide.
  private func isAbove(_ head: Strip, _ view: View) -> Bool { head.width > view.width / 2 }

  private func start(after head: Strip, _ view: View) -> Int {
    isAbove(head, view) ? 4 : head.width
  }

  /// Returns the title of a choice, wrapped if it is too long.
  private func texts(of choice: Choice, from start: Int, _ view: View) -> [String] {
    let detail = choice.detail.isEmpty ? 0 : choice.detail.count + 2
    let room = max(1, view.width - start - detail)
    return DisplayWidth.of(choice.title) <= room
      ? [choice.title] : choice.title.wrapped(to: max(1, room - hanging(choice)))
  }

  /// Returns the indent of the further lines of a title.
  ///
  /// Without a separate column, an indent shows that a line is not another choice.
  private func hanging(_ choice: Choice) -> Int { choice.lead.isEmpty ? 2 : 0 }

  private func strips(of choice: Choice, isSelected: Bool, _ view: View) -> [Strip] {
    var strip = head(of: choice, isSelected: isSelected)
    let start = start(after: strip, view)
    var strips: [Strip] = []
    if isAbove(strip, view) {
      strips.append(strip)
      strip = Strip()
      strip.pad(to: start)
    }
    for (number, text) in texts(of: choice, from: start, view).enumerated() {
      strip.add(text)
      if number == 0 { strip.add(choice.detail, .dim, endingAt: view.width) }
      strips.append(strip)
      strip = Strip()
      strip.pad(to: start + hanging(choice))
    }
    return isSelected ? strips.map { $0.selected(to: view.width, view.signs) } : strips
  }

  func picture(_ view: View) -> Picture {
    var picture = Picture()
    let shown = shown
    let heading = titleHeight(view)
    if heading > 0 { picture.lines.append(Strip(title, .heading).cut(to: view.width, view.signs)) }
    guard let selected = index else {
      picture.lines.append(Strip("Nothing matches", .note))
      picture.cursor = Picture.Position(line: picture.lines.count - 1, column: 0)
      return picture
    }
    let lines = lines(of: shown, view)
    let top = top(selected, lines, view)
    let visible = top..<top + listHeight(view)
    for (number, range) in lines.enumerated() where range.overlaps(visible) {
      let strips = strips(of: shown[number], isSelected: number == selected, view)
      picture.lines += zip(range, strips).filter { visible.contains($0.0) }.map(\.1)
    }
    picture.cursor = Picture.Position(line: lines[selected].lowerBound - top + heading, column: 0)
    return picture
  }
}
