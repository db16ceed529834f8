import Basics
import SourceText
import XMLAndICalendar

/// A reader for the calendars of FOSDEM Companion, pretalx, Engelsystem and konf.
enum CalendarChoice {
  static func read(_ bytes: [UInt8]) throws(ExchangeError) -> Choice {
    let document: SourceDocument
    do throws(SourceError) {
      document = try SourceDocument(iCalendar: bytes)
    } catch {
      throw ExchangeError(error.message, in: "\(error.position)")
    }
    var choices: [Choice] = []
    for calendar in document.root.all("VCALENDAR") { choices.append(try read(calendar)) }
    guard var choice = choices.first else {
      throw ExchangeError("found no calendar; expected BEGIN:VCALENDAR")
    }
    for other in choices.dropFirst() {
      choice.stars += other.stars
      choice.appointments += other.appointments
    }
    choice.stars = choice.stars.uniqued
    choice.remarks = document.flaws.map(\.description)
    return choice
  }

  private static func read(_ calendar: SourceValue) throws(ExchangeError) -> Choice {
    let events = calendar.all("VEVENT")
    let maker = calendar.text("PRODID") ?? ""
    // The PRODID begins with this prefix in every instance of Engelsystem.
    let isEngelsystem = maker.hasPrefix("-//-/")
    let isCompanion = events.first?.text("UID")?.contains("@be.digitalia.fosdem") ?? false
    var choice = Choice(
      isEngelsystem ? .engelsystem : isCompanion ? .fosdemCompanion : .calendar)
    for event in events where event.text("STATUS")?.lowercased() != "cancelled" {
      // konf writes this parameter only into the events of talks without a star.
      if event["TRANSP"]?["X-KONF-STAR"] != nil { continue }
      let id = event.text("UID")
      if isEngelsystem || id.map(isAppointment) ?? false {
        choice.appointments.append(try appointment(event))
      } else {
        let talks = talks(of: id, event)
        choice.stars += talks.isEmpty ? [try reference(id, event)] : talks
      }
      try ChoiceReader.checkCount(choice.stars.count + choice.appointments.count)
    }
    return choice
  }

  /// Returns the starred talks of an event, or none if the event as a whole is starred.
  ///
  /// konf lists their UIDs in the event of a session with several talks.
  private static func talks(of id: String?, _ event: SourceValue) -> [TalkReference] {
    event.all("X-KONF-STAR").compactMap { star in
      guard let name = star.content.idText else { return nil }
      return TalkReference(
        [TalkReference.Name(.event, name)]
          + (id.map { [TalkReference.Name(.wholeEvent, $0)] } ?? []),
        isMaybe: star.text("PARTSTAT")?.lowercased() == "tentative")
    }
  }

  private static func reference(
    _ id: String?, _ event: SourceValue
  ) throws(ExchangeError) -> TalkReference {
    var names: [TalkReference.Name] = []
    var year: Int?
    if let id {
      let parts = id.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 3, parts[2].hasPrefix("be.digitalia.fosdem"), !parts[0].isEmpty {
        names.append(TalkReference.Name(.id, String(parts[0])))
        year = Int(parts[1])
        guard year != nil else {
          throw ExchangeError(
            "found \(id.quoted()); expected ID@YEAR@be.digitalia.fosdem", in: "\(event.position)")
        }
      } else {
        names.append(TalkReference.Name(.event, id))
        if id.hasPrefix("pretalx-"), let code = pretalxCode(parts[0]) {
          names.append(TalkReference.Name(.id, code))
        }
      }
    }
    if let url = event.text("URL") { names.append(TalkReference.Name(.url, url)) }
    guard !names.isEmpty else {
      throw ExchangeError("found an event without UID; expected a UID", in: "\(event.position)")
    }
    return TalkReference(
      names, title: event.text("SUMMARY") ?? "",
      isMaybe: event.text("STATUS")?.lowercased() == "tentative", year: year,
      start: event.text("DTSTART").map {
        TalkReference.Moment($0, zone: event["DTSTART"]?.text("TZID"))
      })
  }

  /// Returns the code in an identifier such as `pretalx-democon-ABCDEF-2`.
  ///
  /// A number at the end counts the repetitions of a talk and is not part of the code.
  private static func pretalxCode(_ name: Substring) -> String? {
    let parts = name.split(separator: "-").dropFirst()
    guard let last = parts.last else { return nil }
    let isCount = last.utf8.count <= 2 && last.utf8.allSatisfy { ASCII.zero...ASCII.nine ~= $0 }
    // The first part names the event.
    return isCount && parts.count > 2 ? parts.dropLast().last.map(String.init) : String(last)
  }

  /// Returns true if konf created the UID for an appointment.
  private static func isAppointment(_ id: String) -> Bool {
    guard id.hasSuffix(".konf") else { return false }
    let name = id.prefix { $0 != "@" }
    let digits: Substring
    if name.hasPrefix("own-") {
      digits = name.dropFirst(4)
      if digits.utf8.count != 6 { return false }
    } else if name.hasPrefix("appointment") {
      // Earlier versions of konf used a counter, or a different number of digits after a dash.
      let number = name.dropFirst("appointment".count)
      digits = number.first == "-" ? number.dropFirst() : number
    } else {
      return false
    }
    return !digits.isEmpty && digits.utf8.allSatisfy { Hexadecimal.value(of: $0) != nil }
  }

  private static func appointment(
    _ event: SourceValue
  ) throws(ExchangeError) -> PlannedAppointment {
    guard let start = event.text("DTSTART"), let end = event.text("DTEND") else {
      throw ExchangeError(
        "found an event without DTSTART or DTEND; expected both", in: "\(event.position)")
    }
    return PlannedAppointment(
      title: event.text("SUMMARY") ?? "", location: event.text("LOCATION") ?? "", start: start,
      end: end, zone: event["DTSTART"]?.text("TZID"))
  }
}
