import Answers
import CommandLine
import Diary
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
        Example("konf redo", "redo it"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.answer(writing: .undo, orElse: "there is nothing to take back")
  }
}

/// `konf redo`: redoes what `konf undo` took back.
enum RedoCommand: MarkingCommand {
  static let name = "redo"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "redo the last change that you undid",
      discussion: [
        .paragraph("This works until your next change. After that, what you undid stays undone.")
      ],
      examples: [Example("konf redo", "after konf undo")])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { StepRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    try run.answer(writing: .redo, orElse: "nothing was taken back")
  }
}

extension Run {
  /// The changes, from the first command to the last.
  var steps: LogSteps {
    get throws(Failure) {
      do throws(StoreError) {
        return try kept.steps
      } catch {
        throw Failure(ExitStatus(error), "\(invocation.command.name): \(error.description)")
      }
    }
  }

  /// Undoes or redoes a step, and answers with it.
  fileprivate mutating func answer(
    writing mark: LogSteps.Mark, orElse message: SafeText
  ) throws(Failure) {
    do throws(StoreError) { _ = try kept.log.contents() } catch {
      throw Failure(ExitStatus(error), "\(invocation.command.name): \(error.description)")
    }
    guard kept.hasFolder,
      let step = try change("changes", { kept throws(KeptError) in try kept.move(mark) })
    else {
      throw Failure(.notFound, "\(invocation.command.name): \(message)")
    }
    if isData { return write([step]) }
    var page = Page(self)
    page.step(step, isUndo: mark == .undo)
    streams.write(page.text)
  }

  private mutating func write(_ steps: [LogStep]) {
    let context = RecordContext(self)
    let changes = steps.flatMap { step in
      let shown = step.shownPositions.map { (change: step.changes[$0], step: step) }
      return step.isUndone ? shown.reversed() : shown
    }
    streams.write(changes) { StepRecord(change: $0.change, step: $0.step, context: context) }
  }
}

extension Page {
  /// Adds a step that was undone or redone: each thing with its old and its new value.
  fileprivate mutating func step(_ step: LogStep, isUndo: Bool) {
    for change in step.shownPositions.map({ step.changes[$0] }) {
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
    return "\(prose: change.entry.change.name, .strong)\(tag(id))"
  }
}

extension LogStep {
  /// The positions of the changes that are shown: of keeping a version only the version, as all else
  /// follows from it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  var shownPositions: [Int] {
    let kinds = changes.map(\.entry.change.kind)
    guard let kind = kinds.first(where: RememberedSchedules.isShownKind) else {
      return Array(kinds.indices)
    }
    return kinds.indices.filter { kinds[$0] == kind }
  }

  /// The number of marks that were carried over to the kept version; nil if there were none.
  var carriedWords: SafeText? {
    guard changes.contains(where: { $0.entry.change.kind == RememberedSchedule.storedName }) else {
      return nil
    }
    let count = changes.count {
      KeptKinds.components[$0.entry.change.kind] != nil && !$0.entry.change.value.isEmpty
    }
    return count == 0 ? nil : "\(SafeText.counted(count, "mark", "marks")) carried over"
  }
}

extension LogStep.Change {
  /// When it was made.
  var moment: Instant { Instant(secondsSince1970: entry.time) }

  /// The old and the new value, as people read them.
  func texts(_ times: Times, _ glyphs: Glyphs) -> (old: SafeText, new: SafeText) {
    func text(_ entry: LogEntry?) -> SafeText {
      guard let entry, !entry.change.value.isEmpty else { return "none" }
      let reading = KeptReading(
        time: Instant(secondsSince1970: entry.time), times: times, glyphs: glyphs)
      return KeptKinds[entry.change.kind]?.value(in: entry)?.text(reading)
        ?? "\(entry.change.value)"
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
    return KeptKinds[entry.change.kind]?.value(in: entry)?.json(in: context.zone) ?? .string(value)
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
