import Basics
import CommandLine
import Marks
import Schedule

/// A run of `konf use` that lists, saves, chooses or forgets schedules.
struct ScheduleUse {
  let invocation: Invocation
  let environment: RunEnvironment
  let log: RunLog
  /// The saved schedules before the run changes anything.
  let saved: SavedSchedules
  var streams: OutputStreams

  /// Creates a run of `konf use` by reading the saved schedules.
  ///
  /// - Throws: `Failure` if no data folder is set, or its log cannot be read.
  init(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) throws(Failure) {
    self.invocation = invocation
    self.environment = environment
    self.streams = streams
    log = try RunLog(invocation, environment)
    saved = try log.schedules(changedBy: UseCommand.name, &self.streams)
  }

  mutating func run(
    _ word: String?, name: String?, isReturning: Bool, isForgetting: Bool, isForced: Bool
  ) throws(Failure) -> ExitStatus {
    guard let word else { return list() }
    // A schedule is forgotten only by its whole name.
    let known: SavedSchedule? =
      if word.contains("/") || word == "-" || isForgetting {
        saved[word]
      } else if isReturning {
        try log.schedule(about: word, among: saved)
      } else {
        try meant(by: word)
      }
    if isForgetting {
      guard known != nil || saved.unread.contains(word) else {
        throw unknown(word, isForgetting: true)
      }
      try forget(word)
    } else if isReturning {
      guard let known else { throw unknown(word) }
      try keepPrevious(of: known)
    } else if let known {
      if let given = UseCommand.optionsOfFiles.first(where: invocation.has) {
        throw Failure(
          .usage, "use: \(word) is a saved schedule, but --\(given.name) needs a file",
          "for the file of that name, use ./\(word)")
      }
      try choose(known)
    } else {
      try keep(ScheduleSource(path: word), name: name, isForced: isForced)
    }
    return .success
  }

  /// Returns the saved schedule that an operand denotes, or nil if the operand denotes a file.
  private func meant(by word: String) throws(Failure) -> SavedSchedule? {
    let source = ScheduleSource.file(word)
    guard case .saved(let schedule) = try source.found(as: word, among: saved, in: log)
    else { return nil }
    return schedule
  }

  private func unknown(_ word: String, isForgetting: Bool = false) -> Failure {
    let need: SafeText =
      isForgetting && !saved.named(word).isEmpty ? "; --forget needs the whole name" : ""
    return Failure(
      .notFound, "use: no saved schedule is called \(word.quoted())\(need)",
      saved.hint(for: word, invocation)
        ?? "list the saved schedules with \(invocation.konf(.folder, "use"))"
    )
  }

  // MARK: Listing and choosing

  private mutating func list() -> ExitStatus {
    var status = ExitStatus.success
    var records: [SavedScheduleRecord] = []
    if let failure = saved.failure(log) {
      for message in failure.messages { streams.note(message, .error) }
      status = failure.status
    }
    for schedule in saved.all {
      var record = SavedScheduleRecord(
        name: schedule.name, event: .listed, summary: nil,
        isDefault: schedule == saved.standard, file: log.path(of: schedule))
      do throws(Failure) {
        record = SavedScheduleRecord(
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
      write([["no saved schedules; save one with \(invocation.konf(.folder, "use FILE"))"]])
    }
    write(records.map { [Line("\($0.name)"), Self.line(of: $0, streams.presentation.glyphs.dot)] })
    if let proposal = proposal(records) { write([[proposal.line(invocation)]]) }
    return status
  }

  private static func line(of record: SavedScheduleRecord, _ dot: SafeText) -> Line {
    var line = record.summary?.line ?? Line("\(record.problem ?? "")", .error)
    if record.isDefault { line.append(" \("\(dot) default", .note)") }
    return line
  }

  private func proposal(_ records: [SavedScheduleRecord]) -> ScheduleProposal? {
    let shown = records.first(where: \.isDefault)
    let others = records.filter { !$0.isDefault }
    return ScheduleProposal(
      among: others.compactMap { record in record.summary.map { (record.name, $0) } },
      shown: shown?.summary?.phase ?? .unknown)
  }

  private mutating func choose(_ schedule: SavedSchedule) throws(Failure) {
    let summary = try summary(schedule)
    try log.choose(
      schedule.name, address: invocation[UseCommand.url], at: environment.now, by: UseCommand.name)
    streams.isChangeKept = true
    noteVariable()
    write(
      SavedScheduleRecord(
        name: schedule.name, event: .chosen, summary: summary, isDefault: true,
        file: log.path(of: schedule)))
  }

  private mutating func forget(_ name: String) throws(Failure) {
    let isDefault = saved.isDefault(name)
    let next = saved.formerDefault(except: name)
    try log.forget(name, at: environment.now, by: UseCommand.name)
    streams.isChangeKept = true
    if streams.presentation.data != nil {
      streams.write([
        SavedScheduleRecord(
          name: name, event: .forgotten, summary: nil, isDefault: false)
      ])
    } else {
      let shown: SafeText = next.map { "\($0)" } ?? "the built-in schedule of UIKonf 2015"
      let rest: Line = isDefault ? "; konf shows \(shown) now" : ""
      write([[Line("\(name)"), "forgotten\(rest)"]])
      let use = invocation.konf(.folder, "use FILE --name \(name)")
      streams.note("your marks stay; save the schedule again with \(use)")
    }
  }

  private func summary(_ schedule: SavedSchedule) throws(Failure) -> ScheduleSummary {
    try ScheduleSummary(
      .saved(schedule), invocation, environment, streams.presentation, log)
  }
}

// MARK: Writing

extension ScheduleUse {
  /// Prints a note that an environment variable takes precedence over the new default.
  mutating func noteVariable() {
    let variable = EnvironmentVariable.data.name
    guard let path = environment.variables[variable], !path.isEmpty else { return }
    streams.note("\(variable) is set and overrides the default: \(path.quoted())")
  }

  mutating func write(_ rows: [[Line]]) {
    streams.write(Table(rows: rows, hanging: 2).lines(width: streams.presentation.width))
  }

  mutating func write(_ record: SavedScheduleRecord) {
    if streams.presentation.data != nil {
      streams.write([record])
      return
    }
    write(
      record.news?.rows(named: "\(record.name)")
        ?? [[Line("\(record.name)"), record.summary?.line ?? Line()]])
  }
}
