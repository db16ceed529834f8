import Basics
import TerminalScreen

/// An editable line of text with the keys of readline.
struct LineEditor: Equatable, Sendable {
  /// The maximum number of characters; an insertion beyond this limit is ignored.
  static let limit = 1000

  private var characters: [Character]
  /// The number of characters before the caret.
  private(set) var caret: Int

  init(_ text: String = "") {
    characters = Array(text.prefix(Self.limit))
    caret = characters.count
  }

  var text: String { String(characters) }

  /// Applies a key press to the line.
  ///
  /// - Returns: True if the key is an editing key, even if it changed nothing.
  mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert([character])
    case .paste(let text): insert(Array(text.shown))
    case .left, .control("b"): caret = max(0, caret - 1)
    case .right, .control("f"): caret = min(characters.count, caret + 1)
    case .home, .control("a"): caret = 0
    case .end, .control("e"): caret = characters.count
    case .backspace, .control("h"): remove(max(0, caret - 1)..<caret)
    case .delete, .control("d"): remove(caret..<min(characters.count, caret + 1))
    case .control("u"): remove(0..<caret)
    case .control("k"): remove(caret..<characters.count)
    case .control("w"), .alternate("\u{7f}"): remove(wordStart..<caret)
    case .alternate("d"): remove(caret..<wordEnd)
    case .alternate("b"): caret = wordStart
    case .alternate("f"): caret = wordEnd
    default: return false
    }
    return true
  }

  private mutating func insert(_ new: [Character]) {
    guard characters.count + new.count <= Self.limit else { return }
    // A combining mark joins the character before it.
    let start = String(characters[..<caret]) + String(new)
    let rest = characters[caret...]
    characters = Array(start)
    caret = characters.count
    characters = Array(String(characters) + String(rest))
    caret = min(caret, characters.count)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    caret = range.lowerBound
  }

  private var wordStart: Int {
    var position = caret
    while position > 0, characters[position - 1].isWhitespace { position -= 1 }
    while position > 0, !characters[position - 1].isWhitespace { position -= 1 }
    return position
  }

  private var wordEnd: Int {
    var position = caret
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    while position < characters.count, !characters[position].isWhitespace { position += 1 }
    return position
  }

  /// Returns a label followed by the line, and the column of the caret.
  ///
  /// Long text scrolls to keep the caret visible.
  func strip(after label: String, width: Int) -> (Strip, caret: Int) {
    let room = max(1, width - DisplayWidth.of(label) - 1)
    var start = 0
    while start < caret, DisplayWidth.of(String(characters[start..<caret])) > room { start += 1 }
    var strip = Strip(label, .strong)
    let column = strip.width + DisplayWidth.of(String(characters[start..<caret]))
    strip.add(String(characters[start...]).cut(to: room, ""))
    return (strip, min(column, width - 1))
  }
}
