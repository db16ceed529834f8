/// The bytes that mean something in the texts that are read.
enum ASCII {
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let formFeed: UInt8 = 0x0C
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote = UInt8(ascii: "\"")
  static let ampersand = UInt8(ascii: "&")
  static let apostrophe = UInt8(ascii: "'")
  static let exclamation = UInt8(ascii: "!")
  static let lessThan = UInt8(ascii: "<")
  static let equals = UInt8(ascii: "=")
  static let greaterThan = UInt8(ascii: ">")
  static let question = UInt8(ascii: "?")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let leftBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let caret = UInt8(ascii: "^")
  static let rightBracket = UInt8(ascii: "]")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")

  /// Returns whether a byte can stand in a word or number, so that a message shows it whole.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case zero...nine, UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), plus, minus, point:
      true
    default: false
    }
  }

  /// Returns whether a byte can stand in a tag before its first blank.
  static func isMarkup(_ byte: UInt8) -> Bool {
    isWord(byte) || [slash, exclamation, question, colon, leftBracket].contains(byte)
      || byte >= 0x80
  }

  /// Returns whether a byte can stand between an ampersand and a semicolon.
  static func isReference(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: "#") }

  /// Returns the value of a hexadecimal digit, or nil for any other byte.
  static func hexadecimalValue(_ byte: UInt8) -> UInt16? {
    switch byte {
    case zero...nine: UInt16(byte - zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
