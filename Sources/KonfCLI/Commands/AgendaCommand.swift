import ECSKit
import Schedule

/// `konf agenda`: what is starred and planned, day by day, with clashes and the time between.
enum AgendaCommand: ScheduleCommand {
  static let name = "agenda"

  /// Whether the time between is filled.
  static let fill = Flag("fill", help: "show what fits into the time between")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "what you starred and planned, day by day",
      options: FilterOption.all + [fill.definition],
      discussion: [
        .paragraph(
          """
          The agenda has what you starred and the appointments that konf add made, with the time \
          between them and with what happens at the same time. What is starred with --maybe ends \
          no free time.
          """),
        .paragraph(
          """
          --fill shows up to three sessions for each free time: of speakers you starred, then of \
          tracks you starred.
          """),
      ],
      examples: [
        Example("konf agenda --day today", "your day"),
        Example("konf agenda --fill", "and what fits into the time between"),
        Example("konf add \"Dinner\" --at 2015-05-18T19:00 --for 2h", "an appointment"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    RunInputs(
      source: ScheduleSource(invocation, environment.variables), ratings: .needed("agenda"))
  }

  static func fieldNames(of invocation: Invocation) -> [String] { AgendaRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let agenda = Agenda(of: run.schedule, in: run.asked, zone: run.zone)
    let view = AgendaView(
      agenda, selection: run.selection, now: run.now, fills: run.invocation[fill])
    run.noteElsewhere(Star.self, "star", "stars")
    if agenda.items.isEmpty, !run.asked.isLimited {
      run.judge(isEmpty: true)
      run.streams.note("the agenda is empty; konf star TARGET adds a talk")
      if run.isData { run.streams.write([AgendaRecord]()) }
      return
    }
    run.answer(view.entries, called: "plans", as: AgendaRecord.init) { page in
      page.title()
      page.agenda(view)
    }
  }
}

/// An agenda as it is shown: its items and the time between them, in the order of time.
struct AgendaView {
  /// A line of the agenda.
  enum Entry {
    /// An item, and what it overlaps with.
    case item(Agenda.Item, clashes: [Agenda.Item])
    /// A time in which nothing is planned, and what fits into it.
    case hole(Agenda.Hole, [Agenda.Suggestion])
  }

  /// How many suggestions there are for a hole.
  private static let mostSuggestions = 3
  /// The shortest hole that a talk is suggested for.
  private static let leastFilled = Duration.seconds(15 * 60)

  let entries: [Entry]
  let now: Instant

  init(_ agenda: Agenda, selection: Selection, now: Instant, fills: Bool) {
    self.now = now
    var holes = agenda.holes[...]
    var entries: [Entry] = []
    for item in agenda.items {
      // What may be passed by stands in the hole that it is in.
      while let hole = holes.first, let start = item.timing?.listed, hole.start <= start {
        holes.removeFirst()
        let isFilled = fills && hole.start.duration(to: hole.end) >= Self.leastFilled
        let found = isFilled ? agenda.suggestions(for: hole, in: selection) : []
        entries.append(.hole(hole, Array(found.prefix(Self.mostSuggestions))))
      }
      entries.append(.item(item, clashes: item.clashes.map { agenda.items[$0] }))
    }
    self.entries = entries
  }

  /// Returns whether a time is over.
  func isOver(_ timing: Timing?) -> Bool { timing.map { $0.last <= now } ?? false }
}

extension AgendaView.Entry {
  /// When it is.
  var timing: Timing? {
    switch self {
    case .item(let item, _): item.timing
    case .hole(let hole, _): Timing(start: hole.start, end: hole.end)
    }
  }
}

extension Page {
  /// What is planned, under a heading for each day.
  fileprivate mutating func agenda(_ view: AgendaView) {
    var rest = view.entries[...]
    while let first = rest.first {
      let day = times.day(of: first.timing)
      let those = rest.prefix { times.day(of: $0.timing) == day }
      heading("\(day?.words ?? "Without a time")")
      for entry in those { add(entry, of: view) }
      rest = rest.dropFirst(those.count)
    }
  }

  private mutating func add(_ entry: AgendaView.Entry, of view: AgendaView) {
    let isOver = view.isOver(entry.timing)
    let when = Line(
      entry.timing.map { times.listed($0) } ?? "", isOver ? .dim : .time)
    let cells: [Line] =
      switch entry {
      case .item(let item, let clashes): self.cells(of: item, clashes, isOver: isOver)
      case .hole(let hole, let suggestions): self.cells(of: hole, suggestions)
      }
    if isNarrow {
      add(when, indent: 2)
      for cell in cells { add(cell, indent: 4, hanging: 6) }
    } else {
      add(
        cells.enumerated().map { row, cell in [row == 0 ? when : Line(), cell] },
        leastWidths: [13])
    }
  }

  private func cells(
    of item: Agenda.Item, _ clashes: [Agenda.Item], isOver: Bool
  ) -> [Line] {
    var head: Line = "\(name(of: item), isOver ? .dim : .strong) \("[\(id(of: item))]", .dim)"
    if item.isMaybe { head.append(" \("\(dot) maybe", .note)") }
    var cells = [head]
    if let appointment = item.entity[Appointment.self] {
      cells.append("\(appointment.location)")
    } else {
      let parts = item.talks.filter { $0 != item.entity }
      if item.talks.contains(item.entity) { cells.append(Line(byline(of: item.entity), .dim)) }
      cells.append(Line(locationNames(of: item.entity, upTo: 3)))
      for talk in parts { cells.append(talkLine(talk)) }
    }
    for entity in [item.entity] + item.talks.filter({ $0 != item.entity }) {
      if let note = entity[Note.self] { cells.append("\("note:", .note) \(note.text)") }
    }
    for clash in clashes.prefix(Self.fewClashes) {
      let span = clash.timing.map { times.listed($0) } ?? ""
      cells.append("\("at the same time:", .error) \(name(of: clash)), \(span)")
    }
    let rest = clashes.count - Self.fewClashes
    if rest > 0 { cells.append("\("and \(rest) more at the same time", .error)") }
    return cells.filter { !$0.isEmpty }
  }

  /// How many of the items that overlap with one are named.
  private static let fewClashes = 3

  private func cells(of hole: Agenda.Hole, _ suggestions: [Agenda.Suggestion]) -> [Line] {
    let free: SafeText = "free for \(hole.start.duration(to: hole.end).words)"
    return [Line(free, .dim)]
      + suggestions.map { suggestion in
        let span = suggestion.session[Timing.self].map { times.listed($0) } ?? ""
        let reason: SafeText =
          suggestion.reason == .speaker
          ? "you starred \(suggestion.name)" : "of your track \(suggestion.name)"
        return
          "\(span, .time) \(headline(of: suggestion.session, withID: true)) \("\(dot) \(reason)", .note)"
      }
  }

  private func name(of item: Agenda.Item) -> String {
    item.entity[Appointment.self]?.title ?? schedule.name(of: item.entity)
  }

  private func id(of item: Agenda.Item) -> String {
    item.entity[Appointment.self]?.id ?? schedule.shownID(of: item.entity)
  }
}

/// An item of the agenda, or the time between two of them.
private struct AgendaRecord: Record {
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
    if case .item(_, let clashes) = entry { clashes } else { [] }
  }
  private var suggestions: [Agenda.Suggestion] {
    if case .hole(_, let suggestions) = entry { suggestions } else { [] }
  }
  private var appointment: Appointment? { item?.entity[Appointment.self] }

  private func id(of item: Agenda.Item) -> String {
    item.entity[Appointment.self]?.id ?? context.schedule.id(of: item.entity)
  }

  static let fields: [Field<AgendaRecord>] = [
    Field("kind") {
      .string($0.item == nil ? "free" : $0.appointment == nil ? "session" : "appointment")
    },
    Field("id") { record in .string(orNull: record.item.map { record.id(of: $0) }) },
    Field("title") { record in
      .string(
        orNull: record.appointment?.title
          ?? record.item.map { record.context.schedule.name(of: $0.entity) })
    },
    Field("day") { $0.context.day($0.entry.timing) },
    Field("start") { $0.context.time($0.entry.timing?.start) },
    Field("end") { $0.context.time($0.entry.timing?.end) },
    Field("locations") { record in
      if let appointment = record.appointment {
        return record.context.locations(of: appointment)
      }
      return record.context.locations(of: record.item?.entity)
    },
    Field("star") { record in
      .string(
        orNull: record.item.flatMap { item in
          item.isAppointment ? nil : Star(isMaybe: item.isMaybe).value
        })
    },
    Field("note") { .string(orNull: $0.item?.entity[Note.self]?.text) },
    Field("talks") { record in
      .array((record.item?.talks ?? []).map { TalkRecord($0, record.context).json })
    },
    Field("clashes") { record in .array(record.clashes.map { .string(record.id(of: $0)) }) },
    Field("suggestions") { record in
      .array(
        record.suggestions.map {
          SuggestionRecord(suggestion: $0, context: record.context).json
        })
    },
  ]
}

/// A session that fits into free time.
private struct SuggestionRecord: Record {
  let suggestion: Agenda.Suggestion
  let context: RecordContext

  static let fields: [Field<SuggestionRecord>] = [
    Field("reason") { .string($0.suggestion.reason.rawValue) },
    Field("name") { .string($0.suggestion.name) },
    Field("session") { SessionRecord($0.suggestion.session, $0.context).json },
  ]
}
