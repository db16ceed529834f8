// Lines and pictures. Every screen returns a picture, and `Browser+Frame` draws it into a frame.
// All widths are numbers of terminal columns.
import Basics
import Schedule

/// The meaning of a piece of text.
///
/// The meaning determines the style of the text. The text must convey the same information without
/// its style.
package enum Look: String, CaseIterable, Sendable {
  case plain
  /// Text that stands out, such as a title.
  case strong
  /// Text that can be skipped.
  case dim
  /// The name of a section, such as an hour.
  case heading
  case time
  case star
  /// A remark, such as a clash.
  case note
  case match
  case failure
  /// The current item among several, such as the tab of the shown day.
  case chosen
}

/// A line of a picture, made of pieces with different looks.
struct Strip: Equatable, Sendable {
  struct Piece: Equatable, Sendable {
    var text: String
    var look: Look
    /// True if the piece belongs to the selected line.
    var isSelected = false
  }

  private(set) var pieces: [Piece] = []
  private(set) var width = 0

  init() {}

  init(_ text: String, _ look: Look = .plain) { add(text, look) }

  var text: String { pieces.map(\.text).joined() }
  var isEmpty: Bool { pieces.isEmpty }

  mutating func add(_ text: String, _ look: Look = .plain) {
    add(Piece(text: text, look: look))
  }

  mutating func add(_ other: Strip) { for piece in other.pieces { add(piece) } }

  private mutating func add(_ piece: Piece) {
    if piece.text.isEmpty { return }
    width += DisplayWidth.of(piece.text)
    if let last = pieces.last, last.look == piece.look, last.isSelected == piece.isSelected {
      pieces[pieces.count - 1].text += piece.text
    } else {
      pieces.append(piece)
    }
  }

  /// Returns the line drawn as selected, cut or padded to the given width.
  func selected(to width: Int, _ signs: Signs) -> Strip {
    var strip = cut(to: width, signs)
    strip.pad(to: width)
    for number in strip.pieces.indices { strip.pieces[number].isSelected = true }
    return strip
  }

  mutating func pad(to column: Int) {
    if width < column { add(String(repeating: " ", count: column - width)) }
  }

  /// Adds text, cut or padded to the given width.
  mutating func add(
    _ text: String, _ look: Look = .plain, in width: Int, _ signs: Signs
  ) {
    let end = self.width + width
    add(text.cut(to: width, signs.ellipsis), look)
    pad(to: end)
  }

  /// Adds text, and highlights the words of a search in the text.
  mutating func add(_ text: String, _ look: Look, marking search: SearchQuery?) {
    var rest = text.startIndex
    for range in search?.ranges(in: text) ?? [] {
      add(String(text[rest..<range.lowerBound]), look)
      add(String(text[range]), .match)
      rest = range.upperBound
    }
    add(String(text[rest...]), look)
  }

  /// Adds text that ends at the given width, if the text fits with a space before it.
  mutating func add(_ text: String, _ look: Look = .plain, endingAt width: Int) {
    let start = width - DisplayWidth.of(text)
    guard self.width < start else { return }
    pad(to: start)
    add(text, look)
  }

  func cut(to width: Int, _ signs: Signs) -> Strip {
    if self.width <= width { return self }
    var strip = Strip()
    for var piece in pieces {
      let rest = width - strip.width
      let isLast = DisplayWidth.of(piece.text) > rest
      piece.text = piece.text.cut(to: rest, signs.ellipsis)
      strip.add(piece)
      if isLast { break }
    }
    return strip
  }
}

extension String {
  /// Returns the text if it fits a width, and otherwise its beginning with an ellipsis.
  func cut(to width: Int, _ ellipsis: String) -> String {
    if DisplayWidth.of(self) <= width { return self }
    let room = width - DisplayWidth.of(ellipsis)
    guard room > 0 else { return prefix(columns: width) }
    return prefix(columns: room) + ellipsis
  }

  private func prefix(columns width: Int) -> String {
    var (text, used) = ("", 0)
    for character in self {
      let columns = DisplayWidth.of(character)
      if used + columns > width { break }
      used += columns
      text.append(character)
    }
    return text
  }

  /// Returns the text wrapped into lines of at most the given width.
  ///
  /// Lines break between words. A word that is too long breaks anywhere.
  func wrapped(to width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
      var (line, used) = ("", 0)
      for word in paragraph.split(separator: " ") {
        var word = String(word)
        var columns = DisplayWidth.of(word)
        if used > 0, used + 1 + columns <= width {
          line += " "
          used += 1
        } else if used > 0 {
          lines.append(line)
          (line, used) = ("", 0)
        }
        while columns > width {
          let part = word.prefix(columns: width)
          if part.isEmpty { break }
          lines.append(part)
          word.removeFirst(part.count)
          columns = DisplayWidth.of(word)
        }
        line += word
        used += columns
      }
      lines.append(line)
    }
    return lines
  }
}

/// The content of a screen: its lines and the position of the cursor.
struct Picture: Equatable, Sendable {
  /// A line and a column, counted from 0.
  struct Position: Equatable, Sendable {
    var line: Int
    var column: Int
  }

  var lines: [Strip] = []
  /// The position of the selection or of the caret.
  var cursor = Position(line: 0, column: 0)

  /// Adds lines to the right of the existing lines, after a vertical rule.
  mutating func add(_ other: [Strip], from column: Int, _ signs: Signs) {
    for (number, strip) in other.enumerated() where number < lines.count {
      var line = lines[number].cut(to: column - 2, signs)
      line.pad(to: column - 2)
      line.add(signs.bar, .dim)
      line.add(" ")
      line.add(strip)
      lines[number] = line
    }
  }
}
