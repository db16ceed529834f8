import ECSKit
import Importer
import Schedule
import TestSupport

/// What konf reads of a schedule, by the keys of its events.
struct TwinSchedule {
  private(set) var facts: [String: [TwinEvent.Field: String]] = [:]
  let messages: [String]

  init(_ fixture: ScheduleFixture) {
    messages = fixture.messages
    let schedule = fixture.schedule
    for session in schedule.sessions {
      let talk = schedule.talks(in: session).first ?? session
      let title = schedule.name(of: talk)
      func time(_ instant: Instant?) -> String {
        instant.map { String($0.iso8601(in: schedule.zone).prefix(19)) } ?? ""
      }
      facts[title.split(separator: " ").first.map(String.init) ?? ""] = [
        .title: title, .start: time(session[Timing.self]?.start),
        .end: time(session[Timing.self]?.end),
        .location: schedule.locationNames(of: session).joined(separator: " + "),
        .speakers: schedule.speakers(of: talk).map(\.name).sorted().joined(separator: ", "),
        .track: schedule.track(of: talk) ?? "", .language: schedule.language(of: talk) ?? "",
        .abstract: talk[Abstract.self]?.text ?? "",
        .page: talk[WebLinks.self]?.links.first?.address ?? "",
      ]
    }
  }
}
