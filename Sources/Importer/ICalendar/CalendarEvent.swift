// An event in a calendar, with its clock and the properties that determine identity and recurrence.
// ICalendarEvents reads each event of a file once, before the first event is imported. Only the
// necessary properties are copied, because a file may have very many events.

import Basics
import Schedule
import SourceText

struct CalendarTime {
  let written: WrittenTime
  let zone: String?

  init?(_ value: SourceValue) {
    guard let written = value.label.flatMap({ WrittenTime($0) }) else { return nil }
    self.written = written
    zone = value["TZID"]?.label
  }
}

/// The properties of an event that affect its times or other events.
struct CalendarEvent {
  enum Property: String {
    case uid = "UID"
    case start = "DTSTART"
    case end = "DTEND"
    case summary = "SUMMARY"
    case recurrence = "RECURRENCE-ID"
    case rule = "RRULE"
    case date = "RDATE"
    case exception = "EXDATE"
    case attendee = "ATTENDEE"
    case organizer = "ORGANIZER"
    case contact = "CONTACT"
    case category = "CATEGORIES"
    case status = "STATUS"
    case sequence = "SEQUENCE"
    case modified = "LAST-MODIFIED"
    case stamp = "DTSTAMP"
  }

  let value: SourceValue
  private(set) var uid: String?
  private(set) var start: CalendarTime?
  private(set) var end: CalendarTime?
  /// The RECURRENCE-ID property, which identifies the occurrence that this event replaces.
  private(set) var recurrenceValue: SourceValue?
  private(set) var recurrence: CalendarTime?
  private(set) var rules: [SourceMember] = []
  private(set) var dates: [SourceMember] = []
  private(set) var exceptions: [SourceMember] = []
  private(set) var attendees: [String] = []
  private(set) var organizers: [String] = []
  /// The comma-separated parts of the contacts.
  ///
  /// Some of the parts are names.
  private(set) var contacts: [String] = []
  /// The first distinct categories, at most `mostTracks`.
  private var categories: [String] = []
  /// All categories joined by commas, if there are more than `mostTracks`.
  ///
  /// Otherwise, the string is empty.
  private var allCategories = ""
  /// True if the event is cancelled according to its status or its title.
  var isCancelled: Bool { hasCancelledStatus || isMarkedCancelled }
  private var hasCancelledStatus = false
  private var isMarkedCancelled = false
  /// The revision number of the event, from SEQUENCE.
  private(set) var sequence = 0
  /// The time of LAST-MODIFIED, or of DTSTAMP if the event has no LAST-MODIFIED.
  private(set) var stamp: String?
  private(set) var missing: [Property] = [.start, .summary]

  /// Creates an event by reading its properties.
  ///
  /// The array `properties` contains the property for each key ID of the document.
  init(_ value: SourceValue, _ properties: [Property?]) {
    self.value = value
    var hasModified = false
    for member in value.members {
      guard let property = properties[member.keyID] else { continue }
      if property == .stamp, hasModified { continue }
      if property == .modified { hasModified = true }
      read(property, member)
    }
  }

  private mutating func read(_ property: Property, _ member: SourceMember) {
    let value = member.value
    switch property {
    case .uid: uid = value.label.flatMap { $0.isEmpty ? nil : $0 }
    case .start: start = CalendarTime(value)
    case .end: end = CalendarTime(value)
    case .summary: isMarkedCancelled = value.isMarkedCancelled
    case .recurrence:
      recurrenceValue = value
      recurrence = CalendarTime(value)
    case .rule: rules.append(member)
    case .date: dates.append(member)
    case .exception: exceptions.append(member)
    case .attendee: Self.name(in: value).map { attendees.append($0) }
    case .organizer: Self.name(in: value).map { organizers.append($0) }
    case .contact: contacts += (value.label ?? "").split(separator: ",").map { String($0).trimmed }
    case .category:
      let content = value.content
      if content.kind == .array {
        content.forEachElement { addCategory($0) }
      } else {
        addCategory(value)
      }
    case .status: hasCancelledStatus = value.label?.uppercased() == "CANCELLED"
    case .sequence: sequence = value.label.flatMap { Int($0) } ?? 0
    case .modified, .stamp: stamp = value.label
    }
    missing.removeAll { $0 == property }
  }

  /// The maximum number of categories that become separate tracks.
  ///
  /// The number of categories of an event is limited only by the size of the file, and each
  /// occurrence would be listed under all of them.
  private static let mostTracks = 8

  private mutating func addCategory(_ value: SourceValue) {
    guard let name = value.label, !name.isEmpty else { return }
    if !allCategories.isEmpty {
      allCategories += ", \(name)"
    } else if categories.count < Self.mostTracks {
      if !categories.contains(name) { categories.append(name) }
    } else {
      allCategories = (categories + [name]).joined(separator: ", ")
    }
  }

  var track: Track? {
    allCategories.isEmpty ? Track(names: categories) : Track(name: allCategories)
  }

  private static func name(in value: SourceValue) -> String? {
    value["CN"]?.label.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// True if the event replaces one occurrence of another event.
  var isOverride: Bool { recurrenceValue != nil }

  /// True if the event has a rule or dates for further occurrences.
  var recurs: Bool { !isOverride && !(rules.isEmpty && dates.isEmpty) }

  /// True if the event starts at a time of day and states neither an end nor a length.
  var lacksEnd: Bool {
    end == nil && start?.written.time != nil && value["DTEND"] == nil && value["DURATION"] == nil
  }

  func isOlder(than other: CalendarEvent) -> Bool {
    (sequence, stamp ?? "") < (other.sequence, other.stamp ?? "")
  }

  func text(_ property: String) -> String? {
    value[property]?.label.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The local clock of an event, used for its times and its occurrences.
///
/// An event that repeats at nine o'clock still starts at nine when daylight saving time begins or
/// ends.
struct EventClock {
  let first: CivilDateTime
  /// True if the event has a date without a time, and therefore lasts all day.
  let isDate: Bool
  let zone: Zone?

  /// Converts a written time to this clock.
  ///
  /// The argument `other` is the zone of the time, or nil if the time has no zone.
  func time(of time: WrittenTime, in other: Zone?) -> CivilDateTime {
    if isDate { return CivilDateTime(date: time.date, time: .midnight) }
    // A date without a time is the same in any zone. A time that the zone skips is left unchanged.
    let isOwn = other.map { $0.name == zone?.name } ?? true
    guard time.time != nil, let zone, !isOwn || time.offset != nil,
      let instant = time.instant ?? other?.instant(of: time.civil)
    else { return time.civil }
    return zone.civil(at: instant)
  }

  /// Returns the duration between two times.
  ///
  /// A time without a zone is on this clock. The result is nil for dates without a time, or if the
  /// end is before the start.
  func length(
    from start: WrittenTime, in startZone: Zone?, to end: WrittenTime, in endZone: Zone?
  ) -> Duration? {
    guard start.time != nil, end.time != nil else { return nil }
    let first = start.instant ?? (startZone ?? zone)?.instant(of: start.civil)
    let last = end.instant ?? (endZone ?? zone)?.instant(of: end.civil)
    let length =
      if let first, let last { first.duration(to: last) } else {
        start.civil.instant(offset: 0).duration(to: end.civil.instant(offset: 0))
      }
    return length < .zero ? nil : length
  }

  /// Returns the suffix of the event's identity for one of its occurrences.
  ///
  /// The suffix is the date, followed by the time if the occurrence starts at another time of day
  /// than the first occurrence. The first occurrence has no suffix. Occurrences are not numbered,
  /// because the numbers would change if other occurrences were added or removed.
  func suffix(of time: CivilDateTime) -> String {
    if time.time != first.time { return "/\(time.date.iso8601)T\(time.time.clock)" }
    return time.date == first.date ? "" : "/\(time.date.iso8601)"
  }
}
