import Synchronization

/// The character of a cell in eight bytes.
///
/// Characters of up to seven bytes are in it; of the few that are longer, as a family of emoji is, it
/// has the number under which the process knows them. So two are equal if they have the same bytes.
struct CellText: Equatable, Sendable {
  /// The bytes from the lowest one up, and zeros; or a number below the mark of a long character.
  private let bits: UInt64

  /// A byte that no text in UTF-8 has, as the highest byte.
  private static let longMark: UInt64 = 0xFF << 56
  private static let long = Mutex(LongCharacters())

  /// No character, as in the further columns of a wide one.
  static let none = CellText(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  /// Creates a character of one byte.
  init(ascii byte: UInt8) { bits = UInt64(byte) }

  /// Creates a character of one scalar.
  init(_ scalar: Unicode.Scalar) {
    bits = Self.bits(scalar.utf8)
  }

  /// Creates a character.
  ///
  /// - Parameter text: Any text without the control character U+0000.
  init(_ text: String) {
    guard text.utf8.count > 7 else {
      bits = Self.bits(text.utf8)
      return
    }
    bits = Self.longMark | Self.long.withLock { $0.number(of: text) }
  }

  private static func bits(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  var isASCII: Bool { bits < 0x80 && bits != 0 }
  var isSpace: Bool { bits == 0x20 }

  var text: String {
    if bits >= Self.longMark { return Self.long.withLock { $0.texts[Int(bits & ~Self.longMark)] } }
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the bytes of the character.
  func write(to bytes: inout [UInt8]) {
    if bits >= Self.longMark {
      bytes += text.utf8
      return
    }
    var rest = bits
    while rest != 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}

/// The characters of more than seven bytes that were shown, each once.
private struct LongCharacters {
  /// By number.
  private(set) var texts: [String] = []
  /// By their bytes: texts that are equal as strings may have different ones, and terminals draw bytes.
  private var numbers: [[UInt8]: UInt64] = [:]

  mutating func number(of text: String) -> UInt64 {
    let bytes = Array(text.utf8)
    if let number = numbers[bytes] { return number }
    let number = UInt64(texts.count)
    numbers[bytes] = number
    texts.append(text)
    return number
  }
}
