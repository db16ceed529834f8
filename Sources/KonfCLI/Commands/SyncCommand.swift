import Answers
import CommandLine
import Diary
import ECSStore
import Schedule
import SystemBasics
import TextBasics

/// `konf sync FOLDER`: what is kept, on several devices, without a server.
///
/// It reads no schedule: what is kept of one that is not here waits.
enum SyncCommand: Command {
  static let name = "sync"

  /// What this device is called.
  static let deviceName = Option<String>(
    "name", "NAME", help: "call this device so from now on",
    accepting: "a name with a letter or a digit"
  ) { $0.contains { $0.isLetter || $0.isNumber } ? $0 : nil }
  /// The device that is forgotten.
  static let forget = Option<String>(
    "forget-device", "DEVICE", help: "forget a device, by its name or the beginning of its id")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "bring stars, notes and ratings to your other devices",
      operands: [OperandDefinition("FOLDER", .required, naming: .file)],
      options: [deviceName.definition, forget.definition],
      discussion: [
        .paragraph(
          """
          FOLDER is one that another program carries between your devices, such as Syncthing, \
          Nextcloud, git or a stick. Each device writes one file of its own into it and reads those of \
          the others: ratings, stars, notes, hidden talks and appointments, of all conferences. Run \
          konf sync on each device, as often as you like. konf makes no network call.
          """),
        .paragraph(
          """
          The last change of each value counts. A change that was made knowing another one is later, \
          whatever the clocks say. If two devices changed one value without having seen each other, konf \
          prints both. Nothing is lost: the other value stays in the log of its device. konf undo takes \
          back changes of this device only.
          """),
        .paragraph(
          """
          Schedules are not synced. Marks in a schedule that is not on this device wait until konf use \
          keeps it.
          """),
        .paragraph(
          """
          konf skips a file that no device wrote or that has not arrived whole, says so, and reads it \
          the next time. It follows no links. Everyone who can write to the folder can change your marks.
          """),
      ],
      examples: [
        Example(
          "konf sync ~/Sync/konf --name phone", "the first time, with a name for this device"),
        Example("konf sync ~/Sync/konf", "from then on"),
        Example(
          "konf sync ~/Sync/konf --forget-device tablet", "forget a device that does not come back"),
        Example("konf doctor", "list the devices, and when they were last seen"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { SyncRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    do throws(Failure) {
      let record = try sync(invocation, environment)
      streams.isChangeKept = true
      for file in record.meeting.skipped {
        streams.note("\(file.name.quoted()) is skipped: \(file.reason.description)")
      }
      if streams.presentation.data != nil {
        streams.write([record])
      } else {
        streams.write(record.lines(streams.presentation))
      }
      if record.isUnnamed {
        streams.note("this device has no name yet; --name NAME gives it one")
      }
      return streams.finished(.success)
    } catch {
      return streams.finished(error)
    }
  }

  private static func sync(
    _ invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> SyncRecord {
    if invocation.has(forget.definition), invocation.has(deviceName.definition) {
      throw Failure(.usage, "sync: --forget-device and --name cannot be combined")
    }
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
    guard let word = invocation[forget] else {
      return SyncRecord(
        meeting: try working { () throws(StoreError) in
          try log.meet(
            in: folder, as: invocation[deviceName], at: now, sharing: KeptKinds.areShared)
        })
    }
    let device = try device(word, among: try working { () throws(StoreError) in try log.devices() })
    let meeting = try working { () throws(StoreError) in
      try log.forget(device.id, in: folder, at: now, sharing: KeptKinds.areShared)
    }
    guard let meeting else { throw unknown(word, []) }
    return SyncRecord(meeting: meeting, forgotten: device)
  }

  /// Returns the other device that a word names.
  private static func device(
    _ word: String, among all: [Meeting.Device]
  ) throws(Failure) -> Meeting.Device {
    let others = all.filter { !$0.isOwn }
    let byName = others.filter { $0.name.folded == word.folded }
    let found = byName.isEmpty ? others.filter { $0.id.hasPrefix(word.lowercased()) } : byName
    guard let first = found.first else { throw unknown(word, others) }
    if found.count > 1 {
      throw Failure(
        .usage,
        """
        sync: \(word.quoted()) fits \(found.count) devices; expected the beginning of one of \
        \(found.map(\.id).joined(separator: ", "))
        """)
    }
    return first
  }

  private static func unknown(_ word: String, _ others: [Meeting.Device]) -> Failure {
    let known = others.prefix(8).map { $0.name.quoted() }.joined(separator: ", ")
    return Failure(
      .notFound, "sync: no other device is called \(word.quoted())",
      others.isEmpty ? "konf doctor lists the devices" : "there is \(known)")
  }
}

/// What came of meeting other devices.
private struct SyncRecord: Record {
  let meeting: LogMeeting
  /// The device that was forgotten.
  var forgotten: Meeting.Device?

  /// The devices that are known by now.
  private var devices: [Meeting.Device] { meeting.devices.filter { $0.id != forgotten?.id } }

  /// Whether this device has no name yet.
  var isUnnamed: Bool { meeting.devices.contains { $0.isOwn && $0.id.hasPrefix($0.name) } }

  private static func counts(of entries: [LogEntry]) -> [SafeText] {
    KeptKinds.all.compactMap { kind in
      let count = entries.count { $0.change.kind == kind.storedName }
      return count == 0 ? nil : SafeText.counted(count, kind.words.one, kind.words.many)
    }
  }

  /// The words that are about what the user keeps.
  private static func shown(_ entries: [LogEntry]) -> [LogEntry] {
    entries.filter { KeptKinds[$0.change.kind] != nil }
  }

  private func name(of device: DeviceID) -> String {
    meeting.devices.first { $0.id == device.description }?.name
      ?? device.shortName
  }

  // MARK: Text

  func lines(_ presentation: Presentation) -> [Line] {
    var rows: [[Line]] = []
    if let forgotten { rows.append([Line("\(forgotten.name.quoted()) is forgotten")]) }
    rows.append([summary])
    for difference in meeting.differences where KeptKinds[difference.mine.change.kind] != nil {
      rows.append([line(difference)])
    }
    return Table(rows: rows, hanging: 2).lines(width: presentation.width)
  }

  private var summary: Line {
    var parts: [SafeText] = []
    let taken = Dictionary(grouping: Self.shown(meeting.taken), by: \.device)
    for (device, entries) in taken.sorted(by: { $0.key < $1.key }) {
      let counts = Self.counts(of: entries).map(\.string)
      parts.append("\(UsageError.listing(counts, last: "and")) from \(name(of: device).quoted())")
    }
    if parts.isEmpty { parts.append("nothing new from others") }
    let written = Self.shown(meeting.written).count
    if written > 0 {
      parts.append("\(SafeText.counted(written, "change", "changes")) of this device written")
    }
    var line: Line = "\(SafeText.counted(devices.count, "device", "devices"))"
    for (number, part) in parts.enumerated() { line.append("\(number == 0 ? ";" : ",") \(part)") }
    return line
  }

  private func line(_ difference: LogMeeting.Difference) -> Line {
    let change = difference.mine.change
    let (mine, theirs) = (Self.text(difference.mine), Self.text(difference.theirs))
    let kept = difference.isMineKept ? mine : theirs
    let name: SafeText =
      change.name.isEmpty ? "\(change.target.quoted())" : "\(change.name.quoted())"
    return """
      \(KeptKinds[change.kind]?.words.one ?? "") of \(name): \(mine) here, \(theirs) on \
      \(difference.device.quoted()), neither knew of the other; the later one holds: \(kept)
      """
  }

  /// A value as people read it, without a schedule.
  private static func text(_ entry: LogEntry) -> SafeText {
    let change = entry.change
    if change.value.isEmpty { return "none" }
    let value = KeptKinds[change.kind]?.value(in: entry)
    if let note = value as? Note { return "\(note.text.quoted())" }
    if let appointment = value as? Appointment {
      let timing = [appointment.timing.start, appointment.timing.end].compactMap {
        $0?.iso8601(in: .utc)
      }
      return "\(timing.joined(separator: "/"))"
    }
    let comment: SafeText = change.comment.isEmpty ? "" : " \(change.comment.quoted())"
    return "\(change.value)\(comment)"
  }

  // MARK: JSON

  static let fields: [Field<SyncRecord>] = [
    Field("devices") { .array($0.devices.map { DeviceRecord(device: $0).json }) },
    Field("taken") { record in
      .array(SyncRecord.shown(record.meeting.taken).map { TakenWord(entry: $0, record).json })
    },
    Field("written") { .integer(SyncRecord.shown($0.meeting.written).count) },
    Field("differences") { record in
      .array(
        record.meeting.differences.filter { KeptKinds[$0.mine.change.kind] != nil }
          .map { DifferentWord(difference: $0).json })
    },
    Field("skipped") { .array($0.meeting.skipped.map { SkippedRecord(file: $0).json }) },
    Field("forgotten") { .string(orNull: $0.forgotten?.id) },
  ]

  /// What was taken in from another device.
  private struct TakenWord: Record {
    let entry: LogEntry
    let device: String

    init(entry: LogEntry, _ record: SyncRecord) {
      self.entry = entry
      device = record.name(of: entry.device)
    }

    static let fields: [Field<TakenWord>] = [
      Field("device") { .string($0.device) },
      Field("conference") { .string($0.entry.change.scope) },
      Field("kind") { .string($0.entry.change.kind) },
      Field("id") { .string($0.entry.change.target) },
      Field("title") { .string($0.entry.change.name) },
      Field("value") { .string(orNull: $0.entry.change.value.nonEmpty) },
    ]
  }

  /// Two words about one thing that did not know each other.
  private struct DifferentWord: Record {
    let difference: LogMeeting.Difference

    static let fields: [Field<DifferentWord>] = [
      Field("device") { .string($0.difference.device) },
      Field("conference") { .string($0.difference.mine.change.scope) },
      Field("kind") { .string($0.difference.mine.change.kind) },
      Field("id") { .string($0.difference.mine.change.target) },
      Field("title") { .string($0.difference.mine.change.name) },
      Field("mine") { .string(orNull: $0.difference.mine.change.value.nonEmpty) },
      Field("theirs") { .string(orNull: $0.difference.theirs.change.value.nonEmpty) },
      Field("mineKept") { .bool($0.difference.isMineKept) },
    ]
  }

  /// A file that was skipped.
  private struct SkippedRecord: Record {
    let file: Meeting.SkippedFile

    static let fields: [Field<SkippedRecord>] = [
      Field("name") { .string($0.file.name) },
      Field("reason") { .string($0.file.reason.description) },
    ]
  }
}

/// A device that takes part in `konf sync`.
struct DeviceRecord: Record {
  let device: Meeting.Device

  static let fields: [Field<DeviceRecord>] = [
    Field("id") { .string($0.device.id) },
    Field("name") { .string($0.device.name) },
    Field("lastSeen") { .string(Instant(secondsSince1970: $0.device.lastSeen).iso8601(in: .utc)) },
    Field("own") { .bool($0.device.isOwn) },
  ]
}
