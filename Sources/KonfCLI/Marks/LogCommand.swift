import CommandLine
import ECSHistory
import ECSKit
import Marks
import Schedule

/// `konf log [QUERY]`: the user's changes, or the changes that an import made.
///
/// The command changes nothing. The changes of an import are recorded only for this command,
/// because recording takes time and memory.
enum LogCommand: MarkingCommand {
  static let name = "log"

  static let importing = Flag(
    "import", help: "show the changes that konf made while it read the schedule")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "list your changes, newest first",
      operands: [OperandDefinition("QUERY", .optional, takesWords: true)],
      options: [importing.definition, FilterOption.exitStatus.definition],
      discussion: [
        .paragraph(
          """
          konf log lists your changes to ratings, stars, notes, hidden talks and appointments of \
          this conference, and the versions saved by konf use. For each change, konf log shows the \
          old and the new value. konf undo reverts the newest change that has not been undone, but \
          never a change from another device.
          """),
        .paragraph(
          """
          QUERY selects changes by kind and by old and new values. The keywords are added, updated \
          and removed. See konf help query for the query language.
          """),
        .paragraph(
          """
          With --import, konf log shows the changes that konf made while it read the schedule. \
          Without QUERY, konf only counts these changes.
          """),
      ],
      examples: [
        Example("konf log", "all changes"),
        Example("konf log rating removed", "the ratings that you removed"),
        Example(
          "konf log 'old rating.stars > 3'", "the ratings that used to have more than 3 stars"),
        Example("konf log --import 'timing added'", "the times that konf computed"),
        Example("konf log --json=time,kind,title,new", "some fields for a script"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    guard invocation[importing] else { return RunInputs(markedBy: invocation, environment) }
    var inputs = RunInputs(
      source: ScheduleSource(invocation, environment.variables), ratings: .unread)
    inputs.recordsImport = true
    return inputs
  }

  static func fieldNames(of invocation: Invocation) -> [String] {
    if invocation.query?.isCount ?? false { return CountRecord.fieldNames }
    guard invocation[importing] else { return StepRecord.fieldNames }
    return switch invocation.query?.subject {
    case .components: NameRecord.fieldNames
    case .entities: LifeRecord.fieldNames
    default: EventRecord.fieldNames
    }
  }

  static func answer(_ run: inout Run) throws(Failure) {
    run.streams.bound(to: nil)
    let query = try run.query
    do throws(QueryError) {
      if let history = run.history {
        return try answer(&run, query, from: history)
      }
      if let query { try query.check(isAbout: [.events]) }
    } catch {
      let isOfImport = query?.subject == .entities || query?.subject == .components
      throw run.failure(
        for: error,
        hint: isOfImport && run.history == nil ? "entities and components need --import" : nil)
    }
    try run.answerWithChanges(query)
  }

  // MARK: The import

  private static func answer(
    _ run: inout Run, _ query: Query?, from history: History
  ) throws(QueryError) {
    try query?.check(isAbout: [.events, .entities, .components])
    let fields = ComponentFields(zone: run.zone)
    var page = Page(run)
    guard let query else {
      let events = Array(history.events)
      if run.isData {
        return run.streams.write(events) { EventRecord(event: $0, fields: fields) }
      }
      page.counts(of: events)
      return run.streams.write(page.text)
    }
    switch try history.answer(query, describing: run.describing) {
    case .count(let count): return run.answer(count: count, "result", "results")
    case .events(let events):
      run.judge(isEmpty: events.isEmpty)
      if events.isEmpty { run.streams.note("no event matches the query") }
      if run.isData {
        return run.streams.write(events) { EventRecord(event: $0, fields: fields) }
      }
      page.events(events, fields)
    case .names(let names):
      if run.isData { return run.streams.write(names) { NameRecord(name: $0) } }
      for name in names { page.add("\(name)") }
    case .lives(let lives):
      if run.isData { return run.streams.write(lives) { LifeRecord(life: $0) } }
      page.lives(lives)
    case .durations: return
    }
    run.streams.write(page.text)
  }
}

extension Query {
  /// Throws an error if the subject of the query is not one of the given subjects.
  fileprivate func check(isAbout subjects: [Subject]) throws(QueryError) {
    guard let subject, !subjects.contains(subject) else { return }
    throw QueryError.subject(of: self, expected: subjects)
  }
}

extension Page {
  /// Adds the number of events for each kind and component, in order of first occurrence.
  fileprivate mutating func counts(of events: [HistoryEvent]) {
    var counts: [(word: SafeText, count: Int)] = []
    var positions: [String: Int] = [:]
    for event in events {
      let words = "\(event.word) \(event.component.map { "\($0)" } ?? "entity")"
      if let position = positions[words] {
        counts[position].count += 1
      } else {
        positions[words] = counts.count
        counts.append(("\(words)", 1))
      }
    }
    add("\(SafeText.counted(events.count, "event", "events"), .strong)")
    let width = counts.map { "\($0.count)".utf8.count }.max() ?? 0
    add(
      counts.map { word, count in
        [Line("\(count)").padded(to: width, .trailing), Line(word)]
      })
  }

  fileprivate mutating func events(_ events: [HistoryEvent], _ fields: ComponentFields) {
    add(
      events.map { event in
        func words(_ component: (any Component)?) -> SafeText? {
          component.map { "\(fields.fields(of: $0).words)" }
        }
        var line: Line = "\(event.component.map { "\($0) " } ?? "", .dim)"
        let values = [words(event.old), words(event.new)].compactMap(\.self)
        line.append(Line(values.dropFirst().reduce(values.first ?? "") { "\($0) \(arrow) \($1)" }))
        return [
          Line("\(event.number)").padded(to: 5, .trailing), Line("\(event.word)"),
          Line("entity \(event.entity ?? 0)", .dim), line,
        ]
      }, indent: 0)
  }

  fileprivate mutating func lives(_ lives: [EntityLife]) {
    add(
      lives.map { life in
        var line: Line = "\(SafeText.counted(life.eventCount, "event", "events"))"
        if life.destroyed != nil { line.append(" \("\(dot) destroyed", .note)") }
        return [Line("entity \(life.entity)"), line]
      }, indent: 0)
  }
}

struct EventRecord: Record {
  let event: HistoryEvent
  let fields: ComponentFields

  private func value(_ component: (any Component)?) -> JSONOutput {
    component.map { .object(fields.fields(of: $0)) } ?? .null
  }

  static let meaning: String? =
    "An event of the import: a change to an entity or to one of its components."
  static let fields: [Field<EventRecord>] = [
    Field("event", .integer(from: 1), "The number of the event.") {
      .integer(Int($0.event.number))
    },
    Field("kind", .words(["created", "added", "updated", "removed", "destroyed"])) {
      .string($0.event.word)
    },
    Field("entity", .integer(from: 1), "The number of the entity.") {
      .integer(Int($0.event.entity ?? 0))
    },
    Field("component", .orNull(.text), "The name of the component; null for a whole entity.") {
      .string(orNull: $0.event.component.map { "\($0)" })
    },
    Field("old", .orNull(.object), "The fields before the change.") { $0.value($0.event.old) },
    Field("new", .orNull(.object), "The fields after the change.") { $0.value($0.event.new) },
  ]
}

struct NameRecord: Record {
  let name: String

  static let meaning: String? =
    "The name of a component."
  static let fields: [Field<NameRecord>] = [Field("name", .text) { .string($0.name) }]
}

struct LifeRecord: Record {
  let life: EntityLife

  static let meaning: String? =
    "An entity during the import: its creation, its destruction and the number of its events."
  static let fields: [Field<LifeRecord>] = [
    Field("entity", .integer(from: 1), "The number of the entity.") {
      .integer(Int($0.life.entity))
    },
    Field("created", .orNull(.integer()), "The number of the event that created it.") {
      .integer(orNull: $0.life.created.map { Int($0) })
    },
    Field("destroyed", .orNull(.integer()), "The number of the event that destroyed it.") {
      .integer(orNull: $0.life.destroyed.map { Int($0) })
    },
    Field("eventCount", .integer(from: 1), "The number of its events that match the query.") {
      .integer($0.life.eventCount)
    },
  ]
}
