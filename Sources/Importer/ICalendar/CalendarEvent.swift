import Schedule
import SourceText
import TextBasics

/// A date and time as a property of a calendar has it.
struct CalendarTime {
  let written: WrittenTime
  /// The name of its zone.
  let zone: String?

  init?(_ value: SourceValue) {
    guard let written = value.label.flatMap({ WrittenTime($0) }) else { return nil }
    self.written = written
    zone = value["TZID"]?.label
  }
}

/// The facts of one event of a calendar that matter for other events or for its times; read once
/// for each.
struct CalendarEvent {
  /// A property of an event.
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
  /// The identifier, unless it is blank.
  private(set) var uid: String?
  private(set) var start: CalendarTime?
  private(set) var end: CalendarTime?
  /// The property that says which time of another event it replaces.
  private(set) var recurrenceValue: SourceValue?
  /// That time, if it can be read.
  private(set) var recurrence: CalendarTime?
  private(set) var rules: [SourceMember] = []
  private(set) var dates: [SourceMember] = []
  private(set) var exceptions: [SourceMember] = []
  private(set) var attendees: [String] = []
  private(set) var organizers: [String] = []
  /// What is said of whom to ask, in parts that commas end; names are among them.
  private(set) var contacts: [String] = []
  /// What the event is about, with commas in between; empty if it does not say it.
  ///
  /// An event may have as many categories as the file has bytes, so there is no list of them.
  private(set) var categories = ""
  private(set) var isCancelled = false
  /// The number of the version.
  private(set) var sequence = 0
  /// When it was changed last, or else written.
  private(set) var stamp: String?
  /// The properties that an event needs and this one does not have.
  private(set) var missing: [Property] = [.start, .summary]

  /// Reads an event.
  ///
  /// - Parameters:
  ///   - value: The component.
  ///   - properties: What the keys of the document mean, by their numbers.
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
    case .summary: break
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
    case .status: isCancelled = value.label?.uppercased() == "CANCELLED"
    case .sequence: sequence = value.label.flatMap { Int($0) } ?? 0
    case .modified, .stamp: stamp = value.label
    }
    missing.removeAll { $0 == property }
  }

  private mutating func addCategory(_ value: SourceValue) {
    guard let name = value.label, !name.isEmpty else { return }
    if !categories.isEmpty { categories += ", " }
    categories += name
  }

  private static func name(in value: SourceValue) -> String? {
    value["CN"]?.label.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether it stands for one time of another event.
  var isOverride: Bool { recurrenceValue != nil }

  /// Whether it says that it takes place at other times than its own.
  var recurs: Bool { !isOverride && !(rules.isEmpty && dates.isEmpty) }

  /// Whether it is an older version of another event.
  func isOlder(than other: CalendarEvent) -> Bool {
    (sequence, stamp ?? "") < (other.sequence, other.stamp ?? "")
  }

  /// The text of a property, unless it is blank.
  func text(_ property: String) -> String? {
    value[property]?.label.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The clock that the times of an event are written on and on which it comes again.
///
/// An event that begins at nine each day also does so after clocks were changed.
struct EventClock {
  /// When the event takes place first.
  let first: CivilDateTime
  /// Whether it has a date alone, so that it takes place all day.
  let isDate: Bool
  /// The zone of the clock, if it is known.
  let zone: Zone?

  /// Returns what the clock shows at a time that is written in another zone, or without one.
  func time(of time: WrittenTime, in other: Zone?) -> CivilDateTime {
    if isDate { return CivilDateTime(date: time.date, time: .midnight) }
    // A date alone is the same on any clock, and a time that the clock skips stays as it is
    // written.
    let isOwn = other.map { $0.name == zone?.name } ?? true
    guard time.time != nil, let zone, !isOwn || time.offset != nil,
      let instant = time.instant ?? other?.instant(of: time.civil)
    else { return time.civil }
    return zone.civil(at: instant)
  }

  /// Returns the length of time from one time to another, each written in a zone or on this clock.
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

  /// Returns the suffix of the event's identity for one of its times.
  ///
  /// It is the date, so that neither another first time nor a missing one changes it, and the time
  /// of day if that differs. The first time has the identity of the event.
  func suffix(of time: CivilDateTime) -> String {
    if time.time != first.time { return "/\(time.date.iso8601)T\(time.time.clock)" }
    return time.date == first.date ? "" : "/\(time.date.iso8601)"
  }
}
