import Basics

/// The id of a device, which is stored in the device's folder.
///
/// The id is part of the identity of the device's entries. It is random and reveals nothing about
/// the machine or the user. The text of an id is 32 lowercase hexadecimal digits:
///
///     DeviceID(255).description  // "000000000000000000000000000000ff"
package struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: UInt128

  /// The device id in the lines of snapshots.
  ///
  /// Subjects of such lines are not cached, because each subject occurs only once in a snapshot.
  static let ofSnapshots = DeviceID(0)

  static let digitCount = 32

  package init(_ number: UInt128) {
    self.number = number
  }

  /// Creates an id from its digits, or returns nil if they are not valid.
  ///
  /// - Parameter digits: 32 lowercase hexadecimal digits in ASCII.
  package init?(digits: some Sequence<UInt8>) {
    // Iterating a sequence of another module would take one call for each byte.
    let digits = Array(digits)
    guard digits.count == Self.digitCount else { return nil }
    var number: UInt128 = 0
    for byte in digits {
      guard let digit = Hexadecimal.lowercaseValue(of: byte) else { return nil }
      number = number << 4 | UInt128(digit)
    }
    self.number = number
  }

  /// Returns a new random id.
  ///
  /// - Parameter generator: The source of the bits. Outside of tests, this is the system's
  ///   generator.
  /// - Returns: An id with 128 random bits.
  package static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
    DeviceID(UInt128(generator.next()) << 64 | UInt128(generator.next()))
  }

  /// The id as 32 lowercase hexadecimal digits.
  package var description: String { Hexadecimal.digits(of: number, count: Self.digitCount) }

  /// The first digits of the id, used as the default name of a device.
  package var shortName: String { String(description.prefix(8)) }

  /// Returns true if the first id is smaller.
  ///
  /// The descriptions of ids have the same order.
  package static func < (first: DeviceID, second: DeviceID) -> Bool {
    first.number < second.number
  }
}
