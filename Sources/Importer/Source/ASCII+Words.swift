import TextBasics

extension ASCII {
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
}
