/// A position in a text that is read from left to right, one ASCII character at a time.
struct TextCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// The next byte, or nil at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Steps over a character if it is next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Takes bytes for as long as they belong.
  mutating func read(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while let next, belongs(next) { position += 1 }
    return bytes[start..<position]
  }

  /// Takes a number of at least as many digits as the lower bound and at most the upper one.
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

  /// Takes a plus or minus: 1 or -1, nil if there is neither.
  mutating func sign() -> Int? {
    if skip("+") { return 1 }
    return skip("-") ? -1 : nil
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
