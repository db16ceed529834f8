import Schedule

/// When an event takes place, and what was found on the way.
struct Occurrences {
  /// One of the times.
  struct Item {
    /// What is added to the identity of the event.
    let suffix: String
    /// The time; nil if it is the one that the event says itself.
    let occurrence: Occurrence?
  }

  /// The times in order, without those that are taken out or that other events stand for.
  fileprivate(set) var items = [Item(suffix: "", occurrence: nil)]
  /// What was not read, and where it stands.
  private(set) var problems: [(kind: ImportIssue.Kind, position: TextPosition)] = []

  fileprivate mutating func note(_ kind: ImportIssue.Kind, at position: TextPosition) {
    problems.append((kind, position))
  }
}

extension ICalendarEvents {
  /// Returns when an event takes place.
  ///
  /// - Parameter event: An event.
  /// - Returns: Its times; the one that it says itself if it does not come again.
  mutating func occurrences(of event: SourceValue) -> Occurrences {
    var found = Occurrences()
    if let range = event["RECURRENCE-ID"]?["RANGE"] {
      found.note(
        .unreadable(
          field: "RANGE", found: range.found, accepted: "none; it is read as one time only"),
        at: range.position)
    }
    guard mayRecur(event) else { return found }
    let rules = event.members.filter { $0.key == "RRULE" }
    guard let clock = clock(of: event) else {
      for rule in rules {
        let part = rule.value.label ?? ""
        found.note(
          .recurrence(part: part, accepted: "a DTSTART to begin with"), at: rule.keyPosition)
      }
      return found
    }
    let first = OccurrenceTime(date: clock.start.date, time: clock.start.time)
    var times: Set = [first]
    budget.beginEvent()
    for rule in rules {
      let dates = dates(by: rule, on: clock, &found)
      times.formUnion(dates.map { OccurrenceTime(date: $0, time: first.time) })
    }
    for time in listed("RDATE", of: event, on: clock, &found) where budget.takesTime() {
      times.insert(OccurrenceTime(date: time.date, time: first.time.map { time.time ?? $0 }))
    }
    if budget.isExceeded {
      found.note(.manyRecurrences(read: times.count), at: event.position)
    }
    // What is said of a date alone is said of all that takes place on it.
    let absent = absentTimes(of: event, on: clock, &found)
    let present = times.filter {
      !absent.contains($0) && !absent.contains(OccurrenceTime(date: $0.date, time: nil))
    }
    let length = length(of: event, on: clock)
    let zone = clock.zone == nil ? nil : clock.zoneName
    found.items = present.sorted().map { time in
      let start = CivilDateTime(date: time.date, time: time.time ?? .midnight)
      return Occurrences.Item(
        suffix: clock.suffix(of: time),
        occurrence: time == first ? nil : Occurrence(start: start, zone: zone, length: length))
    }
    return found
  }

  /// The dates that a rule gives.
  private mutating func dates(
    by member: SourceMember, on clock: OccurrenceClock, _ found: inout Occurrences
  ) -> [CivilDate] {
    do throws(RecurrenceRule.Refusal) {
      let rule = try RecurrenceRule(member.value.label ?? "")
      let end = rule.until.map { clock.lastDate(until: clock.time(of: $0, in: nil)) }
      return rule.dates(from: clock.start.date, to: end, &budget)
    } catch {
      found.note(
        .recurrence(part: error.part, accepted: error.accepted), at: member.keyPosition)
      return []
    }
  }

  /// The times at which an event does not take place.
  private mutating func absentTimes(
    of event: SourceValue, on clock: OccurrenceClock, _ found: inout Occurrences
  ) -> Set<OccurrenceTime> {
    let times =
      listed("EXDATE", of: event, on: clock, &found) + overriddenTimes(of: event, on: clock)
    guard clock.start.time == nil else { return Set(times) }
    return Set(times.map { OccurrenceTime(date: $0.date, time: nil) })
  }

  /// The times that stand in the lists of a property.
  private mutating func listed(
    _ property: String, of event: SourceValue, on clock: OccurrenceClock,
    _ found: inout Occurrences
  ) -> [OccurrenceTime] {
    var times: [OccurrenceTime] = []
    for member in event.members where member.key == property {
      let zone = zone(beside: member.value)
      for text in (member.value.label ?? "").split(separator: ",") {
        guard let time = WrittenTime(basic: String(text).trimmed) else {
          found.note(
            .unreadable(
              field: property, found: "the text \(String(text).quoted())",
              accepted: "dates and times, such as 20150518T110000Z"), at: member.value.position)
          continue
        }
        times.append(clock.time(of: time, in: zone))
      }
    }
    return times
  }
}
