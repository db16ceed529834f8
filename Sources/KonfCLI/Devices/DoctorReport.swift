import Basics
import CommandLine
import ECSStore
import Marks
import Schedule

/// The report of `konf doctor`: the paths of all files, and the damage that was found in them.
///
/// `DoctorCommand` creates the report. Without a repair, no file is changed. A repair recovers all
/// readable entries and never deletes the damaged log.
struct DoctorReport: Record {
  private let invocation: Invocation
  private let source: ScheduleSource
  /// The path of the file of default options, or nil if the file does not exist.
  private let configuration: String?
  private let place: DataFolder.NamedPath?
  private let log: ChangeLog?
  private let found: ChangeLog.Examination?
  private let repair: ChangeLog.Repair?
  private let schedules: [SavedScheduleHealth]
  /// The names of the schedules that the repair restored.
  private let returned: [String]
  /// The numbers of removed unreadable values and of replaced invalid times.
  private let replaced: RefusedMark.Repair
  private let refused: [RefusedMark]
  /// The reason why the default schedule is unknown, or nil if the default is known or not needed.
  private let problem: SavedSchedules.Problem?

  /// Creates the report by examining the configuration, the data folder, the log and the saved
  /// schedules.
  ///
  /// If `repairing` is true, a damaged log is first replaced with its readable entries.
  init(
    of invocation: Invocation, repairing: Bool, _ environment: RunEnvironment
  ) throws(Failure) {
    let source = ScheduleSource(invocation, environment.variables)
    let configuration = Configuration.existingPath(of: "konf", environment.variables)
    guard let place = try DataFolder.place(invocation, environment.variables),
      let log = try DataFolder.log(invocation, environment)
    else {
      self.init(
        of: invocation, named: source, configuration, place: nil, log: nil, found: nil,
        repair: nil, returned: [], replaced: RefusedMark.Repair())
      return
    }
    do throws(StoreError) {
      var repaired: ChangeLog.Repair?
      var returned: [String] = []
      var replaced = RefusedMark.Repair()
      if repairing {
        repaired = try log.repair(
          at: environment.now.secondsSince1970,
          adding: { contents in
            // The schedules are read before the repair. After the repair, an entry that precedes
            // the damage would wrongly set the default.
            let saved = SavedSchedules(contents) { AttachedFiles.ofSchedules(log).hasAny }
            return saved.problem == .unknown ? [SavedSchedules.unknownDefault] : []
          })
        returned = try Self.remember(.ofSchedules(log), environment)
        if let contents = try log.examine()?.contents, !RefusedMark.all(in: contents).isEmpty {
          replaced = try RefusedMark.repair(log, at: environment.now)
        }
      }
      self.init(
        of: invocation, named: source, configuration, place: place, log: log,
        found: try log.examine(), repair: repaired, returned: returned, replaced: replaced)
    } catch {
      throw Failure(ExitStatus(error), "doctor: \(error.description)")
    }
  }

  /// Adds a log entry for each undamaged schedule file that the log does not list.
  ///
  /// - Returns: The names of the added schedules.
  private static func remember(
    _ files: AttachedFiles, _ environment: RunEnvironment
  ) throws(StoreError) -> [String] {
    guard files.hasAny else { return [] }
    let added = try files.log.append(at: environment.now.secondsSince1970) { contents in
      // A damaged entry may still name the files.
      contents.damageCount > 0
        ? [] : SavedSchedules(contents).forgotten(in: files).map(\.change)
    }
    return added.map(\.change.target)
  }

  private init(
    of invocation: Invocation, named source: ScheduleSource, _ configuration: String?,
    place: DataFolder.NamedPath?, log: ChangeLog?, found: ChangeLog.Examination?,
    repair: ChangeLog.Repair?, returned: [String], replaced: RefusedMark.Repair
  ) {
    self.invocation = invocation
    (self.place, self.log, self.found, self.repair) = (place, log, found, repair)
    self.configuration = configuration
    self.returned = returned
    self.replaced = replaced
    refused = found?.contents.map(RefusedMark.all(in:)) ?? []
    let files = log.map(AttachedFiles.ofSchedules)
    let saved = SavedSchedules(found?.contents ?? LogContents()) {
      files?.hasAny ?? false
    }
    self.source = source.found(among: saved)
    problem = source == .standard ? saved.problem : nil
    schedules = SavedScheduleHealth.all(of: saved, in: files)
  }

  var isRepaired: Bool {
    repair != nil || !returned.isEmpty || replaced.values + replaced.times > 0
  }

  var isSound: Bool {
    damages.isEmpty && obstacles.isEmpty && refused.isEmpty && hasSoundSchedules
  }

  private var hasSoundSchedules: Bool {
    problem == nil && schedules.allSatisfy { $0.problem == nil }
  }

  private var contents: LogContents? { found?.contents }
  private var devices: [Sync.Device] {
    contents.flatMap { log?.devices(in: $0, own: found?.device) } ?? []
  }
  private var obstacles: [StoreError] { found?.obstacles ?? [] }
  private var damages: [LogDamage] { contents?.damages ?? [] }

  private func path(of name: String?) -> String? {
    guard let log, let name else { return nil }
    return "\(log.folder)/\(name)"
  }

  // MARK: Text

  func lines(_ presentation: Presentation) -> [Line] {
    var rows: [[Line]] = [
      ["Schedule", problem.map { Line($0.words, .error) } ?? Line(source.name)]
    ]
    if let configuration { rows.append(["Options", "\(configuration)"]) }
    if let place, let log {
      rows.append(["Folder", "\(place.path), set by \(place.source)"])
      rows.append(["Log", "\(log.path)"])
      rows += logRows(isSpoken: presentation.isSpoken)
      rows += scheduleRows
      rows += healthRows
    } else {
      rows.append(["Folder", "none; set --home, KONF_HOME or HOME"])
    }
    return Table(rows: rows, hanging: 2).lines(width: presentation.width, indent: 0)
  }

  private func logRows(isSpoken: Bool) -> [[Line]] {
    var rows: [[Line]] = []
    func add(_ line: Line) { rows.append([Line(), line]) }
    if let contents {
      add("entries: \(contents.entryCount), bytes: \(contents.byteCount)")
      if contents.cancelledCount > 0 {
        add("interrupted writes, of which nothing was saved: \(contents.cancelledCount)")
      }
      if let log, contents.byteCount > log.limit {
        let repair = invocation.konf(.folder, "doctor --repair")
        add("larger than \(log.limit.bytesInWords); shrink it with \(repair)")
      }
    } else {
      add("does not exist yet; the first change creates it")
    }
    // An identifier means nothing when it is read aloud.
    if let device = found?.device, !isSpoken { add("device: \(device)") }
    for device in devices {
      let date = Zone.utc.civil(at: Instant(secondsSince1970: device.lastSeen)).date
      let own: SafeText = device.isOwn ? ", this device" : ""
      let seen = isSpoken ? date.words : date.iso8601
      add("synced: \(device.name.quoted())\(own), last seen \(seen)")
    }
    if let previous = found?.previous, let log {
      add("the log before the last rewrite: \(log.previousName)")
      add("entries: \(previous.entryCount), damaged lines: \(previous.damageCount)")
    }
    for name in found?.evidence ?? [] { add("set aside by a repair: \(name)") }
    if found?.hasUnfinished == true {
      add("left over from an interrupted run: unfinished; the next change removes it")
    }
    return rows
  }

  private var scheduleRows: [[Line]] {
    schedules.enumerated().map { number, schedule in
      [number == 0 ? "Saved" : Line(), schedule.line(invocation)]
    }
  }

  private var healthRows: [[Line]] {
    var rows: [[Line]] = []
    if let repair {
      rows.append([
        "Repaired",
        repair.damageCount == 0
          ? "rewritten without unnecessary entries; the previous log is \(repair.evidence)"
          : "damaged parts: \(repair.damageCount); the damaged log is now \(repair.evidence)",
      ])
      if repair.recoveredCount > 0 {
        rows.append([Line(), "changes recovered: \(repair.recoveredCount)"])
      }
    }
    if replaced.values > 0 {
      rows.append(["Repaired", "unreadable values removed: \(replaced.values)"])
    }
    if replaced.times > 0 { rows.append(["Repaired", "times set to now: \(replaced.times)"]) }
    for name in returned {
      rows.append([
        "Restored", "\(name); the values of --month and --zone are lost, if there were any",
      ])
    }
    for (number, obstacle) in obstacles.enumerated() {
      rows.append([number == 0 ? Line("Obstacles", .error) : Line(), "\(obstacle.description)"])
    }
    for (number, line) in RefusedMark.lines(refused, invocation).enumerated() {
      rows.append([number == 0 ? Line("Refused", .error) : Line(), line])
    }
    guard let contents, contents.damageCount > 0 else {
      return rows + (hasSoundSchedules && refused.isEmpty ? [["Health", "no damage"]] : [])
    }
    let shown = contents.damages.prefix(20)
    for (number, damage) in shown.enumerated() {
      rows.append([number == 0 ? Line("Damage", .error) : Line(), "\(damage.description)"])
    }
    let rest = contents.damageCount - shown.count
    if rest > 0 { rows.append([Line(), "\(rest) more damaged lines"]) }
    let isNewer = contents.newestFormat.map { $0 > LogLine.format } ?? false
    rows.append([
      Line(),
      isNewer
        ? "a newer konf wrote to the log, and only a newer konf can repair it"
        : """
        \(invocation.konf(.folder, "doctor --repair")) sets the file aside and recovers its readable entries
        """,
    ])
    return rows
  }

  // MARK: JSON

  static let meaning: String? =
    "The report of konf doctor. A field is null if its subject does not exist."
  static let fields: [Field<DoctorReport>] = [
    Field(
      "schedule", .orNull(.text),
      "The name or path of the schedule, as for --data; null for the built-in schedule."
    ) { .string(orNull: $0.problem == nil ? $0.source.path : nil) },
    Field(
      "scheduleProblem", .orNull(.text),
      "The reason why the default schedule is unknown; null if it is known."
    ) { .string(orNull: $0.problem?.words.string) },
    Field("configuration", .orNull(.text), "The path of the file of default options.") {
      .string(orNull: $0.configuration)
    },
    Field("folder", .orNull(.text), "The path of the data folder.") {
      .string(orNull: $0.place?.path)
    },
    Field(
      "namedBy", .orNull(.text), "The option or environment variable that sets the data folder."
    ) {
      .string(orNull: $0.place?.source.string)
    },
    Field("log", .orNull(.text)) { .string(orNull: $0.log?.path) },
    Field("changes", .orNull(.integer(from: 0))) { .integer(orNull: $0.contents?.entries.count) },
    Field("bytes", .orNull(.integer(from: 0))) { .integer(orNull: $0.contents?.byteCount) },
    Field("device", .orNull(.text)) { .string(orNull: $0.found?.device?.description) },
    Field(
      "devices", .array(.defined("metDevice")), "The devices that have synced through konf sync."
    ) {
      .array($0.devices.map { DeviceRecord(device: $0).json })
    },
    Field(
      "previous", .orNull(.text),
      "The path of the log before the last rewrite; null if there is none."
    ) { report in
      .string(
        orNull: report.path(of: report.found?.previous == nil ? nil : report.log?.previousName))
    },
    Field("putAside", .array(.text), "The paths of the damaged logs that repairs set aside.") {
      report in
      .array((report.found?.evidence ?? []).map { .string(orNull: report.path(of: $0)) })
    },
    Field("unfinished", .boolean, "True if a run was interrupted while it replaced a file.") {
      .bool($0.found?.hasUnfinished ?? false)
    },
    Field(
      "obstacles", .array(.text), "One message for each unreadable file next to the log."
    ) { .array($0.obstacles.map { .string($0.description) }) },
    Field(
      "schedules", .array(.record(SavedScheduleHealth.self)),
      "The saved schedules and their previous versions."
    ) { .array($0.schedules.map(\.json)) },
    Field("damageCount", .integer(from: 0)) { .integer($0.contents?.damageCount ?? 0) },
    Field(
      "damages", .array(.defined("damage")), "The first damaged parts of the log, at most 1000."
    ) {
      .array($0.damages.map { DamageRecord(damage: $0).json })
    },
    Field(
      "interrupted", .integer(from: 0),
      "The number of lines that an interrupted run left incomplete. They are no damage."
    ) { .integer($0.contents?.cancelledCount ?? 0) },
    Field(
      "unreadable", .array(.record(RefusedMark.self)),
      "The marks with an unreadable value or with a time outside the calendar, at most 1000."
    ) { .array($0.refused.prefix(1000).map(\.json)) },
    Field("repaired", .integer(), "The number of damaged parts that were just repaired.") {
      .integer($0.repair?.damageCount ?? 0)
    },
    Field(
      "returned", .array(.text),
      "The names of the saved schedules that the repair restored from their copies."
    ) { .array($0.returned.map { .string($0) }) },
    Field(
      "recovered", .integer(),
      "The number of changes that were just recovered from the previous log."
    ) { .integer($0.repair?.recoveredCount ?? 0) },
  ]
}

struct DamageRecord: Record {
  let damage: LogDamage

  static let fields: [Field<DamageRecord>] = [
    Field("line", .integer(from: 1)) { .integer($0.damage.line) },
    Field("offset", .integer(), "The position of the first byte in the log.") {
      .integer($0.damage.offset)
    },
    Field("length", .integer(from: 0)) { .integer($0.damage.length) },
    Field("reason", .text) { .string($0.damage.reason.description) },
  ]
}

/// A saved schedule or its previous version, and any problem with its file.
private struct SavedScheduleHealth: Record {
  let schedule: SavedSchedule
  let isDefault: Bool
  let path: String
  let problem: String?

  static func all(
    of saved: SavedSchedules, in files: AttachedFiles?
  ) -> [SavedScheduleHealth] {
    guard let files else { return [] }
    return saved.all.flatMap { schedule in
      [schedule, schedule.former].compactMap(\.self).map { version in
        SavedScheduleHealth(
          schedule: version, isDefault: schedule == saved.standard && !version.isFormer,
          path: files.path(of: version.fileName),
          problem: version.copy(in: files).problem?.description)
      }
    }
  }

  func line(_ invocation: Invocation) -> Line {
    let name: SafeText =
      "\(schedule.name)\(schedule.isFormer ? ", the previous version" : "")"
    guard let problem else { return "\(name): no damage\(isDefault ? ", the default" : "")" }
    let use = invocation.konf(.folder, "use FILE --name \(schedule.name)")
    let mending: SafeText = schedule.isFormer ? "" : "; save it again with \(use)"
    return "\(name, .error): \(problem)\(mending)"
  }

  static let fields: [Field<SavedScheduleHealth>] = [
    Field("name", .text) { .string($0.schedule.name) },
    Field("former", .boolean, "True for the previous version.") { .bool($0.schedule.isFormer) },
    Field("default", .boolean) { .bool($0.isDefault) },
    Field("file", .text, "The path of the saved copy.") { .string($0.path) },
    Field("problem", .orNull(.text), "The problem with the saved copy; null if it is intact.") {
      .string(orNull: $0.problem)
    },
  ]
}
