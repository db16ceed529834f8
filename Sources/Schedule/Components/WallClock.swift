/// A day of the month and a time, as clocks at the venue show them; the month is not said.
///
///     WallClock("18-09-30")?.text  // "18-09-30"
public struct WallClock: Sendable, Hashable {
  /// The day of the month, from 1 to 31.
  public let day: Int
  /// The hour, from 0 to 23.
  public let hour: Int
  /// The minute, from 0 to 59.
  public let minute: Int

  /// Reads a text of the form `DD-HH-MM`.
  ///
  /// - Parameter text: The text; anything but three numbers of two digits in their ranges gives nil.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 8, digits[2] == UInt8(ascii: "-"), digits[5] == UInt8(ascii: "-") else {
      return nil
    }
    func number(at place: Int) -> Int? {
      let tens = Int(digits[place]) - 48
      let ones = Int(digits[place + 1]) - 48
      return (0...9).contains(tens) && (0...9).contains(ones) ? tens * 10 + ones : nil
    }
    guard let day = number(at: 0), let hour = number(at: 3), let minute = number(at: 6),
      (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    self.day = day
    self.hour = hour
    self.minute = minute
  }

  /// The clock as it is written in a schedule.
  public var text: String {
    [day, hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
  }
}
