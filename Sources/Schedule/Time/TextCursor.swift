/// A cursor over the bytes of a string, for parsers of ASCII formats.
struct TextCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Consumes a character if it is next.
  ///
  /// - Returns: True if the character was next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Consumes and returns the next bytes that satisfy a predicate.
  mutating func read(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while let next, belongs(next) { position += 1 }
    return bytes[start..<position]
  }

  /// Parses an unsigned number with at most the allowed number of digits.
  ///
  /// The result is nil if the number has too few digits.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, let next, next.isDigit {
      value = value * 10 + Int(next - UInt8(ascii: "0"))
      count += 1
      position += 1
    }
    return count >= digits.lowerBound ? value : nil
  }

  /// Consumes a sign.
  ///
  /// - Returns: 1 for plus or -1 for minus, or nil if no sign is next.
  mutating func sign() -> Int? {
    if skip("+") { return 1 }
    return skip("-") ? -1 : nil
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
