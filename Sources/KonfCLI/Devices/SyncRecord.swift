import Basics
import CommandLine
import ECSStore
import Marks
import Schedule

/// The result of a sync with other devices.
///
/// Creating the record runs the sync. `SyncCommand` creates and prints the record. Names and titles
/// from other devices are untrusted text.
struct SyncRecord: Record {
  private let sync: LogSync
  /// The device that was removed with `--forget-device`.
  private let forgotten: Sync.Device?
  private let effects: SyncEffects

  /// Syncs with other devices through the folder in the operand, and records the result.
  ///
  /// A nil `name` leaves the name of this device unchanged. `forgotten` is the name of a device to
  /// remove, or the beginning of its identifier.
  init(
    of invocation: Invocation, as name: String?, forgetting forgotten: String?,
    _ environment: RunEnvironment, _ presentation: Presentation
  ) throws(Failure) {
    guard let log = try DataFolder.log(invocation, environment) else {
      throw RunLog.noFolder("sync")
    }
    let folder = invocation.operands.first ?? ""
    let now = environment.now.secondsSince1970
    func working<Result>(
      _ work: () throws(StoreError) -> Result
    ) throws(Failure) -> Result {
      do throws(StoreError) { return try work() } catch {
        if error.path == folder, error.reason == .unreadable(code: ENOENT) {
          throw Failure(
            .noInput, "sync: \(folder): no such folder; nothing was changed",
            "mkdir -p \(folder.shellQuoted)")
        }
        throw Failure(ExitStatus(error), "sync: \(error.description)")
      }
    }
    guard let word = forgotten else {
      let sync = try working { () throws(StoreError) in
        try log.sync(in: folder, as: name, at: now, sharing: MarkKinds.areShared)
      }
      self.init(sync, invocation, environment, presentation)
      return
    }
    let device = try Self.device(
      word, among: try working { () throws(StoreError) in try log.devices() }, invocation)
    let sync = try working { () throws(StoreError) in
      try log.forget(device.id, in: folder, at: now, sharing: MarkKinds.areShared)
    }
    guard let sync else { throw Self.unknown(word, [], invocation) }
    self.init(sync, forgotten: device, invocation, environment, presentation)
  }

  /// Returns the other device that has the given name, or whose identifier begins with the given
  /// string.
  private static func device(
    _ word: String, among all: [Sync.Device], _ invocation: Invocation
  ) throws(Failure) -> Sync.Device {
    let others = all.filter { !$0.isOwn }
    let byName = others.filter { $0.name.folded == word.folded }
    let found = byName.isEmpty ? others.filter { $0.id.hasPrefix(word.lowercased()) } : byName
    guard let first = found.first else { throw unknown(word, others, invocation) }
    if found.count > 1 {
      throw Failure(
        .usage,
        """
        sync: \(word.quoted()) matches \(found.count) devices; use the beginning of an id: \
        \(found.map(\.id).joined(separator: ", "))
        """)
    }
    return first
  }

  private static func unknown(
    _ word: String, _ others: [Sync.Device], _ invocation: Invocation
  ) -> Failure {
    let known = others.prefix(8).map { $0.name.quoted() }.joined(separator: ", ")
    return Failure(
      .notFound, "sync: no other device is called \(word.quoted())",
      others.isEmpty
        ? "list the devices with \(invocation.konf(.folder, "doctor"))" : "other devices: \(known)")
  }

  private init(
    _ sync: LogSync, forgotten: Sync.Device? = nil, _ invocation: Invocation,
    _ environment: RunEnvironment, _ presentation: Presentation
  ) {
    self.sync = sync
    self.forgotten = forgotten
    let own = sync.devices.first(where: \.isOwn).flatMap { DeviceID(digits: $0.id.utf8) }
    effects = SyncEffects(of: sync, by: own, invocation, environment, presentation)
  }

  var skippedNotes: [SafeText] {
    let notes: [SafeText] = sync.skipped.prefix(Self.mostNames).map {
      "skipped \($0.name.quoted()): \($0.reason.description)"
    }
    let rest = sync.skipped.count - notes.count
    return rest == 0
      ? notes : notes + ["\(SafeText.counted(rest, "more file", "more files")) skipped"]
  }

  /// A note about devices that cannot read the file of this device, or nil if all can read it.
  var outdatedNote: SafeText? {
    let names = outdated.map { $0.name.quoted() }
    if names.isEmpty { return nil }
    return """
      \(UsageError.listing(names, last: "and")) \(names.count == 1 ? "has" : "have") an older konf that \
      cannot read the file of this device; update konf there
      """
  }

  private var outdated: [Sync.Device] { devices.filter(\.isOutdated) }

  /// A note about marks restored after the data folder was reset, or nil if it was not reset.
  var lostNote: SafeText? {
    let count = Self.shown(sync.lost).count
    if sync.lost.isEmpty { return nil }
    return """
      the data folder was reset to an earlier state; restored \
      \(SafeText.counted(count, "mark", "marks")) from the folder of konf sync, except marks that \
      you have changed since then
      """
  }

  private static let mostNames = 8

  /// Returns notes about appointments that several devices added under the same identifier.
  func sharedIDNotes(
    _ invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> [SafeText] {
    func isOfThing(_ entry: LogEntry) -> Bool { MarkKinds[entry.change.kind]?.topic == .thing }
    let taken = sync.taken.filter { isOfThing($0) && !$0.change.value.isEmpty }
    if taken.isEmpty { return [] }
    guard let log = try DataFolder.log(invocation, environment), let contents = try? log.read()
    else { return [] }
    let things = Dictionary(grouping: contents.entries.latest(where: isOfThing)) {
      $0.change.scope
    }
    return things.sorted { $0.key < $1.key }.flatMap { (scope, entries) -> [SafeText] in
      let new = Set(taken.filter { $0.change.scope == scope }.map(\.change.target))
      return entries.sharedTargets.intersection(new).sorted().compactMap { (id) -> SafeText? in
        let names = entries.filter { $0.change.target == id }.compactMap { entry in
          MarkKinds[entry.change.kind]?.value(in: entry).map {
            "\(entry.change.name.quoted()) has \($0.ownID)" as SafeText
          }
        }
        if names.count < 2 { return nil }
        let rest = names.count > Self.mostNames ? ["\(names.count - Self.mostNames) more"] : []
        let shown = names.prefix(Self.mostNames).map(\.string) + rest
        return """
          several devices added an appointment with the id \(id.quoted()); konf gave each a new id: \
          \(UsageError.listing(shown, last: "and"))
          """
      }
    }
  }

  /// The known devices, except the removed one.
  private var devices: [Sync.Device] { sync.devices.filter { $0.id != forgotten?.id } }

  var isUnnamed: Bool { sync.devices.contains { $0.isOwn && $0.id.hasPrefix($0.name) } }

  /// Returns the entries about marks.
  private static func shown(_ entries: [LogEntry]) -> [LogEntry] {
    entries.filter { MarkKinds[$0.change.kind] != nil }
  }

  private func name(of device: DeviceID) -> String {
    sync.devices.first { $0.id == device.description }?.name
      ?? device.shortName
  }

  // MARK: Text

  func lines(_ presentation: Presentation) -> [Line] {
    var rows: [[Line]] = []
    if let forgotten { rows.append([Line("\(forgotten.name.quoted()) forgotten")]) }
    rows += effects.rows(
      presentation.isSpoken ? "to" : presentation.glyphs.arrow,
      { shown(name(of: $0), of: $0.description, presentation) },
      to: other.map { "\(prose: shown($0.name, of: $0.id, presentation))" })
    for difference in sync.differences where effects.isReal(difference) {
      rows.append(["both changed", line(difference)])
    }
    if rows.isEmpty {
      rows.append(["\(SafeText.counted(devices.count, "device", "devices")); nothing new"])
    }
    return Table(rows: rows, hanging: 2).lines(width: presentation.width)
  }

  /// The only other device, or nil if none or several are known.
  private var other: Sync.Device? {
    let others = devices.filter { !$0.isOwn }
    return others.count == 1 ? others[0] : nil
  }

  /// Returns the name of a device to print.
  ///
  /// A device without a name is called by the beginning of its identifier. For a screen reader, a
  /// phrase replaces such a name.
  private func shown(_ name: String, of id: String, _ presentation: Presentation) -> String {
    presentation.isSpoken && id.hasPrefix(name) ? "a device without a name" : name
  }

  private func line(_ difference: LogSync.Difference) -> Line {
    let change = difference.mine.change
    let (mine, theirs) = (Self.words(difference.mine), Self.words(difference.theirs))
    let device: SafeText = "\(prose: difference.device)"
    let name: SafeText =
      change.name.isEmpty ? "\(change.target.quoted())" : "\(prose: change.name)"
    return difference.isMineKept
      ? "\(name): kept \(mine); \(device) had \(theirs)"
      : "\(name): kept \(theirs) from \(device); this device had \(mine)"
  }

  /// Returns a mark as text that does not depend on a schedule.
  private static func words(_ entry: LogEntry) -> SafeText {
    let change = entry.change
    let kind = MarkKinds[change.kind]
    guard let value = kind?.value(in: entry) else { return "no \(kind?.words.one ?? "mark")" }
    let text: SafeText
    switch value {
    case let note as Note: text = "\(note.text.quoted())"
    case let appointment as Appointment:
      let timing = [appointment.timing.start, appointment.timing.end].compactMap {
        $0?.iso8601(in: .utc)
      }
      text = "\(timing.joined(separator: "/"))"
    case is Hidden: return type(of: value).words.one
    case let star as Star: return star.isMaybe ? "maybe" : "star"
    default:
      let comment: SafeText = change.comment.isEmpty ? "" : " \(change.comment.quoted())"
      text = "\(change.value)\(comment)"
    }
    return "\(type(of: value).words.one) \(text)"
  }

  // MARK: JSON

  static let meaning: String? =
    "The result of konf sync."
  static let fields: [Field<SyncRecord>] = [
    Field("devices", .array(.defined("metDevice"))) {
      .array($0.devices.map { DeviceRecord(device: $0).json })
    },
    Field(
      "taken", .array(.record(TakenMark.self)),
      "The marks on this device that other devices changed."
    ) { record in
      .array(
        record.effects.here.map {
          TakenMark(effect: $0, device: record.name(of: $0.cause.device)).json
        })
    },
    Field(
      "written", .integer(from: 0),
      "The number of changes that this device wrote for the other devices."
    ) { .integer(SyncRecord.shown($0.sync.written).count) },
    Field(
      "differences", .array(.record(DifferentWord.self)),
      "The conflicts: marks that two devices changed without seeing each other's change."
    ) { record in
      .array(
        record.sync.differences.filter { MarkKinds[$0.mine.change.kind] != nil }
          .map { DifferentWord(difference: $0).json })
    },
    Field(
      "outdated", .array(.text),
      "The ids of devices whose konf is too old to read the file of this device."
    ) { .array($0.outdated.map { .string($0.id) }) },
    Field(
      "skipped", .array(.record(SkippedRecord.self)), "The files in the folder that were skipped."
    ) { .array($0.sync.skipped.map { SkippedRecord(file: $0).json }) },
    Field("forgotten", .orNull(.text), "The id of the device that was just forgotten.") {
      .string(orNull: $0.forgotten?.id)
    },
  ]

  /// A mark on this device that another device changed.
  private struct TakenMark: Record {
    let effect: SyncEffect
    let device: String

    static let fields: [Field<TakenMark>] = [
      Field("device", .text, "The name of the device.") { .string($0.device) },
      Field("conference", .text, "The name of the conference in konf.") {
        .string($0.effect.cause.change.scope)
      },
      Field("kind", .text) { .string($0.effect.kind) },
      Field("id", .text) { .string($0.effect.cause.change.target.formerID) },
      Field("title", .text) { .string($0.effect.title) },
      Field("old", .orNull(.text), "The previous value; null if there was none.") {
        .string(orNull: $0.effect.before?.change.value)
      },
      Field("value", .orNull(.text), "The saved value; null if it was removed.") {
        .string(orNull: $0.effect.after?.change.value)
      },
      Field("moved", .boolean, "True if the mark only follows its talk to another id or title.") {
        .bool($0.effect.isMove)
      },
      Field("command", .orNull(.text), "The command that restores the previous value.") {
        .string(orNull: $0.effect.command?.string)
      },
    ]
  }

  /// A conflict between two devices that have changed the same mark.
  private struct DifferentWord: Record {
    let difference: LogSync.Difference

    static let fields: [Field<DifferentWord>] = [
      Field("device", .text, "The name of the other device.") { .string($0.difference.device) },
      Field("conference", .text, "The name of the conference in konf.") {
        .string($0.difference.mine.change.scope)
      },
      Field("kind", .text) { .string($0.difference.mine.change.kind) },
      Field("id", .text) { .string($0.difference.mine.change.target.formerID) },
      Field("title", .text) { .string($0.difference.mine.change.name) },
      Field("mine", .orNull(.text)) { .string(orNull: $0.difference.mine.change.value.nonEmpty) },
      Field("theirs", .orNull(.text)) {
        .string(orNull: $0.difference.theirs.change.value.nonEmpty)
      },
      Field("mineKept", .boolean, "True if konf kept the value of this device.") {
        .bool($0.difference.isMineKept)
      },
    ]
  }

  private struct SkippedRecord: Record {
    let file: Sync.SkippedFile

    static let fields: [Field<SkippedRecord>] = [
      Field("name", .text) { .string($0.file.name) },
      Field("reason", .text) { .string($0.file.reason.description) },
    ]
  }
}
