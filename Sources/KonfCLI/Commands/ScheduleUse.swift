import ECSStore
import Schedule
import TextBasics

/// A run of `konf use`: it lists, keeps, chooses or forgets remembered schedules.
struct ScheduleUse {
  let invocation: Invocation
  let environment: RunEnvironment
  let log: RunLog
  let files: AttachedFiles
  /// What is remembered before the run changes anything.
  let remembered: RememberedSchedules
  var streams: OutputStreams

  /// Reads what is remembered.
  ///
  /// - Throws: `Failure` if there is no data folder, or its log cannot be read.
  init(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) throws(Failure) {
    self.invocation = invocation
    self.environment = environment
    self.streams = streams
    log = try RunLog(invocation, environment)
    guard let files = log.scheduleFiles else { throw RunLog.noFolder("\(UseCommand.name)") }
    self.files = files
    do throws(StoreError) {
      let contents = try log.contents()
      remembered = RememberedSchedules(contents) { files.hasAny }
      log.note(contents, &self.streams)
    } catch {
      throw Failure(
        ExitStatus(error), "\(UseCommand.name): nothing was changed: \(error.description)")
    }
  }

  /// Does what the words of the command line say.
  mutating func run(
    _ word: String?, name: String?, isForgetting: Bool, isForced: Bool
  ) throws(Failure) -> ExitStatus {
    guard let word else { return list() }
    let known = RememberedSchedule.isName(word) ? remembered[word] : nil
    if isForgetting {
      guard known != nil || remembered.unread.contains(word) else { throw unknown(word) }
      try forget(word)
    } else if let known {
      if let given = UseCommand.optionsOfFiles.first(where: invocation.has) {
        throw Failure(
          .usage, "use: \(word) is a remembered schedule, and --\(given.name) needs a file",
          "./\(word) is the file of that name")
      }
      try choose(known)
    } else {
      try keep(ScheduleSource(path: word), name: name, isForced: isForced)
    }
    return .success
  }

  /// The failure for a name that is not remembered.
  private func unknown(_ word: String) -> Failure {
    let nearest = NameQuery.nearest(to: word, among: remembered.all.map(\.name))
    return Failure(
      .notFound, "use: no remembered schedule is called \(word.quoted())",
      nearest.map { "did you mean \($0)?" } ?? "konf use lists them")
  }

  // MARK: Listing and choosing

  /// Lists what is remembered.
  private mutating func list() -> ExitStatus {
    var status = ExitStatus.success
    var records: [RememberedRecord] = []
    if let failure = remembered.failure(log) {
      for message in failure.messages { streams.note(message, .error) }
      status = failure.status
    }
    for schedule in remembered.all {
      var record = RememberedRecord(
        name: schedule.name, event: .listed, summary: nil,
        isDefault: schedule == remembered.standard, file: files.path(of: schedule.fileName))
      do throws(Failure) {
        record = RememberedRecord(
          name: record.name, event: .listed, summary: try summary(schedule),
          isDefault: record.isDefault, file: record.file)
      } catch {
        record.problem = error.messages.first?.string
        status = error.status
      }
      records.append(record)
    }
    if streams.presentation.data != nil {
      streams.write(records)
      return status
    }
    if records.isEmpty, status == .success {
      write([["no schedule is remembered; konf use FILE keeps one"]])
    }
    write(records.map { [Line("\($0.name)"), Self.line(of: $0, streams.presentation.glyphs.dot)] })
    if let proposal = proposal(records) { write([[proposal.line]]) }
    return status
  }

  private static func line(of record: RememberedRecord, _ dot: SafeText) -> Line {
    var line = record.summary?.line ?? Line("\(record.problem ?? "")", .error)
    if record.isDefault { line.append(" \("\(dot) default", .note)") }
    return line
  }

  private func proposal(_ records: [RememberedRecord]) -> ScheduleProposal? {
    let shown = records.first(where: \.isDefault)
    let others = records.filter { !$0.isDefault }
    return ScheduleProposal(
      among: others.compactMap { record in record.summary.map { (record.name, $0) } },
      shown: shown?.summary?.phase ?? .unknown)
  }

  private mutating func choose(_ schedule: RememberedSchedule) throws(Failure) {
    let summary = try summary(schedule)
    try append(nil) { contents in
      let now = RememberedSchedules(contents)
      return now[schedule.name] == nil || now.standard?.name == schedule.name
        ? [] : [RememberedSchedules.change(toDefault: schedule.name)]
    }
    noteVariable()
    write(
      RememberedRecord(
        name: schedule.name, event: .chosen, summary: summary, isDefault: true,
        file: files.path(of: schedule.fileName)))
  }

  private mutating func forget(_ name: String) throws(Failure) {
    let isDefault = remembered.isDefault(name)
    try append(nil) { contents in
      let now = RememberedSchedules(contents)
      return
        (now[name] == nil && !now.unread.contains(name)
        ? [] : [RememberedSchedule.removal(of: name)])
        + (now.isDefault(name) ? [RememberedSchedules.change(toDefault: nil)] : [])
    }
    if streams.presentation.data != nil {
      streams.write([
        RememberedRecord(
          name: name, event: .forgotten, summary: nil, isDefault: false)
      ])
    } else {
      let rest: Line = isDefault ? "; konf shows the built-in schedule" : ""
      write([[Line("\(name)"), "forgotten\(rest)"]])
    }
  }

  private func summary(_ schedule: RememberedSchedule) throws(Failure) -> ScheduleSummary {
    try ScheduleSummary(
      .remembered(schedule), invocation, environment, streams.presentation, log)
  }
}

// MARK: Writing

extension ScheduleUse {
  /// Appends changes to the log, after putting a file beside it.
  ///
  /// - Parameters:
  ///   - file: The name of the file and its bytes.
  ///   - makeChanges: Returns the changes from what the log holds while nobody else changes it.
  /// - Throws: `Failure`; what is remembered is then what it was.
  func append(
    _ file: (name: String, bytes: [UInt8])?, _ makeChanges: (LogContents) -> [LogChange]
  ) throws(Failure) {
    do throws(StoreError) {
      try files.append(
        at: environment.now.secondsSince1970, putting: file,
        keeping: { RememberedSchedules($0).needs },
        makeChanges)
    } catch {
      throw Failure(
        ExitStatus(error), "\(UseCommand.name): nothing was changed: \(error.description)")
    }
  }

  /// Notes that a variable counts before what was just made the default.
  mutating func noteVariable() {
    let variable = EnvironmentVariable.data.rawValue
    guard let path = environment.variables[variable], !path.isEmpty else { return }
    streams.note("\(variable) is set and counts before the default: \(path.quoted())")
  }

  mutating func write(_ rows: [[Line]]) {
    streams.write(Table(rows: rows, hanging: 2).lines(width: streams.presentation.width))
  }

  /// Answers with what became of a schedule.
  mutating func write(_ record: RememberedRecord) {
    if streams.presentation.data != nil {
      streams.write([record])
      return
    }
    let lines = record.news?.lines ?? [record.summary?.line ?? Line()]
    write(
      lines.enumerated().map { number, line in
        [number == 0 ? Line("\(record.name)") : Line(), line]
      })
  }
}
