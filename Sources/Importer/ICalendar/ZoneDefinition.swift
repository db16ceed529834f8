import ECSKit
import Schedule

/// A zone as the calendar itself defines it, for names that are in no database.
struct ZoneDefinition: Component, Equatable {
  /// What times call it.
  let name: String
  /// The name of the zone in the database, if the calendar says it.
  let location: String?
  /// The zone as a rule of POSIX, such as `CET-1CEST,M3.5.0/02:00:00,M10.5.0/03:00:00`; nil if its
  /// changes are no such rule.
  let rule: String?

  /// Reads the definition of a zone.
  init?(_ zone: SourceValue) {
    guard let name = zone["TZID"]?.label, !name.isEmpty else { return nil }
    self.name = name
    location = zone["X-LIC-LOCATION"]?.label
    rule = Self.rule(of: zone)
  }

  private static func rule(of zone: SourceValue) -> String? {
    let standard = latest("STANDARD", of: zone)
    let daylight = latest("DAYLIGHT", of: zone)
    guard let onlyOne = standard ?? daylight, let first = period(of: onlyOne) else { return nil }
    guard let standard, let daylight else { return first }
    guard let second = period(of: daylight), let start = change(to: daylight),
      let end = change(to: standard)
    else { return nil }
    return "\(first)\(second),\(start),\(end)"
  }

  /// The part of a kind that holds now: the one that began last.
  private static func latest(_ kind: String, of zone: SourceValue) -> SourceValue? {
    zone.members.filter { $0.key == kind }.map(\.value)
      .max { ($0["DTSTART"]?.label ?? "") < ($1["DTSTART"]?.label ?? "") }
  }

  /// The offset of a part, named by itself, as POSIX writes it: hours that clocks are behind UTC.
  private static func period(of part: SourceValue) -> String? {
    guard let text = part["TZOFFSETTO"]?.label, let sign = text.first, sign == "+" || sign == "-",
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }), [5, 7].contains(text.count)
    else { return nil }
    let hours = text.dropFirst().prefix(2)
    let minutes = text.dropFirst(3).prefix(2)
    return "<\(sign)\(hours)\(minutes)>\(sign == "+" ? "-" : "+")\(hours):\(minutes)"
  }

  /// When a part begins each year: `M` month, week and weekday, and the time of day.
  private static func change(to part: SourceValue) -> String? {
    let weekdays = ["SU": 0, "MO": 1, "TU": 2, "WE": 3, "TH": 4, "FR": 5, "SA": 6]
    var rule: [Substring: Substring] = [:]
    for item in part["RRULE"]?.label?.split(separator: ";") ?? [] {
      let halves = item.split(separator: "=", maxSplits: 1)
      if halves.count == 2 { rule[halves[0]] = halves[1] }
    }
    let start = part["DTSTART"]?.label?.split(separator: "T") ?? []
    guard rule["FREQ"] == "YEARLY", let month = rule["BYMONTH"].flatMap({ Int($0) }),
      let day = rule["BYDAY"], let weekday = weekdays[String(day.suffix(2))],
      let week = Int(day.dropLast(2)), week == -1 || 1...4 ~= week,
      start.count == 2, start[1].count == 6
    else { return nil }
    let time = start[1]
    let clock = "\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.suffix(2))"
    return "M\(month).\(week == -1 ? 5 : week).\(weekday)/\(clock)"
  }
}
