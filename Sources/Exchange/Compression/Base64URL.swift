import Basics

/// Base64url, an encoding of bytes with characters that are safe in URLs.
///
/// - SeeAlso: RFC 4648, *The Base16, Base32, and Base64 Data Encodings*, 5.
package enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns the base64url encoding of bytes, without padding.
  package static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...group.count { text.append(digits[word >> (18 - 6 * place) & 0x3F]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that a base64url string encodes.
  ///
  /// Padding and the characters `+` and `/` of plain base64 are also accepted.
  ///
  /// - Throws: `ExchangeError` at the first invalid character, or if the string is truncated.
  package static func decoded(_ text: String) throws(ExchangeError) -> [UInt8] {
    var bytes: [UInt8] = []
    var (word, count) = (0, 0)
    var rest = text.utf8[...]
    for _ in 0..<2 where rest.last == ASCII.equals { rest = rest.dropLast() }
    for (offset, byte) in rest.enumerated() {
      guard let value = value(of: byte) else {
        let found = String(text.unicodeScalars.dropFirst(offset).first.map(Character.init) ?? "?")
        throw ExchangeError(
          """
          found \(found.quoted()) at character \(offset + 1); \
          expected base64url: letters, digits, "-" and "_"
          """)
      }
      word = word << 6 | value
      count += 1
      if count == 4 {
        for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        (word, count) = (0, 0)
      }
    }
    switch count {
    case 1:
      throw ExchangeError(
        "found a single letter after the last group of four; the end is missing")
    case 2: bytes.append(UInt8(truncatingIfNeeded: word >> 4))
    case 3: for shift in [10, 2] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    default: break
    }
    return bytes
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case ASCII.zero...ASCII.nine: Int(byte) + 4
    case ASCII.minus, ASCII.plus: 62
    case UInt8(ascii: "_"), ASCII.slash: 63
    default: nil
    }
  }
}
