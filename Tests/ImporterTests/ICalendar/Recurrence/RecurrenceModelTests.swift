import Schedule
import TestSupport
import Testing

/// Rules by chance beside a model that asks of each day whether the event takes place on it.
@Suite("Recurrence rules compared with a model")
struct RecurrenceModelTests {
  @Test("yield the same times as the model", arguments: 1...12)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let model = RecurrenceModel(&random)
      let times = model.times
      // Some are taken out again, and no rule counts others for that.
      let exceptions = times.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
      let lines = exceptions.map { "EXDATE:\(RecurrenceModel.written($0))\n" }.joined()
      let schedule = try ImportedSchedule(
        CalendarText.calendar(
          CalendarText.event(
            "UID:1\nSUMMARY:A\nDTSTART:\(RecurrenceModel.written(model.start))\n\(lines)"
              + "RRULE:\(model.text)")), zone: .utc)
      let found = schedule.lines.map { String($0.prefix(16)) }
      let expected = times.filter { !exceptions.contains($0) }
        .map { "\($0.date.iso8601) \($0.time.clock)" }
      #expect(found == expected, "seed \(seed): \(model.start.iso8601) \(model.text) \(lines)")
      #expect(schedule.issues.count == (expected.isEmpty ? 1 : 0), "\(schedule.issues)")
    }
  }
}

/// A rule, and the times it gives, found day by day.
private struct RecurrenceModel {
  let start: CivilDateTime
  private let frequency: String
  private let interval: Int
  private let count: Int
  private let last: CivilDate
  private let byDay: [(ordinal: Int, name: String)]
  private let byMonthDay: [Int]
  private let byMonth: [Int]
  private let byHour: [Int]
  private let bySetPosition: [Int]
  private let weekStart: String

  private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  init(_ random: inout SplitMix64) {
    func some(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> [Int] {
      guard Bool.random(using: &random) else { return [] }
      return (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Int.random(in: range, using: &random)
      }
    }
    let day = CivilDate(daysSince1970: Int.random(in: 19_000...20_000, using: &random))
    let hour = Int.random(in: 0...23, using: &random)
    start = CivilDateTime(date: day, time: CivilTime(hour: hour, minute: 30) ?? .midnight)
    let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random) ?? ""
    self.frequency = frequency
    interval = Int.random(in: 1...3, using: &random)
    count = Int.random(in: 1...60, using: &random)
    last = day.adding(days: Int.random(in: 0...1500, using: &random))
    let isLong = frequency == "MONTHLY" || frequency == "YEARLY"
    byDay = some(0...6, &random).map { day in
      let ordinal = isLong ? Int.random(in: -5...5, using: &random) : 0
      return (ordinal, Self.names[day])
    }
    byMonthDay =
      frequency == "WEEKLY" ? [] : some(1...31, &random).map { $0 % 2 == 0 ? $0 : -$0 }
    byMonth = some(1...12, &random)
    byHour = some(0...23, &random)
    bySetPosition = some(1...6, &random).map { $0 % 2 == 0 ? $0 : -$0 }
    weekStart = Self.names.randomElement(using: &random) ?? ""
  }

  private static func written(_ date: CivilDate) -> String {
    date.iso8601.split(separator: "-").joined()
  }

  static func written(_ time: CivilDateTime) -> String {
    "\(written(time.date))T\(time.time.clock.split(separator: ":").joined())00Z"
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
    if !byHour.isEmpty {
      parts.append("BYHOUR=\(byHour.map(String.init).joined(separator: ","))")
    }
    if !bySetPosition.isEmpty {
      parts.append("BYSETPOS=\(bySetPosition.map(String.init).joined(separator: ","))")
    }
    return parts.joined(separator: ";")
  }

  var times: [CivilDateTime] {
    // The times of each period, those before the start included, since positions count them, too.
    var periods: [Int: [CivilDateTime]] = [:]
    var weeks = 0
    var numberOfStart = 0
    for day in (start.date.daysSince1970 - 400)...(last.daysSince1970 + 400) {
      let date = CivilDate(daysSince1970: day)
      if name(of: date) == weekStart { weeks += 1 }
      let number =
        switch frequency {
        case "DAILY": day
        case "WEEKLY": weeks
        case "MONTHLY": date.year * 12 + date.month
        default: date.year
        }
      if date == start.date { numberOfStart = number }
      if isMet(by: date) {
        let hours = byHour.isEmpty ? [start.time.hour] : Set(byHour).sorted()
        periods[number, default: []] += hours.compactMap { hour in
          CivilTime(hour: hour, minute: 30).map { CivilDateTime(date: date, time: $0) }
        }
      }
    }
    let counting = periods.filter {
      $0.key >= numberOfStart && ($0.key - numberOfStart) % interval == 0
    }
    let later = counting.values.flatMap(positioned).filter { $0 > start && $0.date <= last }
    return Array(([start] + later.sorted()).prefix(count))
  }

  private func positioned(_ times: [CivilDateTime]) -> [CivilDateTime] {
    if bySetPosition.isEmpty { return times }
    return times.indices.filter { place in
      bySetPosition.contains(place + 1) || bySetPosition.contains(place - times.count)
    }.map { times[$0] }
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
    case "WEEKLY": return date.weekday == start.date.weekday
    case "MONTHLY": return date.day == start.date.day
    default:
      return date.day == start.date.day && (!byMonth.isEmpty || date.month == start.date.month)
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
