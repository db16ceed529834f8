import TextBasics

extension ASCII {
  /// Returns whether a byte can be part of a tag before its first blank.
  static func isMarkup(_ byte: UInt8) -> Bool {
    isWord(byte) || [slash, exclamation, question, colon, leftBracket].contains(byte)
      || byte >= 0x80
  }

  /// Returns whether a byte is allowed between an ampersand and a semicolon.
  static func isReference(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: "#") }
}
