import ECSStore
import Schedule

/// `konf doctor`: where everything is, what is damaged, and its repair on request.
///
/// It asks for no schedule, so that it works where nothing else does.
enum DoctorCommand {
  static func run(_ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams)
    -> Output
  {
    var streams = streams
    do {
      let report = try report(invocation, environment)
      if invocation.has(.json) {
        streams.write(.array([report.json]))
      } else {
        streams.write(report.lines(width: streams.presentation.width))
      }
      return streams.finished(report.isSound ? .success : .badData)
    } catch {
      for message in error.messages { streams.note(message, .error) }
      return streams.finished(error.status)
    }
  }

  private static func report(
    _ invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> DoctorReport {
    if invocation[.home] == "" {
      throw Failure(.usage, "--home: found \"\"; expected a folder")
    }
    let source = ScheduleSource(invocation, environment.variables)
    guard let place = try RatingFolder.place(invocation, environment.variables),
      let log = try RatingFolder.log(invocation, environment)
    else { return DoctorReport(source: source, place: nil, log: nil, found: nil, repair: nil) }
    do throws(StoreError) {
      let repair =
        invocation.has(.repair) ? try log.repair(at: environment.now.secondsSince1970) : nil
      return DoctorReport(
        source: source, place: place, log: log, found: try log.examine(), repair: repair)
    } catch {
      throw Failure(ExitStatus(error), "doctor: \(error.description)")
    }
  }
}

/// What the doctor has to say.
private struct DoctorReport {
  let source: ScheduleSource
  let place: RatingFolder.Place?
  let log: ChangeLog?
  let found: ChangeLog.Examination?
  let repair: ChangeLog.Repair?

  var isSound: Bool { damages.isEmpty && obstacles.isEmpty }

  private var contents: LogContents? { found?.contents }
  private var obstacles: [StoreError] { found?.obstacles ?? [] }
  private var damages: [LogDamage] { contents?.damages ?? [] }

  private func path(of name: String?) -> String? {
    guard let log, let name else { return nil }
    return "\(log.folder)/\(name)"
  }

  private var schedulePath: String? {
    switch source {
    case .builtIn: nil
    case .standardInput: "-"
    case .file(let path): path
    }
  }

  // MARK: Text

  func lines(width: Int) -> [Line] {
    var rows: [[Line]] = [["Schedule", Line(source.name)]]
    if let place, let log {
      rows.append(["Folder", "\(place.path), named by \(place.source)"])
      rows.append(["Log", "\(log.path)"])
      rows += logRows
    } else {
      rows.append(["Folder", "none; --home, KONF_HOME or HOME would name one"])
    }
    return Table(rows: rows, hanging: 2).lines(width: width, indent: 0)
  }

  private var logRows: [[Line]] {
    var rows: [[Line]] = []
    func add(_ line: Line) { rows.append([Line(), line]) }
    if let contents {
      add("changes: \(contents.entries.count), bytes: \(contents.byteCount)")
    } else {
      add("not there yet; the first rating makes it")
    }
    if let device = found?.device { add("device: \(device)") }
    if let previous = found?.previous, let log {
      add("as it was before it was written anew: \(log.previousName)")
      add("changes: \(previous.entries.count), damaged lines: \(previous.damageCount)")
    }
    for name in found?.evidence ?? [] { add("put aside by a repair: \(name)") }
    if found?.hasUnfinished == true {
      add("left behind by a run that died: unfinished; the next rating removes it")
    }
    rows += healthRows
    return rows
  }

  private var healthRows: [[Line]] {
    var rows: [[Line]] = []
    if let repair {
      rows.append([
        "Repaired", "damages: \(repair.damageCount); the file is \(repair.evidence) now",
      ])
      if repair.recoveredCount > 0 {
        rows.append([Line(), "changes brought back: \(repair.recoveredCount)"])
      }
    }
    for (number, obstacle) in obstacles.enumerated() {
      rows.append([number == 0 ? Line("In the way", .error) : Line(), "\(obstacle.description)"])
    }
    guard let contents, contents.damageCount > 0 else {
      return rows + [["Health", "no damage"]]
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
        ? "a newer konf wrote to the log, and only a newer one repairs it"
        : "konf doctor --repair puts the file aside and keeps what can be read",
    ])
    return rows
  }

  // MARK: JSON

  var json: JSONOutput {
    [
      "schedule": .string(orNull: schedulePath),
      "folder": .string(orNull: place?.path),
      "namedBy": .string(orNull: place?.source.string),
      "log": .string(orNull: log?.path),
      "changes": .integer(orNull: contents?.entries.count),
      "bytes": .integer(orNull: contents?.byteCount),
      "device": .string(orNull: found?.device?.description),
      "previous": .string(orNull: path(of: found?.previous == nil ? nil : log?.previousName)),
      "putAside": .array((found?.evidence ?? []).map { .string(orNull: path(of: $0)) }),
      "unfinished": .bool(found?.hasUnfinished ?? false),
      "obstacles": .array(obstacles.map { .string($0.description) }),
      "damageCount": .integer(contents?.damageCount ?? 0),
      "damages": .array(
        damages.map { damage in
          [
            "line": .integer(damage.line), "offset": .integer(damage.offset),
            "length": .integer(damage.length), "reason": .string(damage.reason.description),
          ]
        }),
      "repaired": .integer(repair?.damageCount ?? 0),
      "recovered": .integer(repair?.recoveredCount ?? 0),
    ]
  }
}
