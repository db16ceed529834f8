package import CommandLine
import ECSKit
package import Marks
package import Schedule
import TextBasics

/// Writes sessions as a calendar with an event for each.
///
/// `konf export --as ics` creates one. The name of an event must stay the same in all versions of a
/// schedule, since calendars replace events by name.
///
/// Times are in UTC, so readers need not trust a time zone definition in the file. If the zone of the
/// venue is unknown, they are local times. Sessions of whole days have only dates.
///
/// - SeeAlso: RFC 5545, *Internet Calendaring and Scheduling Core Object Specification*.
package struct CalendarExport {
  /// The maximum number of characters of an abstract.
  static let mostOfAbstract = 2000

  private let exported: ExportedSchedule
  private let moment: Instant
  private let alarm: Duration?
  private let maker: String
  private let names: EventNames
  private var lines: CalendarLines
  /// The number of sessions without a start, which cannot be events.
  package private(set) var leftOut = 0

  /// Prepares a calendar.
  ///
  /// - Parameters:
  ///   - exported: The exported part of the schedule.
  ///   - moment: The current time.
  ///   - alarm: The time before each event at which a calendar reminds of it; nil for never.
  ///   - maker: The program and its version, such as "konf//konf 0.1.0".
  package init(
    _ exported: ExportedSchedule, at moment: Instant, alarm: Duration?, maker: String
  ) {
    self.exported = exported
    self.moment = moment
    self.alarm = alarm
    self.maker = maker
    names = exported.eventNames
    lines = CalendarLines(limit: exported.limit)
  }

  /// Writes the calendar.
  ///
  /// - Parameters:
  ///   - appointments: The user's appointments.
  ///   - cancelled: The starred talks that are no longer in the schedule.
  /// - Returns: The document.
  package mutating func document(
    with appointments: [Appointment], _ cancelled: [CancelledTalk]
  ) -> Answer {
    lines.add("BEGIN", "VCALENDAR")
    lines.add("VERSION", "2.0")
    lines.add("PRODID", "-//\(maker)//EN")
    lines.add("CALSCALE", "GREGORIAN")
    if exported.schedule.title != nil { lines.add("X-WR-CALNAME", text: [exported.title]) }
    let zone = exported.schedule.zone
    if zone.hasCommonName {
      lines.add("X-WR-TIMEZONE", zone.name)
    } else if !zone.isFloating, !zone.name.contains("/") {
      // Other programs may refuse an offset or a rule, which is not a name in the database. Several
      // offsets alone, such as "+02:00/+01:00", do not define a zone.
      lines.add("X-KONF-TIMEZONE", text: [SafeText(zone.name)])
    }
    for session in exported.sessions where !lines.answer.isOver && !session.has(Appointment.self) {
      add(exported.item(session))
    }
    for appointment in appointments where !lines.answer.isOver {
      add(appointment)
    }
    for talk in cancelled where !lines.answer.isOver { add(talk) }
    lines.add("END", "VCALENDAR")
    return lines.answer
  }

  private mutating func add(_ session: ExportedSession) {
    guard let timing = session.timing, timing.start != nil else {
      leftOut += 1
      return
    }
    let head = session.head
    begin(names.name(ofID: head.id), timing)
    lines.add("SUMMARY", text: [head.name])
    lines.add("LOCATION", text: [session.locations])
    lines.add("DESCRIPTION", text: description(of: session))
    let tracks = ([head] + session.talks).lazy.map { $0.tracks }.filter { !$0.isEmpty }
    for track in tracks.first ?? [] { lines.add("CATEGORIES", text: [track]) }
    if let page = head.page { lines.add("URL", page) }
    lines.add("STATUS", head.star?.isMaybe ?? false ? "TENTATIVE" : "CONFIRMED")
    if session.isTransparent { lines.add("TRANSP", "TRANSPARENT") }
    end(head.name)
  }

  private mutating func add(_ appointment: Appointment) {
    begin(names.name(ofID: appointment.id), appointment.timing)
    lines.add("SUMMARY", text: [SafeText(label: appointment.title)])
    lines.add("LOCATION", text: [SafeText(label: appointment.location)])
    lines.add("STATUS", "CONFIRMED")
    end(SafeText(label: appointment.title))
  }

  /// Adds a cancellation of a talk that a calendar may still contain.
  ///
  /// If another talk has the identifier now, that talk replaces the event instead.
  private mutating func add(_ talk: CancelledTalk) {
    guard let timing = talk.timing, timing.start != nil,
      exported.schedule.target(talk.formerID) == nil
    else { return }
    begin(names.name(ofID: talk.formerID), timing)
    lines.add("SUMMARY", text: [SafeText(label: talk.title)])
    lines.add("LOCATION", text: [SafeText(label: talk.locations.joined(separator: ", "))])
    lines.add("STATUS", "CANCELLED")
    lines.add("END", "VEVENT")
  }

  /// Begins an event.
  ///
  /// A calendar updates an event only if the sequence number is higher. Versions of a schedule have no
  /// number, so konf uses the minutes since 1970. Of two files written in the same minute, the later
  /// one has the later timestamp.
  private mutating func begin(_ name: SafeText, _ timing: Timing) {
    lines.add("BEGIN", "VEVENT")
    lines.add("UID", text: [name])
    lines.add("DTSTAMP", CivilDateTime(moment, offset: 0).basic + "Z")
    lines.add("SEQUENCE", "\(max(0, moment.secondsSince1970 / 60))")
    if let days = timing.wholeDays(in: exported.schedule.zone) {
      lines.add("DTSTART;VALUE=DATE", days.lowerBound.basic)
      lines.add("DTEND;VALUE=DATE", days.upperBound.basic)
      return
    }
    let start = timing.start.map { time($0) }
    if let start { lines.add("DTSTART", start) }
    // The end of an event must be after its start.
    if let end = timing.end.map({ time($0) }), end != start { lines.add("DTEND", end) }
  }

  private mutating func end(_ name: SafeText) {
    if let alarm {
      lines.add("BEGIN", "VALARM")
      lines.add("ACTION", "DISPLAY")
      lines.add("DESCRIPTION", text: [name])
      lines.add("TRIGGER", "-PT\(alarm.components.seconds / 60)M")
      lines.add("END", "VALARM")
    }
    lines.add("END", "VEVENT")
  }

  private func time(_ instant: Instant) -> String {
    CivilDateTime(instant, offset: 0).basic + (exported.schedule.zone.isFloating ? "" : "Z")
  }

  /// Returns the speakers and subjects; for a session with several talks, a paragraph for each.
  private func description(of session: ExportedSession) -> [SafeText] {
    let paragraphs =
      [text(of: session.head, titled: false)]
      + session.talks.map { text(of: $0, titled: true) }
    return Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func text(of talk: ExportedTalk, titled: Bool) -> [SafeText] {
    let heads = [titled ? talk.title : "", talk.subtitle, talk.speakers].filter { !$0.isEmpty }
    let note: [SafeText] = talk.note.isEmpty ? [] : ["Note: \(talk.note)"]
    return Array(
      [heads, shortened(talk.abstract), note].filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func shortened(_ abstract: [SafeText]) -> [SafeText] {
    var room = Self.mostOfAbstract
    var lines: [SafeText] = []
    for line in abstract where room > 0 {
      let text = line.string
      // A text never has more characters than bytes; ASCII without line breaks has equally many.
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
      room = 0
    }
    return lines
  }
}

/// Names events uniquely and consistently for all versions of a schedule.
///
/// A universal identifier, or one from a calendar, is used as it is. Any other identifier is followed
/// by the name of the conference in the form of a host name. `SessionID.short` removes it when konf
/// reads the calendar.
///
/// ```
/// session1Day1@uikonf-2015.konf
/// ```
package struct EventNames {
  private let host: String
  private let ids: EventIDs

  package init(_ scope: String, _ ids: EventIDs) {
    self.ids = ids
    // Bytes beyond ASCII are written in hexadecimal, so different conferences have different names.
    host = scope.utf8.reduce(into: "") { host, byte in
      switch byte {
      case 0x80...: host += Hexadecimal.digits(of: byte, count: 2)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        host.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), ASCII.zero...ASCII.nine:
        host.unicodeScalars.append(Unicode.Scalar(byte))
      default: if !host.isEmpty, host.utf8.last != ASCII.minus { host += "-" }
      }
    }
  }

  package func name(ofID id: String) -> SafeText {
    let id = ids.id(of: id)
    if Self.hasHost(id) { return SafeText(id) }
    if TalkFacts.isUniversal(id) { return "\(id)@konf" }
    return "\(id.token)@\(host).konf"
  }

  /// Returns true if an identifier ends with a host name, as in calendars.
  private static func hasHost(_ id: String) -> Bool {
    guard let mark = id.utf8.firstIndex(of: UInt8(ascii: "@")), mark > id.startIndex else {
      return false
    }
    let host = id.utf8[mark...].dropFirst().prefix { $0 != ASCII.slash }
    return !host.isEmpty && host.allSatisfy { ASCII.isWord($0) && $0 != ASCII.plus }
  }
}

extension CivilDate {
  /// The date in the basic form of ISO 8601, such as "20150518".
  var basic: String { iso8601.withoutSeparators }
}

extension CivilDateTime {
  var basic: String { iso8601.withoutSeparators }
}

extension String {
  /// The date or time without hyphens and colons.
  fileprivate var withoutSeparators: String {
    String(decoding: utf8.filter { $0 != ASCII.minus && $0 != ASCII.colon }, as: UTF8.self)
  }
}

extension Zone {
  /// True if other programs know the name of the zone, such as "Europe/Berlin".
  fileprivate var hasCommonName: Bool {
    guard let first = name.utf8.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
    return name.utf8.allSatisfy { ASCII.isWord($0) || $0 == ASCII.slash }
  }
}
