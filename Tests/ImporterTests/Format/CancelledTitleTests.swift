import ECSKit
import Importer
import Schedule
import Testing

/// Titles in which organizers say that an event is cancelled.
@Suite("Cancellations in titles")
struct CancelledTitleTests {
  private static let cancelled = [
    "CANCELLED Owls at night", "CANCELED Owls at night", "CANCELLED: Owls", "Cancelled: Owls",
    "cancelled - Owls", "Cancelled – Owls", "[CANCELLED] Owls", "[Canceled] Owls",
    "(cancelled) Owls",
    "** CANCELLED ** Owls", "Owls (cancelled)", "Owls [CANCELED]", "Owls - cancelled",
    "Owls — Cancelled", "Owls: cancelled", "Owls CANCELLED", "Owls ! CANCELLED !", "cancelled",
    "CANCELLED!", "OWLS (CANCELLED)", "{cancelled} OWLS",
  ]

  private static let held = [
    "Why my flight was cancelled", "Why my flight was CANCELLED", "Cancelled flights and you",
    "Cancellation in Swift", "CANCELLATION Explained", "How to be uncancelled", "UNCANCELLED: Owls",
    "NOT CANCELLED: Owls", "Owls (was cancelled, now held)", "Cancelled-culture", "Owls, cancelled",
    "ALL FLIGHTS CANCELLED", "Owls", "Cancel", "The (cancelled) train to Rome",
    "Cancelled? A history of trains", "",
  ]

  private func titles(_ titles: [String], _ file: ([String]) -> String) throws -> [String] {
    let fixture = try ScheduleFixture(file(titles))
    let found = fixture.schedule.talks.compactMap { $0[Title.self]?.text }
    let people = fixture.schedule.people.compactMap { $0[Name.self]?.text }
    #expect(people.count == found.count, "\(people)")
    return found
  }

  private func frab(_ titles: [String]) -> String {
    let events = titles.enumerated().map { number, title in
      """
      <event id="\(number)"><date>2026-07-04T10:00:00+02:00</date><start>10:00</start>
      <duration>01:00</duration><room>Hall</room><title>\(title)</title>
      <persons><person id="\(number)">Person \(number)</person></persons></event>
      """
    }
    return """
      <schedule><conference><title>Owl Con</title></conference><day date="2026-07-04">
      <room name="Hall">\(events.joined())</room></day></schedule>
      """
  }

  private func sessionize(_ titles: [String]) -> String {
    let sessions = titles.enumerated().map { number, title in
      """
      {"id": "\(number)", "title": "\(title)", "startsAt": "2026-07-04T10:00:00",
       "endsAt": "2026-07-04T11:00:00", "speakers": ["p\(number)"], "roomId": 1,
       "isServiceSession": false, "categoryItems": []}
      """
    }
    let people = titles.indices.map {
      #"{"id": "p\#($0)", "fullName": "Person \#($0)", "sessions": []}"#
    }
    return """
      {"sessions": [\(sessions.joined(separator: ","))],
       "speakers": [\(people.joined(separator: ","))], "rooms": [{"id": 1, "name": "Hall"}], "categories": [], "questions": []}
      """
  }

  private func calendar(_ titles: [String]) -> String {
    let events = titles.enumerated().map { number, title in
      "BEGIN:VEVENT\nUID:\(number)@x\nSUMMARY:\(title)\nDTSTART:20260704T100000Z\n"
        + "DTEND:20260704T110000Z\nATTENDEE;CN=Person \(number):mailto:a@example.org\nEND:VEVENT"
    }
    return "BEGIN:VCALENDAR\n\(events.joined(separator: "\n"))\nEND:VCALENDAR\n"
  }

  @Test("a separate mark cancels an event, and the word in a sentence does not")
  func marks() throws {
    let all = Self.cancelled + Self.held.filter { !$0.isEmpty }
    let held = Self.held.filter { !$0.isEmpty }
    #expect(try titles(all, frab) == held)
    #expect(try titles(all, calendar) == held)
    let fixture = try ScheduleFixture(sessionize(all))
    #expect(fixture.schedule.talks.compactMap { $0[Title.self]?.text } == held)
    let fixtures = [try ScheduleFixture(frab(all)), try ScheduleFixture(calendar(all)), fixture]
    for fixture in fixtures {
      let count = fixture.result.report.issues.count { $0.kind == .cancelled }
      #expect(count == Self.cancelled.count)
    }
  }
}
