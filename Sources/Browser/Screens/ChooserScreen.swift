import Basics
import TerminalScreen

struct Choice: Equatable, Sendable {
  let id: String
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
      let text = "\(choice.title) \(choice.detail)".folded
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
    scrolling.move(
      from: old..<old + 1, to: target..<target + 1, of: shown.count, height: listHeight(view))
  }

  mutating func click(_ position: Picture.Position, _ view: View) -> Outcome? {
    let shown = shown
    guard let selected = index else { return nil }
    let line = position.line - (view.height > 1 ? 1 : 0)
    let target = line + top(selected, of: shown.count, view)
    return line >= 0 && shown.indices.contains(target) ? .chose(shown[target].id) : nil
  }

  private func top(_ selected: Int, of count: Int, _ view: View) -> Int {
    scrolling.top(selected: selected..<selected + 1, of: count, height: listHeight(view))
  }

  private func listHeight(_ view: View) -> Int { max(1, view.height - (view.height > 1 ? 1 : 0)) }

  func picture(_ view: View) -> Picture {
    var picture = Picture()
    let shown = shown
    let hasTitle = view.height > 1
    if hasTitle { picture.lines.append(Strip(title, .heading).cut(to: view.width, view.signs)) }
    let height = listHeight(view)
    guard let selected = index else {
      picture.lines.append(Strip("Nothing matches", .note))
      picture.cursor = Picture.Position(line: picture.lines.count - 1, column: 0)
      return picture
    }
    let top = top(selected, of: shown.count, view)
    for number in top..<min(shown.count, top + height) {
      let choice = shown[number]
      var strip = Strip(number == selected ? "> " : "  ", .strong)
      if choice.isOn { strip.add("* ", .star) }
      if let key = choice.key { strip.add("\(key)  ", .time) }
      let room = max(1, view.width - strip.width - choice.detail.count - 2)
      strip.add(choice.title.cut(to: room, view.signs.ellipsis))
      strip.add(choice.detail, .dim, endingAt: view.width)
      if number == selected { strip = strip.selected(to: view.width, view.signs) }
      picture.lines.append(strip.cut(to: view.width, view.signs))
    }
    picture.cursor = Picture.Position(line: selected - top + (hasTitle ? 1 : 0), column: 0)
    return picture
  }
}
