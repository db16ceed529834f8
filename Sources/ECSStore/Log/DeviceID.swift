import TextBasics

/// The name a folder gives itself, so that changes made in different folders never share a number.
///
/// It is random and says nothing about the machine or the person. Its text is 32 lower-case
/// hexadecimal digits:
///
///     DeviceID(255).description  // "000000000000000000000000000000ff"
package struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The 128 bits of the name.
  package let number: UInt128

  /// The name in the lines of snapshots.
  ///
  /// Each line of a snapshot is about another thing.
  static let ofSnapshots = DeviceID(0)

  /// The number of digits of a text.
  static let digitCount = 32

  /// Creates the name with the given bits.
  ///
  /// - Parameter number: The 128 bits of the name.
  package init(_ number: UInt128) {
    self.number = number
  }

  /// Creates the name that a text stands for.
  ///
  /// - Parameter digits: A text in UTF-8; the outcome is nil if it is not the text of a name.
  package init?(digits: some Sequence<UInt8>) {
    // An array is read by one call; a sequence of another module would take one for each byte.
    let digits = Array(digits)
    guard digits.count == Self.digitCount else { return nil }
    var number: UInt128 = 0
    for byte in digits {
      guard let digit = Hexadecimal.lowercaseValue(of: byte) else { return nil }
      number = number << 4 | UInt128(digit)
    }
    self.number = number
  }

  /// Returns a name that was never given before.
  ///
  /// - Parameter generator: The source of the bits; the system's own outside of tests.
  /// - Returns: A name made of 128 random bits.
  package static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
    DeviceID(UInt128(generator.next()) << 64 | UInt128(generator.next()))
  }

  /// The name as 32 lower-case hexadecimal digits.
  package var description: String { Hexadecimal.digits(of: number, count: Self.digitCount) }

  /// The first digits of the name, for a device that was not called anything.
  package var shortName: String { String(description.prefix(8)) }

  /// Returns whether one name comes before another, which is the order of their texts.
  ///
  /// - Parameters:
  ///   - first: A name.
  ///   - second: Another name.
  /// - Returns: Whether the first has the smaller bits.
  package static func < (first: DeviceID, second: DeviceID) -> Bool {
    first.number < second.number
  }
}
