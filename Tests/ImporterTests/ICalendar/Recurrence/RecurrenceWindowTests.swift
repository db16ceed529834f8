import ECSKit
import Schedule
import TestSupport
import Testing

@testable import Importer

@Suite("The window of a recurring event's occurrences")
struct RecurrenceWindowTests {
  private static func schedule(
    _ event: String, at moment: String?, others: String = ""
  ) throws -> (lines: [String], issues: [String]) {
    var options = ScheduleImport.Options(
      zone: .utc, zoneFolders: ZoneFolders(paths: ["/usr/share/zoneinfo"]))
    options.moment = moment.flatMap { WrittenTime($0)?.instant }
    let context = Context()
    let text = CalendarText.calendar(CalendarText.event("UID:1\nSUMMARY:A\n\(event)") + others)
    let result = try ScheduleImport(options: options).run(Array(text.utf8), into: context)
    let zone = context[VenueZone.self]?.zone ?? .utc
    let lines = context.group(.sessions).compactMap {
      $0[Timing.self]?.start.map { zone.civil(at: $0).date.iso8601 }
    }
    return (lines, result.report.issues.map(\.description))
  }

  @Test(
    "surrounds the requested moment",
    arguments: [
      // Weekly on Mondays since 2016.
      ("RRULE:FREQ=WEEKLY", "2026-11-24T12:00:00Z", "2024-12-30", "2032-08-23"),
      ("RRULE:FREQ=WEEKLY", "2016-02-01T12:00:00Z", "2016-01-04", "2023-08-28"),
      ("RRULE:FREQ=WEEKLY", "2010-02-01T12:00:00Z", "2016-01-04", "2023-08-28"),
      ("RRULE:FREQ=WEEKLY;COUNT=1000", "2026-11-24T12:00:00Z", "2024-12-30", "2032-08-23"),
      ("RRULE:FREQ=WEEKLY;COUNT=1000", "2040-01-01T12:00:00Z", "2027-07-05", "2035-02-26"),
      (
        "RRULE:FREQ=WEEKLY;UNTIL=20350226T090000Z", "2040-01-01T12:00:00Z", "2027-07-05",
        "2035-02-26"
      ),
      ("RRULE:FREQ=DAILY;BYDAY=MO", "2026-11-24T12:00:00Z", "2024-12-30", "2032-08-23"),
    ])
  func window(rule: String, moment: String, first: String, last: String) throws {
    let (lines, issues) = try Self.schedule("DTSTART:20160104T090000Z\n\(rule)", at: moment)
    #expect(lines.count == 400)
    #expect(lines.first == first)
    #expect(lines.last == last)
    let key = first == "2016-01-04" ? "event 1" : "event 1/\(first)"
    #expect(
      issues == [
        "3:1: item 2 (\(key)): the event recurs too often; konf reads 400 occurrences, from \(first) "
          + "to \(last)"
      ])
  }

  @Test("includes all of them if they are not too many, at any time")
  func all() throws {
    for moment in [nil, "2010-01-01T00:00:00Z", "2017-01-01T00:00:00Z", "2030-01-01T00:00:00Z"] {
      for end in ["COUNT=400", "UNTIL=20230828T090000Z"] {
        let (lines, issues) = try Self.schedule(
          "DTSTART:20160104T090000Z\nRRULE:FREQ=WEEKLY;\(end)", at: moment)
        #expect(lines.count == 400, "\(end) at \(moment ?? "no moment")")
        #expect(issues == [])
      }
    }
  }

  @Test("is smaller for large events, so that their texts are not copied too often")
  func largeEvents() throws {
    let words = String(repeating: "word ", count: 100_000)
    let (lines, issues) = try Self.schedule(
      "DTSTART:20160104T090000Z\nRRULE:FREQ=DAILY\nDESCRIPTION:\(words)", at: nil)
    #expect(lines.count == 6)
    #expect(issues.count == 1)
    let names = (0..<10_000).map { "ATTENDEE;CN=Somebody \($0):mailto:a@b.example" }
    let (few, _) = try Self.schedule(
      "DTSTART:20160104T090000Z\nRRULE:FREQ=DAILY\n\(names.joined(separator: "\n"))", at: nil)
    #expect(few.count < 10)
  }

  @Test(
    "looks at no more days than the budget allows",
    arguments: [
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
      "FREQ=YEARLY;BYHOUR=\((0...23).map(String.init).joined(separator: ","))"
        + ";BYMINUTE=\((0...59).map(String.init).joined(separator: ","));BYSETPOS=1;BYYEARDAY=-1",
    ])
  func budget(rule: String) throws {
    let parsed = try #require(RecurrenceRule(rule))
    // Two events look at more days than that; for the budget of a file it takes 45, and a minute.
    let (events, days) = BuiltProgram.isLong ? (45, 6_000_000) : (2, 150_000)
    var budget = RecurrenceBudget(events: events, days: days)
    let first = CivilDateTime(date: CivilDate(daysSince1970: 0), time: .midnight)
    let search = RecurrenceRule.Search(
      first: first, last: RecurrenceRule.endOfCalendar, moment: first, limit: 400,
      isWanted: { _ in true })
    var cuts = 0
    for _ in 1...events {
      _ = budget.timesOfNextEvent(bytes: 1)
      cuts += parsed.times(search, isDate: false, &budget).isCut ? 1 : 0
    }
    #expect(cuts > 0)
    let isUsedUp = !budget.looks(at: days)
    #expect(isUsedUp)
  }

  @Test("repeats no work for repeated parts of a rule")
  func repeatedParts() throws {
    let days = Array(repeating: "MO", count: 100_000).joined(separator: ",")
    let months = Array(repeating: "1", count: 100_000).joined(separator: ",")
    let rule = try #require(
      RecurrenceRule("FREQ=MONTHLY;BYDAY=\(days);BYMONTH=\(months)"))
    #expect(rule.days.count == 1)
    #expect(rule.months == [1])
  }
}
