/// A 64-bit hash that detects accidental changes, at less than one instruction per byte.
///
/// A change within one eight-byte word always changes the hash. Other changes go unnoticed with a
/// probability of 2^-64. The hash is not cryptographic and offers no protection against forgery.
///
///     Fingerprint.of("konf".utf8.span) == Fingerprint.of("Konf".utf8.span)  // false
package struct Fingerprint {
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  // There are four lanes, because each multiplication waits for the previous one in its lane.
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  private var count = 0

  package init() {}

  /// Returns the hash of the bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func of(_ bytes: Span<UInt8>) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(bytes)
    return fingerprint.value
  }

  /// Adds the next bytes to the hash.
  ///
  /// In every call except the last, the number of bytes must be a multiple of 32.
  package mutating func add(_ bytes: Span<UInt8>) {
    var (a, b, c, d) = lanes
    var offset = 0
    while offset <= bytes.count &- 32 {
      let words = bytes.extracting(offset..<(offset &+ 32))
      a = Self.mixed(a, words.word(at: 0))
      b = Self.mixed(b, words.word(at: 8))
      c = Self.mixed(c, words.word(at: 16))
      d = Self.mixed(d, words.word(at: 24))
      offset &+= 32
    }
    while offset < bytes.count {
      a = Self.mixed(a, UInt64(bytes[offset]))
      offset &+= 1
    }
    lanes = (a, b, c, d)
    count &+= bytes.count
  }

  package var value: UInt64 {
    var sum = UInt64(truncatingIfNeeded: count)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = Self.mixed(sum, lane) }
    return sum
  }

  @inline(__always)
  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* factor
    return product ^ product >> 32
  }
}

extension [UInt8] {
  /// Appends the eight bytes of a number in little-endian order, as `Span.word(at:)` reads them.
  package mutating func append(littleEndian number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
