import TerminalScreen

struct Page: Equatable, Sendable {
  enum Link: Equatable, Sendable {
    case talk(String)
    case person(String)
    case command(Command)
  }

  enum Block: Equatable, Sendable {
    case text(String, Look)
    case link(String, Link, key: String = "")
  }

  /// The identifier of the talk that the page describes, or nil for a page about a person.
  var talk: String?
  var title: String
  var blocks: [Block]
}

/// A page with a cursor that moves line by line.
struct PageScreen: Equatable {
  enum Outcome: Equatable {
    case followed(Page.Link)
    case left
  }

  private(set) var page: Page
  private var block = 0
  private var part = 0
  private var scrolling = Scrolling()

  /// Creates a screen with the cursor on the first line, or on the first talk of a person.
  init(_ page: Page) {
    self.page = page
    guard page.talk == nil else { return }
    block = page.blocks.firstIndex { if case .link = $0 { true } else { false } } ?? 0
    // Show as many lines before the talk as fit on the screen.
    scrolling.offset = .max / 2
  }

  var isOnLink: Bool {
    if page.blocks.indices.contains(block), case .link = page.blocks[block] { true } else { false }
  }

  /// Replaces the page, and preserves the position of the cursor.
  mutating func show(_ page: Page) {
    self.page = page
    block = min(block, max(0, page.blocks.count - 1))
  }

  private struct Line {
    let block: Int
    let part: Int
    let strip: Strip
  }

  private func lines(_ view: View) -> [Line] {
    page.blocks.enumerated().flatMap { number, block -> [Line] in
      let strips: [Strip]
      switch block {
      case .text(let text, let look): strips = text.wrapped(to: view.width).map { Strip($0, look) }
      case .link(let text, _, let key):
        let indent = key.isEmpty ? 2 : 2 + KeyBinding.namesWidth
        let lines = text.wrapped(to: max(1, view.width - indent))
        strips = lines.enumerated().map { number, line in
          var strip = Strip("  ")
          if number == 0 { strip.add(key) }
          strip.pad(to: indent)
          strip.add(line)
          return strip
        }
      }
      return (strips.isEmpty ? [Strip()] : strips).enumerated().map {
        Line(block: number, part: $0.offset, strip: $0.element)
      }
    }
  }

  private func position(in lines: [Line]) -> Int {
    lines.lastIndex { $0.block == block && $0.part <= part } ?? 0
  }

  mutating func reduce(_ command: Command, _ view: View) -> Outcome? {
    let lines = lines(view)
    let old = position(in: lines)
    if let target = command.target(from: old, of: lines.count, page: view.height - 1) {
      go(to: target, lines, old, view)
    }
    switch command {
    case .open:
      guard page.blocks.indices.contains(block), case .link(_, let link, _) = page.blocks[block]
      else {
        return .left
      }
      return .followed(link)
    case .back, .left: return .left
    default: break
    }
    return nil
  }

  /// Moves the cursor to a line of the picture, and follows the line if it is a link.
  mutating func click(_ position: Picture.Position, _ view: View) -> Outcome? {
    let lines = lines(view)
    let old = self.position(in: lines)
    go(to: top(lines, view) + position.line, lines, old, view)
    if case .link = page.blocks[block] { return reduce(.open, view) }
    return nil
  }

  private func top(_ lines: [Line], _ view: View) -> Int {
    let selected = position(in: lines)
    return scrolling.top(
      selected: selected..<selected + 1, of: lines.count, height: view.height)
  }

  private mutating func go(to target: Int, _ lines: [Line], _ old: Int, _ view: View) {
    guard lines.indices.contains(target) else { return }
    (block, part) = (lines[target].block, lines[target].part)
    scrolling.move(
      from: old..<old + 1, to: target..<target + 1, of: lines.count, height: view.height)
  }

  func picture(_ view: View) -> Picture {
    var picture = Picture()
    let lines = lines(view)
    let selected = position(in: lines)
    let top = top(lines, view)
    for number in top..<min(lines.count, top + view.height) {
      let line = lines[number]
      var strip = line.strip
      if case .link = page.blocks[line.block], line.block == block {
        strip = Strip("> ", .strong)
        strip.add(line.strip.text.trimmingPrefix("  ").description)
        strip = strip.selected(to: view.width, view.signs)
      }
      picture.lines.append(strip.cut(to: view.width, view.signs))
    }
    picture.cursor = Picture.Position(line: lines.isEmpty ? 0 : selected - top, column: 0)
    return picture
  }
}
