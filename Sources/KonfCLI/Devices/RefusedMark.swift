import Basics
import CommandLine
import ECSStore
import Marks
import Schedule

/// A mark in the log whose value is unreadable or whose time is outside the supported years.
struct RefusedMark: Record {
  private let entry: LogEntry
  /// True if the time is invalid; false if the value is invalid.
  private let isOfTime: Bool
  private let found: String
  private let expected: String

  /// True if a repair can remove the value or set the time.
  private var isRepairable: Bool { MarkKinds[entry.change.kind]?.topic != .schedule }

  /// Returns the refused marks, oldest first.
  ///
  /// Only the latest entry about each mark is examined.
  static func all(in contents: LogContents) -> [RefusedMark] {
    contents.entries.latest { MarkKinds[$0.change.kind] != nil }.flatMap { entry in
      let value: RefusedMark? =
        switch MarkKinds.refusal(of: entry) {
        case nil: nil
        case .text(let found, let expected):
          RefusedMark(entry: entry, isOfTime: false, found: found, expected: expected)
        case .version(let found, let newest):
          RefusedMark(
            entry: entry, isOfTime: false, found: "version \(found)",
            expected: "a version up to \(newest)")
        }
      let time =
        hasTime(entry)
        ? nil
        : RefusedMark(
          entry: entry, isOfTime: true, found: "\(entry.time)",
          expected: "seconds since 1970, between the years 1 and 9999")
      return [value, time].compactMap(\.self)
    }
  }

  private static func hasTime(_ entry: LogEntry) -> Bool {
    Instant.named.contains(Instant(secondsSince1970: entry.time))
  }

  // MARK: Repair

  /// The numbers of values that a repair has removed and of times that it has replaced.
  struct Repair {
    var values = 0
    var times = 0
  }

  /// Removes unreadable values, and replaces invalid times with the current time.
  ///
  /// A single invalid time makes other devices refuse the file of this device.
  static func repair(_ log: ChangeLog, at now: Instant) throws(StoreError) -> Repair {
    var repair = Repair()
    try log.append(at: now.secondsSince1970) { contents in
      repair = Repair()
      // A damaged line may contain a later entry about the same mark.
      if contents.damageCount > 0 { return [] }
      return contents.entries.latest(where: MarkKinds.areShared).compactMap { entry in
        let change = entry.change
        if MarkKinds.refusal(of: entry) != nil {
          repair.values += 1
          return LogChange(subject: change.subject, value: "")
        }
        if hasTime(entry) { return nil }
        if MarkKinds[change.kind] != nil { repair.times += 1 }
        return LogChange(
          subject: change.subject, version: change.version, value: change.value,
          comment: change.comment)
      }
    }
    return repair
  }

  // MARK: Text

  private static let mostListed = 20

  static func lines(_ all: [RefusedMark], _ invocation: Invocation) -> [Line] {
    let repair = invocation.konf(.folder, "doctor --repair")
    var lines = all.prefix(mostListed).map(\.line)
    if all.count > mostListed { lines.append("\(all.count - mostListed) more") }
    if all.contains(where: { $0.isRepairable && !$0.isOfTime }) {
      lines.append("\(repair) removes these values")
    }
    if all.contains(where: { $0.isRepairable && $0.isOfTime }) {
      lines.append("\(repair) sets these times to now")
    }
    if all.contains(where: { !$0.isRepairable }) {
      lines.append("\(invocation.konf(.folder, "use FILE --name NAME")) saves a schedule again")
    }
    return lines
  }

  private var line: Line {
    let change = entry.change
    let word = MarkKinds[change.kind]?.words.one ?? "mark"
    let id = String(change.target.formerID.prefix(40))
    let name: SafeText = change.name.isEmpty ? "" : "\(change.name.quoted()) "
    let scope: SafeText = change.scope.isEmpty ? "" : " in \(change.scope.quoted())"
    let subject: SafeText = "\(word) of \(name)[\(id)]\(scope)"
    return isOfTime
      ? "time of the \(subject): found \(found); expected \(expected)"
      : "\(subject): found \(found.quoted()); expected \(expected)"
  }

  // MARK: JSON

  static let fields: [Field<RefusedMark>] = [
    Field("kind", .text) { .string($0.entry.change.kind) },
    Field("conference", .text, "The name of the conference in konf.") {
      .string($0.entry.change.scope)
    },
    Field("id", .text) { .string($0.entry.change.target.formerID) },
    Field("title", .text) { .string($0.entry.change.name) },
    Field("time", .boolean, "True if the time is refused, and not the value.") {
      .bool($0.isOfTime)
    },
    Field("found", .text, "The refused value, at most 100 characters.") {
      .string(String($0.found.prefix(100)))
    },
    Field("expected", .text) { .string($0.expected) },
  ]
}
