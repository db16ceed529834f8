import Basics
import ECSKit
import Schedule
import SourceText

/// A table of the iCalendar format.
///
/// The raw value is the index of the table in the format.
private enum ICalendarTable: Int, CaseIterable {
  case calendar, zone, location, person, event

  var table: ConverterTable {
    switch self {
    case .calendar: .iCalendar
    case .zone: .iCalendarZone
    case .location: .iCalendarLocation
    case .person: .iCalendarPerson
    case .event: .iCalendarEvent
    }
  }
}

extension ScheduleFormat {
  /// The iCalendar format.
  ///
  /// Each occurrence of an event becomes an entity that is both a session and a talk.
  static let iCalendar = ScheduleFormat(
    name: "iCalendar", tables: ICalendarTable.allCases.map(\.table), calendar: .dates,
    recognizes: { $0.root["VCALENDAR"] != nil },
    walk: { document, options, records in
      var events = ICalendarEvents(of: document, options)
      if events.hasWholeEventsOnly, let first = events.events.first {
        records.add(.wholeEvent(advice: UnsupportedFormat.indicoAdvice), at: first.value.position)
      }
      var index = 0
      for member in document.root.members {
        let isCalendar = member.key == "VCALENDAR"
        if isCalendar { records.readCalendar(member.value) }
        for part in isCalendar ? Array(member.value.members) : [member] {
          switch part.key {
          case "VTIMEZONE": records.readZone(part.value, among: events.zones)
          case "VEVENT" where part.value.kind == .object:
            records.readEvent(index, among: &events)
            index += 1
          case "VEVENT": records.addRecord(part.value, as: ICalendarTable.event.rawValue)
          default: break
          }
        }
      }
    })
}

extension RecordImport {
  fileprivate mutating func readCalendar(_ calendar: SourceValue) {
    var inherited = Draft()
    // Some calendars name their zone in a property with the key of the VTIMEZONE component.
    let name = calendar.members.filter { $0.key == "VTIMEZONE" }.compactMap(\.value.string).first
    inherited[ConferenceZone.self] = name.map { ConferenceZone(name: $0.onOneLine) }
    linkBase = calendar["URL"]?.label.flatMap { LinkBase($0) }
    read(calendar, as: ICalendarTable.calendar.rawValue, inheriting: inherited)
  }

  fileprivate mutating func readZone(_ zone: SourceValue, among zones: ZoneNames) {
    guard zone.kind == .object else { return }
    let definition = ZoneDefinition(zone)
    if let definition, zones.hasOtherOffsets(definition) {
      let kind = ImportIssue.Kind.offSchema(
        field: "TZID", found: "\(definition.name.quoted()) again, with other offsets",
        expected: "one definition of each zone; the first definition is used")
      add(kind, at: zone.position, key: nil)
    }
    var inherited = Draft()
    inherited[ZoneDefinition.self] = definition
    read(zone, as: ICalendarTable.zone.rawValue, inheriting: inherited)
  }

  /// Imports an event once for each of its occurrences.
  fileprivate mutating func readEvent(_ index: Int, among events: inout ICalendarEvents) {
    let event = events.events[index]
    let identity = events.identity(of: index)
    let key = identity.map { "event \($0)" }
    if events.isSuperseded(index) { return leaveOut(event.value, .superseded, key: key) }
    if event.isCancelled { return leaveOut(event.value, .cancelled, key: key) }
    let occurrences = events.occurrences(of: event)
    if occurrences.isCancelled { return leaveOut(event.value, .cancelled, key: key) }
    if occurrences.items.isEmpty {
      report.records += 1
      return add(occurrences.problems, of: key)
    }
    let title = events.splitTitle(of: event)
    if title?.title.isMarkedCancelled ?? false {
      return leaveOut(event.value, .cancelled, key: key)
    }
    let text = events.indicoText(of: event)
    let inText = (title?.speakers ?? []) + (text?.speakers ?? [])
    let known = Set(inText)
    let speakers = inText + events.speakers(of: event).filter { !known.contains($0) }
    var draft = Draft()
    draft[SplitTitle.self] = title
    draft[IndicoText.self] = text
    draft[SpeakerNames.self] = speakers.isEmpty ? nil : SpeakerNames(names: speakers)
    if events.endsAtStart(event) { draft[WrittenLength.self] = WrittenLength(duration: .zero) }
    draft[Track.self] = event.track
    // The entity of an event takes about 512 bytes in addition to its fields.
    report.repeatedBytes += (occurrences.items.count - 1) * (event.value.length + 512)
    for (position, item) in occurrences.items.enumerated() {
      draft[SessionID.self] = identity.map { SessionID(text: $0 + item.suffix) }
      draft[Occurrence.self] = item.occurrence
      if position == 0 {
        draft = read(event.value, as: ICalendarTable.event.rawValue, inheriting: draft)
        add(occurrences.problems, of: draft[RecordKey.self]?.text)
        checkLink(of: event.value, draft)
      } else {
        // The value is read only once. Otherwise its issues would be reported for each occurrence.
        draft[RecordKey.self] = nil
        add(draft, from: event.value, as: ICalendarTable.event.rawValue)
      }
    }
    for name in draft[LocationNames.self]?.names ?? [] {
      add(named: name, from: event.value, as: ICalendarTable.location.rawValue)
    }
    for name in speakers {
      add(named: name, from: event.value, as: ICalendarTable.person.rawValue)
    }
  }

  /// Reports a URL that is still a relative path after links have been completed.
  ///
  /// RFC 5545 requires a full address.
  private mutating func checkLink(of event: SourceValue, _ draft: Draft) {
    guard let link = draft[WebLinks.self]?.links.first, link.text.utf8.first == ASCII.slash,
      link.address == nil, let url = event["URL"]
    else { return }
    let kind = ImportIssue.Kind.offSchema(
      field: "URL", found: url.content.found,
      expected: "a complete address, such as https://a.org/1")
    add(kind, at: url.position, key: draft[RecordKey.self]?.text)
  }

  private mutating func add(
    _ problems: [(kind: ImportIssue.Kind, position: SourcePosition)], of key: String?
  ) {
    for problem in problems { add(problem.kind, at: problem.position, key: key) }
  }
}
