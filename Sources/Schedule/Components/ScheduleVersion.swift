public import ECSKit

/// The version of the schedule, as written in the file.
///
///     let old = ScheduleVersion(text: "Mildenberg 2018-01-16 16:50")
///     let new = ScheduleVersion(text: "Mildenberg 2018-01-17 09:00")
///     old.isOlder(than: new)                           // true
///     old.isOlder(than: ScheduleVersion(text: "v2"))   // false: not comparable
public struct ScheduleVersion: UniqueComponent, Sendable, Hashable {
  /// The version, such as "Mildenberg 2018-01-16 16:50" or "v1.1".
  public var text: String

  /// Creates a version.
  public init(text: String) {
    self.text = text
  }

  /// Returns a Boolean value indicating whether this version is older than another.
  ///
  /// Versions with dates are compared by the last date in each text. If the dates are equal, their
  /// times are compared, provided that both are known and have the same UTC offset. Versions that
  /// consist only of numbers are compared by their numbers.
  ///
  /// - Parameter other: The other version.
  /// - Returns: True if this version is older. False if it is not older, or if the two versions
  ///   cannot be compared.
  /// - Complexity: O(*m*), where *m* is the total length of both versions.
  public func isOlder(than other: ScheduleVersion) -> Bool {
    switch (stamp?.order, other.stamp?.order) {
    case (.moment(let moment), .moment(let other)): moment.isBefore(other)
    case (.numbers(let numbers), .numbers(let other)): Self.precedes(numbers, other)
    default: false
    }
  }

  private static func precedes(_ numbers: [Int], _ others: [Int]) -> Bool {
    let count = max(numbers.count, others.count)
    func padded(_ numbers: [Int]) -> [Int] {
      numbers + Array(repeating: 0, count: count - numbers.count)
    }
    return padded(numbers).lexicographicallyPrecedes(padded(others))
  }
}

extension ScheduleVersion {
  /// The comparable part of a version.
  package struct Stamp {
    fileprivate enum Order {
      case moment(WrittenTime)
      case numbers([Int])
    }

    package let text: String
    fileprivate let order: Order
  }

  /// The comparable part of the version.
  ///
  /// The value is nil if the version neither contains a date nor consists only of numbers.
  package var stamp: Stamp? {
    let words = text.split(separator: " ")
    for (place, word) in words.enumerated().reversed() {
      let behind = place + 1 < words.count ? "\(word) \(words[place + 1])" : String(word)
      for text in [behind, String(word)] {
        if let moment = WrittenTime(text) { return Stamp(text: text, order: .moment(moment)) }
      }
    }
    var rest = text[...]
    for beginning in ["version", "v"] where rest.lowercased().hasPrefix(beginning) {
      rest = rest.dropFirst(beginning.count)
    }
    let parts = rest.drop { $0 == " " }.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int(part) : nil
    }
    return numbers.count == parts.count ? Stamp(text: text, order: .numbers(numbers)) : nil
  }
}

extension WrittenTime {
  /// Returns true if the time is earlier than another time.
  ///
  /// If the dates are equal, the result is false unless both times of day are known and the offsets
  /// are equal.
  fileprivate func isBefore(_ other: WrittenTime) -> Bool {
    if date != other.date { return date < other.date }
    guard let time, let otherTime = other.time, offset == other.offset else { return false }
    return time < otherTime
  }
}
