/// One character of a frame.
///
/// It is a few bytes without any reference, since a frame of a large terminal has 24,000 of them, which
/// are copied and compared at each key.
package struct Cell: Equatable, Sendable {
  private var letters: CellText
  /// How it looks.
  package var style: CellStyle
  /// The columns, and a bit for a text that is written from right to left.
  private let shape: UInt16

  private static let isolated: UInt16 = 1 << 15

  /// A blank in the terminal's own colours.
  package static let blank = Cell(CellText(ascii: 0x20), width: 1, style: .plain)
  /// A further column of a wide character.
  static func further(of cell: Cell) -> Cell {
    Cell(.none, width: 0, style: cell.style, isIsolated: cell.isIsolated)
  }

  init(_ letters: CellText, width: Int, style: CellStyle, isIsolated: Bool = false) {
    self.letters = letters
    self.style = style
    shape = UInt16(width) | (isIsolated ? Self.isolated : 0)
  }

  /// The character; empty in the further columns of a wide one.
  package var text: String { letters.text }
  /// The columns of the character; 0 in the further columns of a wide one.
  package var width: Int { Int(shape & ~Self.isolated) }
  /// Whether it belongs to a text with letters that are written from right to left.
  package var isIsolated: Bool { shape & Self.isolated != 0 }

  /// Whether a single byte is shown, which all terminals draw in one column.
  var isASCII: Bool { letters.isASCII && width == 1 }

  /// Whether nothing is to be seen.
  var isBlank: Bool { letters.isSpace && width == 1 && style.leavesBlanksBlank }

  /// Whether it looks to a reader like another cell.
  package func looksLike(_ other: Cell) -> Bool { self == other || isBlank && other.isBlank }

  /// Adds a character that takes no column of its own.
  mutating func join(_ character: Character) { letters = CellText(text + String(character)) }

  /// Adds the bytes of the character.
  func write(to bytes: inout [UInt8]) { letters.write(to: &bytes) }
}
