import TextBasics

/// What a piece of a line means; its looks follow from that, and never say anything alone.
package enum Look: String, CaseIterable, Sendable {
  /// Ordinary text.
  case plain
  /// What the eye finds first, such as a title.
  case strong
  /// What may be skipped.
  case dim
  /// The name of a part, such as an hour.
  case heading
  /// A time.
  case time
  /// A star or a rating.
  case star
  /// A remark, such as a clash.
  case note
  /// Something that failed.
  case failure
  /// What is chosen among others, such as the day of a tab.
  case chosen
}

/// One line of a picture: pieces of text, each with its meaning.
struct Strip: Equatable, Sendable {
  /// Text of one meaning.
  struct Piece: Equatable, Sendable {
    var text: String
    var look: Look
    /// Whether it belongs to the selected line.
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

  /// The line as the selected one of a width.
  func selected(to width: Int, _ signs: Signs) -> Strip {
    var strip = cut(to: width, signs)
    strip.pad(to: width)
    for number in strip.pieces.indices { strip.pieces[number].isSelected = true }
    return strip
  }

  /// Adds blanks up to a column.
  mutating func pad(to column: Int) {
    if width < column { add(String(repeating: " ", count: column - width)) }
  }

  /// Adds a text in a column of a width, cut or filled up.
  mutating func add(
    _ text: String, _ look: Look = .plain, in width: Int, _ signs: Signs
  ) {
    let end = self.width + width
    add(text.cut(to: width, signs.ellipsis), look)
    pad(to: end)
  }

  /// Adds a text at the right edge of a width, if there is room for it and a blank.
  mutating func add(_ text: String, _ look: Look = .plain, endingAt width: Int) {
    let start = width - DisplayWidth.of(text)
    guard self.width < start else { return }
    pad(to: start)
    add(text, look)
  }

  /// The line cut at a width.
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
  /// The text, cut at a number of columns with a sign in place of what was cut off.
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

  /// The lines of the text at a width, broken between words; a longer word is broken anywhere.
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

/// What a screen shows: lines from top to bottom, and where the cursor is.
struct Picture: Equatable, Sendable {
  /// A line and a column, from 0.
  struct Position: Equatable, Sendable {
    var line: Int
    var column: Int
  }

  var lines: [Strip] = []
  /// Where the selection or the caret is.
  var cursor = Position(line: 0, column: 0)

  /// Puts lines to the right of this picture's, after a vertical rule.
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
