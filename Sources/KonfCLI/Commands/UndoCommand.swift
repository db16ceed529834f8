import ECSKit
import ECSStore
import Schedule
import TextBasics

/// `konf undo`: takes back what the last command changed.
enum UndoCommand: MarkingCommand {
  static let name = "undo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "take back your last change",
      discussion: [
        .paragraph(
          """
          konf undo takes back what the last command changed of your ratings, stars, notes, hidden \
          talks and appointments for this conference, and shows what was there before. If that was \
          konf use, the version before is shown again, with what was marked in it. Another konf undo \
          takes back the change before. konf log lists all of them.
          """)
      ],
      examples: [
        Example("konf undo", "take back the last change"),
        Example("konf redo", "make it again"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.answer(writing: .undo, \.next, orElse: "there is nothing to take back")
  }
}

/// `konf redo`: makes again what `konf undo` took back.
enum RedoCommand: MarkingCommand {
  static let name = "redo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "make again what you took back",
      discussion: [
        .paragraph("This works until the next change, which leaves what was taken back as it is.")
      ],
      examples: [Example("konf redo", "after konf undo")])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.answer(writing: .redo, \.nextAgain, orElse: "nothing was taken back")
  }
}

extension Run {
  /// What was changed, from the first command to the last.
  var steps: LogSteps {
    get throws(Failure) {
      do throws(StoreError) {
        return try kept.steps
      } catch {
        throw Failure(ExitStatus(error), "\(invocation.command.name): \(error.description)")
      }
    }
  }

  /// Takes a step back or makes it again, and answers with it.
  fileprivate mutating func answer(
    writing mark: LogSteps.Mark, _ chosen: (LogSteps) -> LogStep?, orElse message: SafeText
  ) throws(Failure) {
    guard let step = chosen(try steps) else {
      throw Failure(.notFound, "\(invocation.command.name): \(message)")
    }
    try keep("changes") { store throws(KeptError) in try store.write(step, as: mark) }
    if isData { return write([step]) }
    var page = Page(self)
    page.step(step, isUndo: mark == .undo)
    streams.write(page.text)
  }

  private mutating func write(_ steps: [LogStep]) {
    let context = RecordContext(self)
    let changes = steps.flatMap { step in
      (step.isUndone ? step.changes.reversed() : step.changes).filter(step.isShown)
        .map { (change: $0, step: step) }
    }
    streams.write(changes) { StepRecord(change: $0.change, step: $0.step, context: context) }
  }
}

extension Page {
  /// A step that was taken back or made again: each thing with what it was and what it is.
  fileprivate mutating func step(_ step: LogStep, isUndo: Bool) {
    for change in step.changes where step.isShown(change) {
      let texts = change.texts(times, presentation.glyphs)
      let (old, new) = isUndo ? (texts.new, texts.old) : (texts.old, texts.new)
      add(head(of: change), hanging: 2)
      add("\("\(change.entry.change.kind):", .dim) \(old) \(arrow) \(new)", indent: 2, hanging: 4)
    }
  }

  var arrow: SafeText { presentation.glyphs.arrow }

  func head(of change: LogStep.Change) -> Line {
    if RememberedSchedules.isKind(change.entry.change.kind) {
      return Line("\(RememberedSchedules.name(in: change.entry))", .strong)
    }
    let id =
      change.entity.map { schedule.shownID(of: $0) } ?? schedule.shown(change.entry.change.target)
    return "\(prose: change.entry.change.name, .strong) \("[\(id)]", .dim)"
  }
}

extension LogStep {
  /// Whether a change is shown: of keeping a version only the version, as all else follows from it.
  func isShown(_ change: Change) -> Bool {
    let kinds = changes.map(\.entry.change.kind)
    guard let kind = kinds.first(where: RememberedSchedules.isShownKind) else { return true }
    return change.entry.change.kind == kind
  }

  /// How much was carried over to the version that was kept; nil if nothing was.
  var carriedWords: SafeText? {
    guard changes.contains(where: { $0.entry.change.kind == RememberedSchedule.storedName }) else {
      return nil
    }
    let count = changes.count {
      KeptStore.components[$0.entry.change.kind] != nil && !$0.entry.change.value.isEmpty
    }
    return count == 0 ? nil : "\(Run.counted(count, "mark", "marks")) carried over"
  }
}

extension LogStep.Change {
  /// When it was made.
  var moment: Instant { Instant(secondsSince1970: entry.time) }

  /// What was and what is, as people read it.
  func texts(_ times: Times, _ glyphs: Glyphs) -> (old: SafeText, new: SafeText) {
    func text(_ entry: LogEntry?) -> SafeText {
      guard let entry, !entry.change.value.isEmpty else { return "none" }
      let comment = entry.change.comment
      if entry.change.kind == RememberedSchedule.storedName {
        return "kept on \(times.dated(Instant(secondsSince1970: entry.time)))"
      }
      if let appointment = Appointment(entry), entry.change.kind == Appointment.storedName {
        return comment.isEmpty
          ? times.dated(appointment.timing) : "\(times.dated(appointment.timing)), \(comment)"
      }
      if entry.change.kind == Rating.storedName, let stars = entry.stars {
        return comment.isEmpty
          ? "\(glyphs.stars(stars))" : "\(glyphs.stars(stars)) \(comment.quoted())"
      }
      if entry.change.kind == Star.storedName, let star = Star(entry) {
        return Page.word(for: star)
      }
      return "\(entry.change.value)"
    }
    return (text(former), text(entry))
  }
}

/// A change of something that is kept.
struct StepRecord: Record {
  let change: LogStep.Change
  let step: LogStep
  let context: RecordContext

  private var entry: LogEntry { change.entry }

  /// The value of an entry: stars, yes or maybe, a text, or from when to when.
  private func value(_ entry: LogEntry?) -> JSONOutput {
    guard let entry, let value = entry.change.value.nonEmpty else { return .null }
    if entry.change.kind == Appointment.storedName, let timing = Appointment(entry)?.timing {
      let ends = [timing.start, timing.end].compactMap { $0?.iso8601(in: context.zone) }
      return .string(ends.joined(separator: "/"))
    }
    return .string(value)
  }

  static let fields: [Field<StepRecord>] = [
    Field("step") { .integer(Int($0.step.counters.lowerBound)) },
    Field("time") { $0.context.time(Instant(secondsSince1970: $0.entry.time)) },
    Field("kind") { .string($0.entry.change.kind) },
    Field("id") { record in
      .string(
        record.change.entity.map { record.context.schedule.id(of: $0) }
          ?? record.entry.change.target)
    },
    Field("title") { .string($0.entry.change.name) },
    Field("old") { $0.value($0.change.former) },
    Field("new") { $0.value($0.entry) },
    Field("comment") { .string(orNull: $0.entry.change.comment.nonEmpty) },
    Field("undone") { .bool($0.step.isUndone) },
  ]
}
