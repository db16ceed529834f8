import Schedule

extension RecurrenceRule {
  private enum Part: String, CaseIterable {
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case days = "BYDAY"
    case monthDays = "BYMONTHDAY"
    case yearDays = "BYYEARDAY"
    case months = "BYMONTH"
    case hours = "BYHOUR"
    case minutes = "BYMINUTE"
    case seconds = "BYSECOND"
    case positions = "BYSETPOS"
    case weekStart = "WKST"

    var accepted: String {
      switch self {
      case .frequency: "DAILY, WEEKLY, MONTHLY or YEARLY"
      case .interval: "a whole number from 1 to 9999"
      case .count: "a whole number of at least 1"
      case .until: "date and time, such as 20150518T110000Z"
      case .days: "days such as MO,WE; MONTHLY and YEARLY also accept days such as -1FR"
      case .monthDays: "days from 1 to 31, or from -1 to -31"
      case .yearDays: "days from 1 to 366, or from -1 to -366, with YEARLY"
      case .months: "months from 1 to 12"
      case .hours: "hours from 0 to 23"
      case .minutes, .seconds: "numbers from 0 to 59"
      case .positions: "numbers from 1 to 366, or from -1 to -366"
      case .weekStart: "a day such as MO"
      }
    }
  }

  /// Creates a rule from a string such as "FREQ=WEEKLY;COUNT=10;BYDAY=TU,TH".
  ///
  /// If a part is unsupported, the closure is called with the part and the accepted values, and the
  /// result is nil.
  init?(_ text: String, refuse: (_ part: String, _ accepted: String) -> Void = { _, _ in }) {
    if let fault = readParts(text) {
      refuse(fault.part, fault.accepted)
      return nil
    }
  }

  /// Parses all parts, or returns the first unsupported part and the accepted values.
  private mutating func readParts(_ text: String) -> (part: String, accepted: String)? {
    var texts: [Part: String] = [:]
    for item in text.split(separator: ";") {
      let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let part = Part(rawValue: halves[0].uppercased()) else {
        let names = Part.allCases.map(\.rawValue).joined(separator: ", ")
        return (String(item), "the parts \(names)")
      }
      guard halves.count == 2, read(part, halves[1].uppercased()) else {
        return (String(item), part.accepted)
      }
      texts[part] = String(item)
    }
    guard texts[.frequency] != nil else { return (text, "the part FREQ") }
    let isLong = frequency == .monthly || frequency == .yearly
    guard isLong || days.allSatisfy({ $0.ordinal == nil }) else {
      return (texts[.days] ?? "", Part.days.accepted)
    }
    guard frequency == .yearly || yearDays.isEmpty else {
      return (texts[.yearDays] ?? "", Part.yearDays.accepted)
    }
    return nil
  }

  private mutating func read(_ part: Part, _ value: String) -> Bool {
    switch part {
    case .frequency: return Self.set(&frequency, Frequency(rawValue: value))
    case .interval: return Self.set(&interval, Self.number(value, 1...9999))
    case .count:
      count = Self.number(value, 1...Int.max)
      return count != nil
    case .until:
      until = WrittenTime(value)
      return until != nil
    case .days: return Self.set(&days, Self.list(value, Self.day))
    case .monthDays: return Self.set(&monthDays, Self.numbers(value, 1...31, down: true))
    case .yearDays: return Self.set(&yearDays, Self.numbers(value, 1...366, down: true))
    case .months: return Self.set(&months, Self.numbers(value, 1...12))
    case .hours: return Self.set(&hours, Self.numbers(value, 0...23))
    case .minutes: return Self.set(&minutes, Self.numbers(value, 0...59))
    case .seconds: return Self.set(&seconds, Self.numbers(value, 0...59))
    case .positions: return Self.set(&positions, Self.numbers(value, 1...366, down: true))
    case .weekStart: return Self.set(&weekStart, Self.weekdays[value])
    }
  }

  private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func list<Item: Hashable>(
    _ text: String, _ read: (Substring) -> Item?
  ) -> Set<Item>? {
    var items: Set<Item> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let item = read(part) else { return nil }
      items.insert(item)
    }
    return items
  }

  private static func numbers(
    _ text: String, _ range: ClosedRange<Int>, down: Bool = false
  ) -> Set<Int>? {
    list(text) { number($0, range, down: down) }
  }

  /// Parses a number in a range.
  ///
  /// If `down` is true, a negative number is accepted if its magnitude is in the range.
  private static func number(
    _ text: some StringProtocol, _ range: ClosedRange<Int>, down: Bool = false
  ) -> Int? {
    guard let number = Int(text), number > Int.min else { return nil }
    return range.contains(down ? abs(number) : number) ? number : nil
  }

  private static func day(_ text: Substring) -> Day? {
    guard let weekday = weekdays[String(text.suffix(2))] else { return nil }
    let ordinal = text.dropLast(2)
    if ordinal.isEmpty { return Day(weekday: weekday, ordinal: nil) }
    return number(ordinal, 1...53, down: true).map { Day(weekday: weekday, ordinal: $0) }
  }

  private static let weekdays: [String: Weekday] = [
    "MO": .monday, "TU": .tuesday, "WE": .wednesday, "TH": .thursday, "FR": .friday,
    "SA": .saturday, "SU": .sunday,
  ]
}
