import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// A writer for a calendar with an event for each session.
///
/// `konf export --as ics` uses this type. The identifier of an event must be the same in all
/// versions of a schedule, because a calendar replaces an event with another event of the same
/// identifier.
///
/// Times are in UTC, so programs do not depend on a zone definition in the file. If the zone of the
/// venue is unknown, times are local. Sessions that last whole days have only dates.
///
/// - SeeAlso: RFC 5545, *Internet Calendaring and Scheduling Core Object Specification*.
struct CalendarExport {
  /// The maximum number of characters of an abstract.
  static let mostOfAbstract = 2000

  private let exported: ExportedSchedule
  private let moment: Instant
  /// The time of the export in the format of `DTSTAMP`.
  private let stamp: String
  private let alarm: Duration?
  private let maker: String
  private let names: EventNames
  private let numbers: EventNumbers
  private var lines: CalendarLines
  /// The events that calendars contain, or nil if the schedule is not saved.
  private(set) var events: ExportedEvents?
  /// The number of sessions that were omitted because they have no start.
  private(set) var leftOut = 0
  private(set) var cutCount = 0

  /// Creates a writer for a calendar.
  ///
  /// `events` contains the events of earlier exports, or is nil if the schedule is not saved.
  /// `alarm` is the time from the reminder to the event, or nil for no reminder. `maker` names the
  /// program and its version, such as "konf//konf 0.1.0".
  init(
    _ exported: ExportedSchedule, _ numbers: EventNumbers, after events: ExportedEvents?,
    at moment: Instant, alarm: Duration?, maker: String
  ) {
    self.exported = exported
    self.moment = moment
    stamp = CivilDateTime(moment, offset: 0).basic + "Z"
    self.alarm = alarm
    self.maker = maker
    self.numbers = numbers
    self.events = events
    names = exported.eventNames
    lines = CalendarLines(limit: exported.limit)
  }

  /// Returns the calendar with the sessions and the given appointments.
  ///
  /// `cancelled` contains the starred talks that are no longer in the schedule.
  mutating func document(
    with appointments: [Entity], _ cancelled: [CancelledTalk]
  ) -> Answer {
    lines.begin(by: maker)
    if exported.schedule.title != nil {
      // Both RFC 7986, section 5.1, and older programs define a property for the name.
      lines.add("NAME", text: [exported.title])
      lines.add("X-WR-CALNAME", text: [exported.title])
    }
    let zone = exported.schedule.zone
    if zone.hasCommonName {
      lines.add("X-WR-TIMEZONE", zone.name)
    } else if !zone.isFloating, !zone.name.contains("/") {
      // Other programs may refuse a zone that is an offset or a rule instead of a name in the
      // database. A name that only lists offsets, such as "+02:00/+01:00", does not define a zone.
      lines.add("X-KONF-TIMEZONE", text: [SafeText(zone.name)])
    }
    for session in exported.sessions where !lines.answer.isOver && !session.has(Appointment.self) {
      add(exported.item(session), walk: exported.walk(to: session))
    }
    for entity in appointments where !lines.answer.isOver {
      guard let appointment = entity[Appointment.self] else { continue }
      add(appointment, walk: exported.walk(to: entity))
    }
    for talk in cancelled where !lines.answer.isOver { add(talk) }
    let missing = events.map { exported.missing(in: $0, at: moment) } ?? []
    for event in missing where !lines.answer.isOver { add(event) }
    lines.add("END", "VCALENDAR")
    return lines.answer
  }

  private mutating func add(_ session: ExportedSession, walk: Duration) {
    guard let timing = session.timing, timing.start != nil else {
      leftOut += 1
      return
    }
    let head = session.head
    let talks = [head] + session.talks
    let marks =
      talks.allSatisfy { $0.star == nil && $0.note.isEmpty }
      ? "" : talks.map { "\($0.star?.word ?? "")\n\($0.note.string)" }.joined(separator: "\n")
    begin(names.ids.id(of: head.id), timing, head.name, marks: marks)
    lines.add("LOCATION", text: [session.locations])
    lines.add("DESCRIPTION", text: description(of: session))
    let tracks = talks.first { !$0.tracks.isEmpty }?.tracks ?? []
    for track in tracks { lines.add("CATEGORIES", text: [track]) }
    if let page = head.page { lines.add("URL", page) }
    addStars(of: talks)
    if session.isTransparent {
      lines.add("TRANSP", "TRANSPARENT")
    } else if talks.allSatisfy({ $0.star == nil }) {
      lines.add("TRANSP;X-KONF-STAR=NO", "TRANSPARENT")
    }
    end(head.name, walk: walk)
  }

  /// Adds the status of a session and the UIDs of its starred talks.
  ///
  /// `talks` begins with the session itself. The UIDs are needed only if the talks have other stars
  /// than the session, because an event stands for the whole session.
  private mutating func addStars(of talks: [ExportedTalk]) {
    let sessionStar = talks[0].star
    if talks.count == 1 {
      lines.add("STATUS", sessionStar?.isMaybe ?? false ? "TENTATIVE" : "CONFIRMED")
      return
    }
    let stars = talks.compactMap(\.star)
    let isMaybe = !stars.isEmpty && stars.allSatisfy(\.isMaybe)
    lines.add("STATUS", isMaybe ? "TENTATIVE" : "CONFIRMED")
    if talks.allSatisfy({ $0.star == sessionStar }) { return }
    for (place, talk) in talks.enumerated() {
      guard let star = talk.star, place == 0 || star != sessionStar else { continue }
      lines.add(
        star.isMaybe ? "X-KONF-STAR;PARTSTAT=TENTATIVE" : "X-KONF-STAR",
        text: [names.name(ofID: talk.id)])
    }
  }

  private mutating func add(_ appointment: Appointment, walk: Duration) {
    let title = SafeText(label: appointment.title)
    begin(names.ids.id(of: appointment.id), appointment.timing, title, isAppointment: true)
    lines.add("LOCATION", text: [SafeText(label: appointment.location)])
    lines.add("STATUS", "CONFIRMED")
    end(title, walk: walk)
  }

  /// Adds the cancellation of a talk that a calendar may still contain.
  ///
  /// Nothing is added if a different talk now has the identifier, because its event replaces the
  /// cancelled one.
  private mutating func add(_ talk: CancelledTalk) {
    guard let timing = talk.timing, timing.start != nil,
      exported.schedule.target(talk.formerID) == nil
    else { return }
    begin(
      names.ids.id(of: talk.formerID), timing, SafeText(label: talk.title),
      status: .cancelled)
  }

  /// Adds the cancellation of an event that an earlier export contained.
  ///
  /// If calendars must keep the event, no cancellation is added, and the event counts as exported.
  private mutating func add(_ missing: MissingEvent) {
    let event = missing.event
    guard let status = missing.status else {
      events?.keep(event)
      return
    }
    begin(
      event.id, event.timing, SafeText(prose: event.title), isAppointment: event.isAppointment,
      status: status)
  }

  /// Begins an event, and ends it if it is cancelled.
  ///
  /// `id` is the identifier in ``EventIDs``. The timing must have a start.
  private mutating func begin(
    _ id: String, _ timing: Timing, _ title: SafeText, isAppointment: Bool = false,
    status: ExportedEvent.Status = .confirmed, marks: String = ""
  ) {
    let event = ExportedEvent(
      id: id, timing: timing, title: title.string, isAppointment: isAppointment, status: status,
      marks: marks)
    let leastNumber = numbers.number(of: id)
    let number = events?.add(event, number: leastNumber) ?? leastNumber
    lines.add("BEGIN", "VEVENT")
    lines.add("UID", text: [names.name(of: id)])
    lines.add("DTSTAMP", stamp)
    lines.add("SEQUENCE", "\(number)")
    add(timing)
    let summary: SafeText =
      switch status {
      case .confirmed: title
      case .cancelled: "Cancelled: \(title)"
      case .notPlanned: "Not on your agenda: \(title)"
      }
    lines.add("SUMMARY", text: [summary])
    if status != .confirmed {
      lines.add("STATUS", "CANCELLED")
      lines.add("TRANSP", "TRANSPARENT")
      lines.add("END", "VEVENT")
    }
  }

  private mutating func add(_ timing: Timing) {
    if let days = timing.wholeDays(in: exported.schedule.zone) {
      lines.add("DTSTART;VALUE=DATE", days.lowerBound.basic)
      lines.add("DTEND;VALUE=DATE", days.upperBound.basic)
      return
    }
    let start = timing.start.map { time($0) }
    if let start { lines.add("DTSTART", start) }
    // In a calendar, an event must end after its start.
    if let end = timing.end.map({ time($0) }), end != start { lines.add("DTEND", end) }
  }

  /// Adds the alarm, if any, and ends the event.
  ///
  /// The alarm precedes the event by the time that the user has set, plus the length of the walk.
  private mutating func end(_ name: SafeText, walk: Duration) {
    if let alarm {
      lines.add("BEGIN", "VALARM")
      lines.add("ACTION", "DISPLAY")
      lines.add("DESCRIPTION", text: [name])
      lines.add("TRIGGER", "-PT\((alarm + walk).components.seconds / 60)M")
      lines.add("END", "VALARM")
    }
    lines.add("END", "VEVENT")
  }

  private func time(_ instant: Instant) -> String {
    CivilDateTime(instant, offset: 0).basic + (exported.schedule.zone.isFloating ? "" : "Z")
  }

  /// Returns the description of a session: a paragraph about it, and one for each separate talk.
  private mutating func description(of session: ExportedSession) -> [SafeText] {
    var paragraphs = [text(of: session.head, titled: false)]
    for talk in session.talks { paragraphs.append(text(of: talk, titled: true)) }
    return Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private mutating func text(of talk: ExportedTalk, titled: Bool) -> [SafeText] {
    let heads = [titled ? talk.title : "", talk.subtitle, talk.speakers].filter { !$0.isEmpty }
    let note: [SafeText] = talk.note.isEmpty ? [] : ["Note: \(talk.note)"]
    return Array(
      [heads, shortened(talk.paragraphs), note].filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private mutating func shortened(_ abstract: [SafeText]) -> [SafeText] {
    var room = Self.mostOfAbstract
    var lines: [SafeText] = []
    for line in abstract {
      guard room > 0 else {
        lines.append("\(lines.removeLast())…")
        cutCount += 1
        break
      }
      let text = line.string
      // A string never has more characters than bytes. ASCII text without line breaks has as many
      // characters as bytes.
      if line.isASCII, text.utf8.count <= room {
        lines.append(line)
        room -= text.utf8.count
        continue
      }
      let end =
        line.isASCII
        ? text.utf8.index(text.startIndex, offsetBy: room)
        : text.index(text.startIndex, offsetBy: room, limitedBy: text.endIndex)
      guard let end, end < text.endIndex else {
        lines.append(line)
        room -= text.count
        continue
      }
      lines.append("\(line.part(text.startIndex..<end))…")
      cutCount += 1
      break
    }
    return lines
  }
}

extension Zone {
  /// True if other programs know the zone by its name, such as "Europe/Berlin".
  fileprivate var hasCommonName: Bool {
    guard let first = name.utf8.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
    return name.utf8.allSatisfy { ASCII.isWord($0) || $0 == ASCII.slash }
  }
}
