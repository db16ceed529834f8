import Basics

extension SessionID {
  /// The identifier without its redundant parts.
  ///
  /// A UUID is reduced to its first group. In a calendar identifier of the form `name@host`, the
  /// host is removed, and a name of more than 16 letters and digits is reduced to its first eight
  /// characters. A run of 32 or more hexadecimal digits is reduced to its last eight digits,
  /// because many such runs begin with the same digits. The date in the identifier of a repeated
  /// event is not removed. Two identifiers can have the same short form.
  ///
  ///     SessionID(text: "0f3c9a5e-1111-4222-8333-444455556666").short  // "0f3c9a5e"
  ///     SessionID(text: "4711@example.org/2025-02-03").short           // "4711/2025-02-03"
  ///     SessionID(text: "session1Day1").short                          // "session1Day1"
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package var short: String {
    // The code works on bytes for speed, because it runs for every session of a file.
    if Self.isUUID(text[...]) {
      return String(text[..<text.utf8.index(text.startIndex, offsetBy: 8)])
    }
    let hasParts = text.utf8.contains { $0 == ASCII.slash || $0 == UInt8(ascii: "@") }
    if text.utf8.count < 32, !hasParts { return text }
    let date = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text[$0...] } ?? ""
    let isDated = WrittenTime(date.dropFirst()) != nil
    var name = isDated ? text[..<date.startIndex] : text[...]
    if let mark = name.utf8.firstIndex(of: UInt8(ascii: "@")), mark > name.startIndex,
      Self.isHost(name[name.utf8.index(after: mark)...])
    {
      name = name[..<mark]
      if name.utf8.count > 16, name.utf8.allSatisfy(ASCII.isLetterOrDigit) { name = name.prefix(8) }
    }
    if Self.isUUID(name) { name = name.prefix(8) }
    if name.utf8.count >= 32, name.allSatisfy(\.isHexDigit) { name = name.suffix(8) }
    return "\(name)\(isDated ? date : "")"
  }

  /// The short form with the last eight digits of a UUID instead of the first eight.
  ///
  /// This form distinguishes UUIDs that begin with the same digits. The value is nil if the
  /// identifier has no UUID.
  ///
  ///     SessionID(text: "0f3c9a5e-1111-4222-8333-444455556666").ending  // "55556666"
  package var ending: String? {
    let count = text.utf8.count
    guard count >= 36 else { return nil }
    let end = text.utf8.index(text.startIndex, offsetBy: 36)
    let short = short
    guard Self.isUUID(text[..<end]), short.utf8.count < count else { return nil }
    return "\(text[text.utf8.index(end, offsetBy: -8)..<end])\(short.dropFirst(8))"
  }

  /// A hash value of the short form.
  ///
  /// Equal short forms have equal hash values. The hash value of a UUID is computed without
  /// creating the short form.
  var shortKey: UInt64 {
    let word = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count == 36 && Self.isUUID(bytes.span) ? bytes.span.word(at: 0) : nil
    }
    if case .some(.some(let word)) = word { return word }
    let bytes = Array(short.utf8)
    return bytes.count == 8 ? bytes.span.word(at: 0) : Fingerprint.of(bytes.span)
  }

  /// Returns true if a folded string may begin with the short form or with ``ending``.
  ///
  /// The short form is usually a prefix of the identifier, so only its first letters are compared.
  /// The last digits of a UUID are compared with ``ending``. The short form of a run of hexadecimal
  /// digits is a suffix; in this case, the result is always true.
  func mayBeShort(in folded: String) -> Bool {
    if text.mayBeFolded(asStartOf: folded) { return true }
    let bytes = text.utf8
    guard bytes.count >= 32 else { return false }
    return !bytes.prefix(32).contains(ASCII.minus)
      || zip(bytes.dropFirst(28).prefix(8), folded.utf8).allSatisfy { $0 | 0x20 == $1 }
  }

  private static func isHost(_ text: Substring) -> Bool {
    let signs = [UInt8(ascii: "."), UInt8(ascii: "-")]
    return !text.isEmpty && text.utf8.allSatisfy { ASCII.isLetterOrDigit($0) || signs.contains($0) }
  }

  private static func isUUID(_ text: Substring) -> Bool {
    guard text.utf8.count == 36 else { return false }
    return text.utf8.withContiguousStorageIfAvailable { isUUID($0.span) }
      ?? isUUID(Array(text.utf8).span)
  }

  private static func isUUID(_ bytes: Span<UInt8>) -> Bool {
    // The last eight bytes overlap with the eight bytes before them.
    isUUID(bytes.word(at: 0), hyphens: 0)
      && isUUID(bytes.word(at: 8), hyphens: 0x0000_8000_0000_0080)
      && isUUID(bytes.word(at: 16), hyphens: 0x8000_0000_0080_0000)
      && isUUID(bytes.word(at: 24), hyphens: 0) && isUUID(bytes.word(at: 28), hyphens: 0)
  }

  /// Returns true if the bytes in a word of a UUID are hyphens or hexadecimal digits as required.
  ///
  /// The high bit of a byte in `hyphens` is set if the byte must be a hyphen. All other bytes must
  /// be hexadecimal digits.
  private static func isUUID(_ word: UInt64, hyphens: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    guard word & highBits == 0 else { return false }
    /// Returns a word with the high bit set in each byte whose value is in a range.
    ///
    /// The bytes must be ASCII, so that no sum carries into the next byte.
    func bytes(_ first: UInt8, _ last: UInt8, in word: UInt64) -> UInt64 {
      (word &+ ones &* UInt64(0x80 - first)) & ~(word &+ ones &* UInt64(0x7F - last)) & highBits
    }
    let letters = bytes(UInt8(ascii: "a"), UInt8(ascii: "f"), in: word | ones &* 0x20)
    return bytes(ASCII.minus, ASCII.minus, in: word) == hyphens
      && letters | bytes(ASCII.zero, ASCII.nine, in: word) == highBits ^ hyphens
  }
}
