import Schedule
import TestSupport
import Testing

/// Rules by chance beside a model that asks of each day whether the event takes place on it.
@Suite("Rules of recurrence, beside a model")
struct RecurrenceModelTests {
  @Test("give the days that the model gives", arguments: 1...12)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let model = RecurrenceModel(&random)
      let schedule = try ImportedSchedule(
        CalendarText.calendar(
          CalendarText.event(
            "UID:1\nSUMMARY:A\nDTSTART:\(model.startText)\nRRULE:\(model.text)")), zone: .utc)
      let days = schedule.lines.map { String($0.prefix(10)) }
      #expect(days == model.days.map(\.iso8601), "\(model.startText) \(model.text)")
      #expect(schedule.issues == [])
    }
  }
}

/// A rule, and the days it gives, found one by one.
private struct RecurrenceModel {
  private let start: CivilDate
  private let frequency: String
  private let interval: Int
  private let count: Int
  private let last: CivilDate
  private let byDay: [(ordinal: Int, name: String)]
  private let byMonthDay: [Int]
  private let byMonth: [Int]
  private let weekStart: String

  private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  init(_ random: inout SplitMix64) {
    func some(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> [Int] {
      guard Bool.random(using: &random) else { return [] }
      return (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Int.random(in: range, using: &random)
      }
    }
    start = CivilDate(daysSince1970: Int.random(in: 19_000...20_000, using: &random))
    let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random) ?? ""
    self.frequency = frequency
    interval = Int.random(in: 1...3, using: &random)
    count = Int.random(in: 1...60, using: &random)
    last = start.adding(days: Int.random(in: 0...1500, using: &random))
    let isLong = frequency == "MONTHLY" || frequency == "YEARLY"
    byDay = some(0...6, &random).map { day in
      let ordinal = isLong ? Int.random(in: -5...5, using: &random) : 0
      return (ordinal, Self.names[day])
    }
    byMonthDay =
      frequency == "WEEKLY" ? [] : some(1...31, &random).map { $0 % 2 == 0 ? $0 : -$0 }
    byMonth = some(1...12, &random)
    weekStart = Self.names.randomElement(using: &random) ?? ""
  }

  /// The start as a calendar writes it: a day alone.
  var startText: String { Self.written(start) }

  private static func written(_ date: CivilDate) -> String {
    date.iso8601.split(separator: "-").joined()
  }

  var text: String {
    var parts = [
      "FREQ=\(frequency)", "INTERVAL=\(interval)", "COUNT=\(count)", "WKST=\(weekStart)",
    ]
    parts.append("UNTIL=\(Self.written(last))")
    if !byDay.isEmpty {
      let days = byDay.map { ($0.ordinal == 0 ? "" : "\($0.ordinal)") + $0.name }
      parts.append("BYDAY=\(days.joined(separator: ","))")
    }
    if !byMonthDay.isEmpty {
      parts.append("BYMONTHDAY=\(byMonthDay.map(String.init).joined(separator: ","))")
    }
    if !byMonth.isEmpty {
      parts.append("BYMONTH=\(byMonth.map(String.init).joined(separator: ","))")
    }
    return parts.joined(separator: ";")
  }

  var days: [CivilDate] {
    let later = stride(from: start.daysSince1970 + 1, through: last.daysSince1970, by: 1)
      .map { CivilDate(daysSince1970: $0) }.filter { isInPeriod($0) && isMet(by: $0) }
    return Array(([start] + later).prefix(count))
  }

  /// Whether a day lies in one of the periods that count.
  private func isInPeriod(_ date: CivilDate) -> Bool {
    switch frequency {
    case "DAILY": (date.daysSince1970 - start.daysSince1970) % interval == 0
    case "WEEKLY": weeks(to: date) % interval == 0
    case "MONTHLY":
      (date.year * 12 + date.month - start.year * 12 - start.month) % interval == 0
    default: (date.year - start.year) % interval == 0
    }
  }

  /// How often a week begins after the first day, up to another one.
  private func weeks(to date: CivilDate) -> Int {
    (start.daysSince1970 + 1..<date.daysSince1970 + 1)
      .count { name(of: CivilDate(daysSince1970: $0)) == weekStart }
  }

  private func name(of date: CivilDate) -> String { Self.names[date.weekday.rawValue - 1] }

  private func isMet(by date: CivilDate) -> Bool {
    let says = !byDay.isEmpty || !byMonthDay.isEmpty
    if !byMonth.isEmpty, !byMonth.contains(date.month) { return false }
    if !byMonthDay.isEmpty, !byMonthDay.contains(where: { isDay($0, date) }) { return false }
    if !byDay.isEmpty, !byDay.contains(where: { isDay($0, date) }) { return false }
    if says { return true }
    switch frequency {
    case "DAILY": return true
    case "WEEKLY": return date.weekday == start.weekday
    case "MONTHLY": return date.day == start.day
    default: return date.day == start.day && (!byMonth.isEmpty || date.month == start.month)
    }
  }

  private func isDay(_ number: Int, _ date: CivilDate) -> Bool {
    if number > 0 { return date.day == number }
    // As many days from the end as lead to the first of the next month.
    let first = date.adding(days: -number)
    return first.day == 1 && first.adding(days: -1).month == date.month
  }

  private func isDay(_ day: (ordinal: Int, name: String), _ date: CivilDate) -> Bool {
    guard name(of: date) == day.name else { return false }
    if day.ordinal == 0 { return true }
    let isByYear = frequency == "YEARLY" && byMonth.isEmpty
    func isWithin(_ other: CivilDate) -> Bool {
      other.year == date.year && (isByYear || other.month == date.month)
    }
    let weeks = abs(day.ordinal)
    let back = day.ordinal > 0 ? -7 : 7
    return isWithin(date.adding(days: (weeks - 1) * back))
      && !isWithin(date.adding(days: weeks * back))
  }
}
