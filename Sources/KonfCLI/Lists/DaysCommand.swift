import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

enum DaysCommand: ScheduleCommand {
  static let name = "days"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the days of the conference", options: FilterOption.all,
      discussion: [
        .paragraph(
          """
          If a day runs past midnight, sessions after midnight belong to that day. Use konf \
          timeline --day DAY to show one day.
          """)
      ],
      examples: [
        Example("konf days", "each date with its first start and last end"),
        Example("konf days --speaker lee", "the days on which a person speaks"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forListing: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { DayRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let schedule = run.schedule
    let times = Times(run)
    let selection = run.selection
    var days: [DayRecord] = []
    let listed = schedule.listed(
      schedule.timeline(in: selection), in: run.zone, within: selection
    ) { $0[Timing.self] }
    for (date, those) in listed.chunked(on: \.day) {
      guard let date else { continue }
      var day = DayRecord(date: date, zone: run.zone)
      let range = run.zone.day(date, changingAt: times.dayChange)
      let lasting = those.filter { $0.element[Timing.self].map(schedule.lasts) ?? false }
      let isLasting = lasting.count == those.count
      for session in those.map(\.element) {
        guard let timing = session[Timing.self] else { continue }
        let lasts = schedule.lasts(timing)
        // Sessions that last a day or more do not extend the hours of a day, nor do sessions that
        // only fill a night.
        let isShown = lasts ? isLasting : !schedule.isFiller(session)
        day.add(
          isShown ? lasts ? timing.part(during: range) : timing : nil,
          talkCount: schedule.talks(in: session).count(where: selection.contains(talk:)))
      }
      days.append(day)
    }
    run.answer(
      days, called: "days", as: { day, _ in day },
      { page in
        page.title()
        page.blank()
        page.add(days.map { $0.cells(times) }, indent: 0)
      })
  }
}

struct DayRecord: Record {
  let date: CivilDate
  let zone: Zone
  private var start: Instant?
  private var end: Instant?
  private var sessionCount = 0
  private var talkCount = 0

  init(date: CivilDate, zone: Zone) {
    self.date = date
    self.zone = zone
  }

  mutating func add(_ timing: Timing?, talkCount: Int) {
    start = [start, timing?.start].compactMap(\.self).min()
    end = [end, timing?.end].compactMap(\.self).max()
    sessionCount += 1
    self.talkCount += talkCount
  }

  func cells(_ times: Times) -> [Line] {
    let counts =
      talkCount > 0
      ? SafeText.counted(talkCount, "talk", "talks")
      : SafeText.counted(sessionCount, "session", "sessions")
    return [
      "\(date.words, .strong)", Line(times.span(Timing(start: start, end: end)), .time),
      Line(counts, .dim),
    ]
  }

  static let meaning: String? =
    "A day of the conference."
  static let fields: [Field<DayRecord>] = [
    Field("day", .defined("date")) { .string($0.date.iso8601) },
    Field("start", .defined("time"), "The earliest start.") { day in
      .string(orNull: day.start?.iso8601(in: day.zone))
    },
    Field("end", .defined("time"), "The latest end.") { day in
      .string(orNull: day.end?.iso8601(in: day.zone))
    },
    Field("sessionCount", .integer(from: 1)) { .integer($0.sessionCount) },
    Field("talkCount", .integer(from: 0)) { .integer($0.talkCount) },
  ]
}
