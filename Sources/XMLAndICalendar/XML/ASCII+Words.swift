import Basics

extension ASCII {
  /// Returns true if a byte can occur in a tag before the tag's first blank.
  static func isMarkup(_ byte: UInt8) -> Bool {
    isWord(byte) || [slash, exclamation, question, colon, leftBracket].contains(byte)
      || byte >= 0x80
  }

  /// Returns true if a byte is allowed between an ampersand and a semicolon.
  static func isReference(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: "#") }
}
