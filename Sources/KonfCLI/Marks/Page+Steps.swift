import Basics
import CommandLine
import ECSStore
import Marks
import Schedule

struct LogRow {
  let change: LogStep.Change
  let step: LogStep
  /// A remark, such as the command that restores the previous value.
  let remark: SafeText?
  /// The name of the other device that made the change, or nil for this device.
  let device: String?
}

extension Page {
  var arrow: SafeText { presentation.glyphs.arrow }

  mutating func step(_ step: LogStep, isUndo: Bool) {
    for change in step.shownPositions.map({ step.changes[$0] }) {
      let texts = change.texts(times, presentation.glyphs)
      let (old, new) = isUndo ? (texts.new, texts.old) : (texts.old, texts.new)
      add(head(of: change), hanging: 2)
      add(
        "\("\(change.entry.change.kind):", .dim) \(transition(old, new))", indent: 2, hanging: 4)
    }
  }

  /// Returns the old and the new value, or a single value if both read the same.
  ///
  /// Two versions of a schedule that were saved in the same minute differ only in their checksums.
  /// These are not read aloud.
  private func transition(_ old: SafeText, _ new: SafeText) -> SafeText {
    old == new ? "again \(new)" : "\(old) \(arrow) \(new)"
  }

  func head(of change: LogStep.Change) -> Line {
    if SavedSchedules.isKind(change.entry.change.kind) {
      return Line("\(SavedSchedules.name(in: change.entry))", .strong)
    }
    if change.entry.change.name.isEmpty, !presentation.showsIDs, let entity = change.entity {
      return headline(of: entity, withID: false)
    }
    let id =
      change.entity.map { schedule.shownID(of: $0) }
      ?? schedule.shown(schedule.id(ofRemoved: change.entry.change.target))
    let name = change.entry.change.name
    return "\(prose: name, .strong)\(tag(id, after: name))"
  }

  mutating func log(_ rows: [LogRow], _ zone: Zone) {
    for (day, those) in rows.chunked(on: { zone.civil(at: $0.change.moment).date }) {
      heading("\(day.words)")
      add(
        those.map { row in
          let texts = row.change.texts(times, presentation.glyphs)
          var line: Line = "\(head(of: row.change)): \(transition(texts.old, texts.new))"
          if let words = row.remark { line.append("; \(words)") }
          if let device = row.device { line.append(" \("\(dot) on \(device.quoted())", .note)") }
          if row.step.isUndone { line.append(" \("\(dot) undone", .note)") }
          return [
            Line("\(times.clock(row.change.moment))", .time),
            Line("\(row.change.entry.change.kind)", .dim), line,
          ]
        })
    }
  }
}
