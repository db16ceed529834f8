import Synchronization

/// The character of a cell, packed into eight bytes.
///
/// Characters of up to seven bytes are stored inline. Longer characters, such as family emoji, are
/// interned and stored as a number. Two values are equal if and only if their bytes are equal.
struct CellText: Equatable, Sendable {
  /// The bytes in little-endian order, padded with zeros.
  ///
  /// For a long character, the value is `longMark` combined with the number of the character.
  private let bits: UInt64

  /// A value that marks long characters in the highest byte of `bits`.
  ///
  /// The byte 0xFF never occurs in UTF-8.
  private static let longMark: UInt64 = 0xFF << 56
  private static let long = Mutex(LongCharacters())

  /// No character, as in the continuation cells of a wide character.
  static let none = CellText(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  init(ascii byte: UInt8) { bits = UInt64(byte) }

  init(_ scalar: Unicode.Scalar) {
    bits = Self.bits(scalar.utf8)
  }

  /// Creates a character from a string without U+0000.
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

/// A table of interned characters of more than seven bytes.
private struct LongCharacters {
  private(set) var texts: [String] = []
  /// The numbers, keyed by bytes.
  ///
  /// The keys are bytes instead of strings, because equal strings may have different bytes, and
  /// terminals may draw them differently.
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
