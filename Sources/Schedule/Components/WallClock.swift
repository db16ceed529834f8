/// A day of the month and a time of day at the venue.
///
/// The month and the year are unspecified.
///
///     WallClock("18-09-30")?.text  // "18-09-30"
public struct WallClock: Sendable, Hashable {
  /// The day of the month, from 1 to 31.
  public let day: Int
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int

  /// Creates a clock time from UTF-8 bytes of the form `DD-HH-MM`.
  ///
  /// - Parameter text: Three valid two-digit numbers, separated by hyphens. For any other bytes,
  ///   the result is nil.
  public init?(_ text: Span<UInt8>) {
    guard text.count == 8, text[2] == UInt8(ascii: "-"), text[5] == UInt8(ascii: "-") else {
      return nil
    }
    let day = Self.number(text[0], text[1])
    let hour = Self.number(text[3], text[4])
    let minute = Self.number(text[6], text[7])
    guard 1...31 ~= day, 0...23 ~= hour, 0...59 ~= minute else { return nil }
    self.day = day
    self.hour = hour
    self.minute = minute
  }

  /// Creates a clock time from a string of the form `DD-HH-MM`.
  ///
  ///     WallClock("18-09-30")?.hour  // 9
  ///
  /// - Parameter text: Three valid two-digit numbers, separated by hyphens. For any other string,
  ///   the result is nil.
  public init?(_ text: String) {
    self.init(Array(text.utf8).span)
  }

  /// Returns the value of two ASCII digits, or -1 if either byte is not a digit.
  private static func number(_ tens: UInt8, _ ones: UInt8) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard digits ~= tens, digits ~= ones else { return -1 }
    return Int(tens - digits.lowerBound) * 10 + Int(ones - digits.lowerBound)
  }

  /// The clock time in the form `DD-HH-MM`.
  public var text: String {
    [day, hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }
}
