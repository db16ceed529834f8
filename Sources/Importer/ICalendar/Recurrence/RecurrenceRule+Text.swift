import Schedule

extension RecurrenceRule {
  /// Why a rule is not read.
  struct Refusal: Error {
    /// The part that is not read.
    let part: String
    /// What would have been read.
    let accepted: String
  }

  private enum Part: String, CaseIterable {
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case days = "BYDAY"
    case monthDays = "BYMONTHDAY"
    case months = "BYMONTH"
    case positions = "BYSETPOS"
    case weekStart = "WKST"

    var accepted: String {
      switch self {
      case .frequency: "DAILY, WEEKLY, MONTHLY or YEARLY"
      case .interval: "a whole number from 1 to 9999"
      case .count: "a whole number from 1 on"
      case .until: "date and time, such as 20150518T110000Z"
      case .days: "days such as MO,WE, or by the month or year also such as -1FR"
      case .monthDays: "days from 1 to 31, or from -1 to -31"
      case .months: "months from 1 to 12"
      case .positions: "numbers from 1 to 366, or from -1 to -366"
      case .weekStart: "a day such as MO"
      }
    }
  }

  /// Reads a rule.
  ///
  /// - Parameter text: The rule, such as "FREQ=WEEKLY;COUNT=10;BYDAY=TU,TH".
  /// - Throws: `Refusal` of the first part that is not read.
  init(_ text: String) throws(Refusal) {
    var daysText = ""
    var hasFrequency = false
    for item in text.split(separator: ";") {
      let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let part = Part(rawValue: halves[0].uppercased()) else {
        let names = Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal(part: String(item), accepted: "the parts \(names)")
      }
      guard halves.count == 2, read(part, halves[1].uppercased()) else {
        throw Refusal(part: String(item), accepted: part.accepted)
      }
      if part == .frequency { hasFrequency = true }
      if part == .days { daysText = String(item) }
    }
    guard hasFrequency else { throw Refusal(part: text, accepted: "the part FREQ") }
    let isLong = frequency == .monthly || frequency == .yearly
    guard isLong || days.allSatisfy({ $0.ordinal == nil }) else {
      throw Refusal(part: daysText, accepted: Part.days.accepted)
    }
  }

  private mutating func read(_ part: Part, _ value: String) -> Bool {
    switch part {
    case .frequency: return Self.set(&frequency, Frequency(rawValue: value))
    case .interval: return Self.set(&interval, Self.number(value, upTo: 9999))
    case .count:
      count = Self.number(value, upTo: .max)
      return count != nil
    case .until:
      until = WrittenTime(basic: value)
      return until != nil
    case .days: return Self.set(&days, Self.list(value, Self.day))
    case .monthDays:
      return Self.set(&monthDays, Self.list(value) { Self.number($0, upTo: 31, down: true) })
    case .months: return Self.set(&months, Self.list(value) { Self.number($0, upTo: 12) })
    case .positions:
      return Self.set(&positions, Self.list(value) { Self.number($0, upTo: 366, down: true) })
    case .weekStart: return Self.set(&weekStart, Self.weekdays[value])
    }
  }

  private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func list<Item>(
    _ text: String, _ read: (Substring) -> Item?
  ) -> [Item]? {
    let texts = text.split(separator: ",", omittingEmptySubsequences: false)
    let items = texts.compactMap(read)
    return items.count == texts.count ? items : nil
  }

  private static func number(
    _ text: some StringProtocol, upTo limit: Int, down: Bool = false
  ) -> Int? {
    guard let number = Int(text), number != 0, number <= limit else { return nil }
    return number > 0 || down && number >= -limit ? number : nil
  }

  private static func day(_ text: Substring) -> Day? {
    guard let weekday = weekdays[String(text.suffix(2))] else { return nil }
    let ordinal = text.dropLast(2)
    if ordinal.isEmpty { return Day(weekday: weekday, ordinal: nil) }
    return number(ordinal, upTo: 53, down: true).map { Day(weekday: weekday, ordinal: $0) }
  }

  private static let weekdays: [String: Weekday] = [
    "MO": .monday, "TU": .tuesday, "WE": .wednesday, "TH": .thursday, "FR": .friday,
    "SA": .saturday, "SU": .sunday,
  ]
}
