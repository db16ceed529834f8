// Expands the rules and dates of a recurring event, and omits exceptions and replaced occurrences.
// The traversal of ScheduleFormat.iCalendar calls it for each event. RecurrenceBudget limits the
// number of occurrences. Occurrences around the given moment are preferred.

import Basics
import Schedule
import SourceText

/// The occurrences of an event, and the issues found while expanding its rules.
struct Occurrences {
  struct Item {
    /// The suffix of the event's identity for this occurrence.
    let suffix: String
    /// The time of the occurrence, or nil for the event's own time.
    let occurrence: Occurrence?
  }

  /// The occurrences in order, without excluded and replaced occurrences.
  fileprivate(set) var items = [Item(suffix: "", occurrence: nil)]
  private(set) var problems: [(kind: ImportIssue.Kind, position: SourcePosition)] = []
  /// True if exceptions remove all occurrences of the event.
  fileprivate(set) var isCancelled = false

  fileprivate mutating func note(_ kind: ImportIssue.Kind, at position: SourcePosition) {
    problems.append((kind, position))
  }
}

struct AbsentTimes {
  var times: Set<CivilDateTime> = []
  /// The dates when the event does not occur.
  var dates: Set<CivilDate> = []

  func contains(_ time: CivilDateTime) -> Bool {
    times.contains(time) || dates.contains(time.date)
  }

  mutating func insert(_ time: WrittenTime, in zone: Zone?, on clock: EventClock) {
    // A date without a time excludes all times on that date.
    if clock.isDate || time.time == nil {
      dates.insert(time.date)
    } else {
      times.insert(clock.time(of: time, in: zone))
    }
  }
}

extension ICalendarEvents {
  /// Returns the occurrences of an event.
  ///
  /// For an event that does not recur, the only item is its own time. If an event has too many
  /// occurrences, only the occurrences around the given moment are returned.
  mutating func occurrences(of event: CalendarEvent) -> Occurrences {
    var found = Occurrences()
    for property in event.missing {
      found.note(.missing(field: property.rawValue), at: event.value.position)
    }
    noteOverride(event, &found)
    guard mayRecur(event) else { return found }
    guard let clock = clock(of: event) else {
      for rule in event.rules {
        let part = rule.value.label ?? ""
        found.note(
          .recurrence(part: part, accepted: "a DTSTART"), at: rule.keyPosition)
      }
      return found
    }
    addTimes(of: event, on: clock, &found)
    return found
  }

  /// Reports the unreadable parts of an override.
  ///
  /// The rules of an override are ignored. A rule that the recurring event does not have is
  /// reported, too.
  private func noteOverride(_ event: CalendarEvent, _ found: inout Occurrences) {
    guard let value = event.recurrenceValue else { return }
    if event.recurrence == nil {
      found.note(
        .unreadable(
          field: "RECURRENCE-ID", found: value.content.found, accepted: Self.acceptedTime),
        at: value.position)
    }
    if let range = value["RANGE"] {
      found.note(
        .unreadable(
          field: "RANGE", found: range.found,
          accepted: "no RANGE, because only one occurrence is changed"),
        at: range.position)
    }
    if hasOtherRules(event), let rule = event.rules.first {
      found.note(
        .recurrence(
          part: rule.value.label ?? "", accepted: "no rule together with RECURRENCE-ID"),
        at: rule.keyPosition)
    }
  }

  private mutating func addTimes(
    of event: CalendarEvent, on clock: EventClock, _ found: inout Occurrences
  ) {
    let excepted = exceptedTimes(of: event, on: clock, &found)
    var absent = excepted
    for time in overriddenTimes(of: event) {
      absent.insert(time.written, in: time.zone.flatMap { zones.zone($0) }, on: clock)
    }
    let bytes = event.value.length
    let limit = event.recurs ? budget.timesOfNextEvent(bytes: bytes) : 1
    let moment = moment.map { clock.zone?.civil(at: $0) ?? CivilDateTime($0, offset: 0) }
    let pivot = moment ?? clock.first
    var times: Set<CivilDateTime> = absent.contains(clock.first) ? [] : [clock.first]
    var isCut = false
    for member in event.rules {
      let search = { (last: CivilDateTime) in
        RecurrenceRule.Search(
          first: clock.first, last: last, moment: pivot, limit: limit,
          isWanted: { !absent.contains($0) })
      }
      let rule = self.times(by: member, search, on: clock, &found)
      times.formUnion(rule.times)
      if rule.isCut { isCut = true }
    }
    var lengths: [CivilDateTime: WrittenLength] = [:]
    forEachListed(event.dates, "RDATE", on: clock, &found) { time in
      let civil = clock.time(of: time.start, in: time.zone)
      let start =
        time.start.time == nil
        ? CivilDateTime(date: civil.date, time: clock.first.time) : civil
      if absent.contains(start) { return }
      times.insert(start)
      lengths[start] = time.length
    }
    let all = times.sorted()
    let shown = Self.window(of: all, around: pivot, limit)
    budget.spend(times: event.recurs ? shown.count : 0, bytes: bytes)
    if isCut || shown.count < all.count, let first = shown.first, let last = shown.last {
      found.note(
        .manyRecurrences(
          read: shown.count, first: first.date.iso8601, last: last.date.iso8601),
        at: event.value.position)
    }
    found.isCancelled =
      all.isEmpty && excepted.contains(clock.first)
      && !found.problems.contains { $0.kind.losesTimes }
    let length = length(of: event, on: clock)
    found.items = shown.map { time in
      Occurrences.Item(
        suffix: clock.suffix(of: time),
        occurrence: time == clock.first && lengths[time] == nil
          ? nil : Occurrence(start: time, length: lengths[time] ?? length))
    }
  }

  mutating func exceptedTimes(of event: CalendarEvent, on clock: EventClock) -> AbsentTimes {
    var found = Occurrences()
    return exceptedTimes(of: event, on: clock, &found)
  }

  private mutating func exceptedTimes(
    of event: CalendarEvent, on clock: EventClock, _ found: inout Occurrences
  ) -> AbsentTimes {
    var times = AbsentTimes()
    forEachListed(event.exceptions, "EXDATE", on: clock, &found) { time in
      times.insert(time.start, in: time.zone, on: clock)
    }
    return times
  }

  private mutating func length(
    of event: CalendarEvent, on clock: EventClock
  ) -> WrittenLength? {
    guard let start = event.start, let end = event.end else {
      return event.text("DURATION").flatMap { WrittenLength(calendar: $0) }
    }
    return clock.length(
      from: start.written, in: nil, to: end.written, in: end.zone.flatMap { zones.zone($0) }
    ).map { WrittenLength(duration: $0) }
  }

  /// Returns at most `limit` consecutive occurrences around a moment.
  ///
  /// Usually, a quarter of the occurrences precede the moment. If too few occurrences precede the
  /// moment, more of the later occurrences are returned, and vice versa.
  private static func window(
    of times: [CivilDateTime], around moment: CivilDateTime, _ limit: Int
  ) -> ArraySlice<CivilDateTime> {
    guard times.count > limit else { return times[...] }
    let before = times.prefix { $0 < moment }.count
    let behind = times.count - before
    let start = before - max(limit - behind, min(before, limit / 4))
    return times[start..<start + limit]
  }

  /// Returns the times of a rule, as far as the budget allows.
  private mutating func times(
    by member: SourceMember, _ search: (CivilDateTime) -> RecurrenceRule.Search,
    on clock: EventClock, _ found: inout Occurrences
  ) -> RecurrenceRule.Found {
    let text = member.value.label ?? ""
    let read = RecurrenceRule(text) { part, accepted in
      found.note(.recurrence(part: part, accepted: accepted), at: member.keyPosition)
    }
    guard let rule = read else { return RecurrenceRule.Found() }
    var last = RecurrenceRule.endOfCalendar
    if let until = rule.until {
      let time = until.time == nil || clock.isDate ? last.time : nil
      let civil = clock.time(of: until, in: nil)
      last = time.map { CivilDateTime(date: civil.date, time: $0) } ?? civil
    }
    let times = rule.times(search(last), isDate: clock.isDate, &budget)
    // A rule with an end may yield no time after the first.
    let isDone = !times.isCut && (rule.until != nil || rule.count != nil)
    guard times.times.isEmpty, !isDone else { return times }
    found.note(.noRecurrence(rule: text), at: member.keyPosition)
    return RecurrenceRule.Found()
  }

  // MARK: Lists

  private static let acceptedTime = "date and time, such as 20150518T110000Z"

  private typealias Listed = (start: WrittenTime, zone: Zone?, length: WrittenLength?)

  /// Calls a closure with each time in the lists of a property.
  ///
  /// The times are not stored, because a list may be as long as the file and repeat the same time.
  private mutating func forEachListed(
    _ members: [SourceMember], _ property: String, on clock: EventClock,
    _ found: inout Occurrences, _ body: (Listed) -> Void
  ) {
    for member in members {
      let zone = member.value["TZID"]?.label.flatMap { zones.zone($0) }
      var rest = (member.value.label ?? "")[...]
      while !rest.isEmpty {
        let part = rest.prefix { $0 != "," }
        rest = rest[part.endIndex...].dropFirst()
        if part.isEmpty { continue }
        let text = String(part).trimmed
        if let time = Self.period(text, in: zone, on: clock) {
          body(time)
        } else if found.problems.count <= RecordImport.mostIssues {
          // If a file has more issues than allowed, it is rejected.
          found.note(
            .unreadable(
              field: property, found: "the text \(text.quoted())",
              accepted: "dates and times, such as 20150518T110000Z"), at: member.value.position)
        }
      }
    }
  }

  /// Parses a time or a period.
  ///
  /// A period has a start and either an end or a duration.
  private static func period(_ text: String, in zone: Zone?, on clock: EventClock) -> Listed? {
    let halves = text.split(separator: "/", maxSplits: 1)
    guard let start = halves.first.flatMap({ WrittenTime($0) }) else { return nil }
    guard halves.count > 1 else { return (start, zone, nil) }
    if let length = WrittenLength(calendar: halves[1]) { return (start, zone, length) }
    return WrittenTime(halves[1]).flatMap { end in
      clock.length(from: start, in: zone, to: end, in: zone)
        .map { (start, zone, WrittenLength(duration: $0)) }
    }
  }
}

extension ImportIssue.Kind {
  fileprivate var losesTimes: Bool {
    if case .recurrence = self { true } else { false }
  }
}
