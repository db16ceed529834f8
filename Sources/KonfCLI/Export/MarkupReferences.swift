import Basics

extension String {
  /// The string with references in place of the markup characters of HTML and XML.
  var escapedForMarkup: String { escaped(Self.markupReference) }

  /// Returns the string with references in place of some bytes.
  ///
  /// `reference` returns nil to leave a byte unchanged. The function works on bytes, because a
  /// bracket and a combining accent form one character.
  @inline(__always)
  func escaped(_ reference: (UInt8) -> String?) -> String {
    guard hasByte(where: { reference($0) != nil }) else { return self }
    var escaped: [UInt8] = []
    for byte in utf8 {
      if let reference = reference(byte) {
        escaped += reference.utf8
      } else {
        escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns the reference for a markup byte of HTML and XML, or nil for any other byte.
  static func markupReference(_ byte: UInt8) -> String? {
    switch byte {
    case ASCII.ampersand: "&amp;"
    case ASCII.lessThan: "&lt;"
    case ASCII.greaterThan: "&gt;"
    case ASCII.quote: "&quot;"
    default: nil
    }
  }
}
