/// One character of a frame.
package struct Cell: Sendable {
  /// The character; empty in the further columns of a wide one.
  package fileprivate(set) var text: String
  /// The columns of the character; 0 in the further columns of a wide one.
  package let width: Int
  /// How it looks.
  package var style: CellStyle
  /// Whether it belongs to a text with letters that are written from right to left.
  package let isIsolated: Bool

  /// A blank in the terminal's own colours.
  package static let blank = Cell(text: " ", width: 1, style: .plain)

  init(text: String, width: Int, style: CellStyle, isIsolated: Bool = false) {
    self.text = text
    self.width = width
    self.style = style
    self.isIsolated = isIsolated
  }

  /// Whether a single byte is shown, which all terminals draw in one column.
  var isASCII: Bool { width == 1 && text.utf8.count == 1 }

  /// Whether nothing is to be seen.
  var isBlank: Bool { isASCII && text.utf8.first == 0x20 && style.leavesBlanksBlank }

  /// Whether a reader cannot tell it from another cell.
  package func looksLike(_ other: Cell) -> Bool { self == other || isBlank && other.isBlank }

  /// Adds a character that takes no column of its own.
  mutating func join(_ character: Character) { text.append(character) }
}

extension Cell: Equatable {
  /// Returns whether two cells consist of the same bytes and look the same.
  ///
  /// Texts that are equal as strings may have different bytes, and terminals draw bytes.
  package static func == (first: Cell, second: Cell) -> Bool {
    first.style == second.style && first.width == second.width
      && first.isIsolated == second.isIsolated && first.text == second.text
      && (first.text.utf8.count == 1 || first.text.utf8.elementsEqual(second.text.utf8))
  }
}
