import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// `konf agenda`: the starred talks and the appointments, day by day, with clashes and free time.
///
/// Filters shorten the list, but clashes and free time refer to the complete agenda.
enum AgendaCommand: ScheduleCommand {
  static let name = "agenda"

  static let fill = Flag("fill", help: "suggest sessions for free time")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "show your starred talks and appointments, day by day",
      options: FilterOption.all + ListLayout.options + [
        fill.definition, FilterOption.with.definition,
      ],
      discussion: [
        .paragraph(
          """
          The agenda shows the talks and sessions that you starred and the appointments that you \
          added with konf add. It also shows clashes and the free time between the items, and \
          which items are running or over. The time of a talk starred with --maybe counts as free.
          """),
        .paragraph(
          """
          --fill suggests up to three sessions for each period of free time, including the time \
          before the first item and after the last item of a day. Sessions that konf plan would \
          choose come first, followed by sessions that share a speaker or a track with your \
          starred talks. konf never suggests a session that has begun or that clashes with an item \
          on your agenda.
          """),
        .paragraph(
          """
          Filters shorten the list, but clashes and free time stay the same. If the end of an item \
          is unknown, the time until the next item does not count as free.
          """),
      ],
      examples: [
        Example("konf agenda --day today", "your day"),
        Example("konf agenda --fill", "also suggest sessions for free time"),
        Example("konf add \"Dinner\" --at 2015-05-18T19:00 --for 2h", "add an appointment"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    var inputs = RunInputs(forTimes: invocation, environment)
    inputs.ratings = .needed("agenda")
    inputs.filtersAppointments = true
    return inputs
  }

  static func fieldNames(of invocation: Invocation) -> [String] { AgendaRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let company = try run.company
    let agenda = Agenda(of: run.schedule, in: run.selection, zone: run.zone)
    let view = AgendaView(
      agenda, selection: run.selection, now: run.now, fills: run.invocation[fill])
    if agenda.items.isEmpty {
      for kind in MarkKinds.all where kind.isOnAgenda { run.noteElsewhere(kind) }
      run.judge(isEmpty: true)
      run.streams.note(
        "your agenda is empty; add a talk with \(run.invocation.konf(.schedule, "star TARGET"))")
      if run.isData { run.streams.write([AgendaRecord]()) }
      return
    }
    if view.entries.isEmpty, view.lost.isEmpty { run.explainEmptyAgenda() }
    if run.invocation[fill], !view.hasSuggestions { noteNothingFits(&run) }
    run.answer(view.all, called: "plans", as: AgendaRecord.init) { page in
      page.company = company
      page.title()
      page.agenda(view)
    }
  }

  private static func noteNothingFits(_ run: inout Run) {
    let (schedule, now) = (run.schedule, run.now)
    let isOver = schedule.sessions.allSatisfy { session in
      guard let timing = session[Timing.self], let end = timing.end ?? timing.start else {
        return true
      }
      return end <= now
    }
    run.streams.note(
      isOver
        ? """
        the conference is over, so there is nothing to suggest; use --at TIME to see the agenda \
        at another time
        """
        : "no session with the speakers or tracks of your starred talks fits into your free time")
  }
}

extension Agenda.Item {
  fileprivate var kind: String {
    isCancelled ? "cancelled" : isAppointment ? "appointment" : "session"
  }
}

struct AgendaRecord: Record {
  let entry: AgendaView.Entry
  let context: RecordContext

  init(_ entry: AgendaView.Entry, _ context: RecordContext) {
    self.entry = entry
    self.context = context
  }

  private var item: Agenda.Item? {
    if case .item(let item, _) = entry { item } else { nil }
  }
  private var clashes: [Agenda.Item] {
    if case .item(_, let clashes) = entry { clashes.all.map(\.item) } else { [] }
  }
  private var suggestions: [Agenda.Suggestion] {
    if case .gap(_, let suggestions) = entry { suggestions } else { [] }
  }
  private var appointment: Appointment? { item?.entity[Appointment.self] }

  private func id(of item: Agenda.Item) -> String {
    item.entity[Appointment.self]?.id ?? context.schedule.id(of: item.entity)
  }

  static let meaning: String? =
    "An item on your agenda, or a period of free time."
  static let fields: [Field<AgendaRecord>] = [
    Field("kind", .words(["session", "appointment", "free", "cancelled"])) {
      .string($0.item.map { $0.kind } ?? "free")
    },
    Field("id", .orNull(.text), "Null for free time.") { record in
      .string(orNull: record.item.map { record.id(of: $0) })
    },
    Field("title", .orNull(.text), "Null for free time.") { record in
      .string(
        orNull: record.appointment?.title
          ?? record.item.map { record.context.schedule.name(of: $0.entity) })
    },
    Field("day", .defined("date")) { $0.context.day($0.entry.timing) },
    Field("start", .defined("time")) { $0.context.time($0.entry.timing?.start) },
    Field("end", .defined("time")) { $0.context.time($0.entry.timing?.end) },
    Field("locations", .defined("references")) { record in
      if let appointment = record.appointment {
        return record.context.locations(of: appointment)
      }
      return record.context.locations(of: record.item?.entity)
    },
    Field(
      "star", .defined("starValue"),
      "maybe if every star in the session is a maybe, otherwise yes; null without a star."
    ) { record in
      .string(
        orNull: record.item.flatMap { item in
          if item.isAppointment { return nil }
          if item.isCancelled { return item.entity[Star.self]?.word }
          guard record.context.schedule.isStarred(item.entity) else { return nil }
          return Star(isMaybe: item.isMaybe).word
        })
    },
    Field("note", .defined("noteText")) { .string(orNull: $0.item?.entity[Note.self]?.text) },
    Field(
      "talks", .array(.defined("talk")),
      "The starred talks of the session, or all of its talks if you starred the session."
    ) {
      record in
      .array((record.item?.talks ?? []).map { TalkRecord($0, record.context).json })
    },
    Field(
      "clashes", .array(.defined("id")),
      "The ids of the other items on your agenda at the same time."
    ) {
      record in .array(record.clashes.map { .string(record.id(of: $0)) })
    },
    Field(
      "suggestions", .array(.defined("suggestion")),
      "The suggested sessions for the free time; empty without --fill."
    ) { record in
      .array(
        record.suggestions.map {
          SuggestionRecord(suggestion: $0, context: record.context).json
        })
    },
    Field(
      "walk", .orNull(.integer(from: 1)),
      "The minutes of the walk from the previous item; null without a walk."
    ) { .integer(orNull: $0.item?.walk.map { $0.length.minutesRoundedUp }) },
    Field("leave", .defined("time"), "The time to leave for the walk.") {
      $0.context.time($0.item?.walk?.leave)
    },
    Field(
      "reason", .orNull(.text),
      """
      The reason why konf plan chose the item: appointment, starred, maybe, speaker, track or friend; \
      null in konf agenda.
      """
    ) { .string(orNull: $0.item?.choice?.reason.rawValue) },
    Field(
      "name", .orNull(.text),
      "The speaker, track or friend that is the reason, or null for other reasons."
    ) { .string(orNull: $0.item?.choice?.name.nonEmpty) },
    Field(
      "second", .orNull(.text),
      "The id of the second choice, the best session that fits in place of this item."
    ) { record in
      .string(orNull: record.item?.choice?.second.map(record.context.schedule.id(of:)))
    },
    Field("lost", .array(.defined("id")), "The sessions that clash with the item.") { record in
      .array((record.item?.choice?.lost ?? []).map { .string(record.context.schedule.id(of: $0)) })
    },
  ]
}

struct SuggestionRecord: Record {
  let suggestion: Agenda.Suggestion
  let context: RecordContext

  static let meaning: String? =
    "A session that fits into free time."
  static let fields: [Field<SuggestionRecord>] = [
    Field(
      "reason", .words(["speaker", "track"]),
      "speaker if you starred a talk by one of the speakers; track if you starred a talk in the track."
    ) { .string($0.suggestion.reason.rawValue) },
    Field("name", .text, "The name of the speaker or the track.") { .string($0.suggestion.name) },
    Field("session", .defined("sessionRecord")) {
      SessionRecord($0.suggestion.session, $0.context).json
    },
  ]
}
