/// A cell of a frame.
///
/// Cells are small and hold no references, because every key press copies and compares all cells. A
/// large terminal has 24,000 cells.
package struct Cell: Equatable, Sendable {
  private var letters: CellText
  package var style: CellStyle
  /// The width in columns; the highest bit marks right-to-left text.
  private let shape: UInt16

  private static let isolated: UInt16 = 1 << 15

  /// A space in the terminal's default colors.
  package static let blank = Cell(CellText(ascii: 0x20), width: 1, style: .plain)
  /// Returns a continuation cell for the wide character in a cell.
  static func further(of cell: Cell) -> Cell {
    Cell(.none, width: 0, style: cell.style, isIsolated: cell.isIsolated)
  }

  init(_ letters: CellText, width: Int, style: CellStyle, isIsolated: Bool = false) {
    self.letters = letters
    self.style = style
    shape = UInt16(width) | (isIsolated ? Self.isolated : 0)
  }

  /// The character, or an empty string in a continuation cell of a wide character.
  package var text: String { letters.text }
  /// The width in columns, or 0 in a continuation cell of a wide character.
  package var width: Int { Int(shape & ~Self.isolated) }
  /// True if the cell belongs to text with right-to-left letters.
  package var isIsolated: Bool { shape & Self.isolated != 0 }

  /// A copy of the cell that does not belong to right-to-left text.
  var notIsolated: Cell { Cell(letters, width: width, style: style) }

  /// True for a space of any style.
  var isSpace: Bool { letters.isSpace && width == 1 }

  /// True for an ASCII character.
  ///
  /// Every terminal draws such a character in one column.
  var isASCII: Bool { letters.isASCII && width == 1 }

  /// True if the cell looks empty, without a visible character, background or underline.
  var isBlank: Bool { letters.isSpace && width == 1 && style.leavesBlanksBlank }

  package func looksLike(_ other: Cell) -> Bool { self == other || isBlank && other.isBlank }

  /// Adds a zero-width character, such as a combining mark.
  mutating func join(_ character: Character) { letters = CellText(text + String(character)) }

  func write(to bytes: inout [UInt8]) { letters.write(to: &bytes) }
}
