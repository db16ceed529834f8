package import CommandLine
package import ECSStore
package import Schedule
import SystemBasics

/// The schedules that the log of a run remembers.
extension RunLog {
  /// The files of the schedules; nil if nothing says which folder they are in.
  package var scheduleFiles: AttachedFiles? { file.map(AttachedFiles.ofSchedules) }

  /// Returns the saved schedules, and notes damage of the log.
  ///
  /// Where no schedule was ever kept, a log that cannot be read says nothing about schedules.
  ///
  /// - Throws: `Failure` if the log cannot be read and there may be saved schedules: another one
  ///   than the one that was meant would be shown.
  package func schedules(_ streams: inout OutputStreams) throws(Failure) -> SavedSchedules {
    do throws(StoreError) {
      let contents = try contents()
      let schedules = SavedSchedules(contents) { scheduleFiles?.hasAny ?? false }
      if scheduleFiles?.mayExist ?? false { note(contents, &streams) }
      return schedules
    } catch {
      guard scheduleFiles?.mayExist ?? false else { return SavedSchedules([]) }
      throw Failure(
        ExitStatus(error), "cannot read the saved schedules: \(error.description)",
        "read a file with --data FILE")
    }
  }

  /// Returns the saved schedules for a command that changes them, and notes damage of the log.
  ///
  /// - Throws: `Failure` if there is no data folder, or its log cannot be read.
  package func schedules(
    changedBy command: String, _ streams: inout OutputStreams
  ) throws(Failure) -> SavedSchedules {
    guard let files = scheduleFiles else { throw Self.noFolder("\(command)") }
    do throws(StoreError) {
      let contents = try contents()
      note(contents, &streams)
      return SavedSchedules(contents) { files.hasAny }
    } catch {
      throw Failure(error, of: command)
    }
  }

  /// The saved schedules; none if the log cannot be read.
  package var schedulesIfReadable: SavedSchedules {
    SavedSchedules((try? contents())?.entries ?? [])
  }

  /// The path of the copy of a schedule.
  package func path(of schedule: SavedSchedule) -> String? {
    scheduleFiles?.path(of: schedule.fileName)
  }

  /// Returns what is wrong with the copy of a schedule; nil if nothing is.
  package func problem(of schedule: SavedSchedule) -> SavedSchedule.Problem? {
    scheduleFiles.flatMap { schedule.copy(in: $0).problem }
  }

  /// Reads the file of a saved schedule and checks it.
  ///
  /// - Throws: `Failure` if it is missing, damaged or cannot be read.
  package func read(_ schedule: SavedSchedule) throws(Failure) -> [UInt8] {
    guard let files = scheduleFiles else { throw Self.noFolder("\(schedule.words)") }
    switch schedule.copy(in: files) {
    case .whole(let bytes): return bytes
    case .broken(let problem):
      if case .missing = problem { lacksCopy = true }
      throw schedule.failure(problem)
    }
  }

  /// Reads a log and copies that it names; once more with the log as it is then if a copy is not there,
  /// since another run may have kept a newer version meanwhile.
  ///
  /// - Parameters:
  ///   - invocation: What was asked for.
  ///   - environment: The surroundings of the run.
  ///   - streams: Where the last reading notes what is wrong.
  ///   - body: Reads with a log.
  /// - Returns: What the reading returns.
  /// - Throws: What it throws.
  package static func reading<Result>(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: inout OutputStreams,
    _ body: (RunLog, inout OutputStreams) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let log = try RunLog(invocation, environment)
    let unchanged = streams
    do throws(Failure) {
      return try body(log, &streams)
    } catch {
      guard log.lacksCopy else { throw error }
      streams = unchanged
      return try body(RunLog(invocation, environment), &streams)
    }
  }

  /// The failure where nothing says which folder the data is in.
  package static func noFolder(_ what: SafeText) -> Failure {
    Failure(.cannotCreate, "\(what): no data folder; set --home, KONF_HOME or HOME")
  }
}

/// Changing which schedules are saved.
///
/// Each change throws a `Failure` if it cannot be written. Nothing is changed then.
extension RunLog {
  /// Keeps a schedule, its copy first, and makes it the default.
  package func keep(
    _ keeping: ScheduleSaving, _ bytes: [UInt8], at now: Instant, by command: String
  ) throws(Failure) {
    if let files = scheduleFiles, let contents = try? contents(),
      SavedSchedules(contents).beginning(files) != nil
    {
      try append(putting: nil, at: now, by: command) {
        [SavedSchedules($0).beginning(files)].compactMap(\.self)
      }
    }
    try append(
      putting: (keeping.schedule.fileName, bytes), at: now, by: command, keeping.changes)
  }

  /// Makes a saved schedule the default, and keeps its address if there is one.
  package func choose(
    _ name: String, address: String?, at now: Instant, by command: String
  ) throws(Failure) {
    try append(putting: nil, at: now, by: command) { contents in
      let saved = SavedSchedules(contents)
      guard let schedule = saved[name] else { return [] }
      var lines: [LogChange] = []
      if saved.standard?.name != name {
        lines.append(SavedSchedules.change(toDefault: name))
      }
      let source = ScheduleSource.saved(schedule)
      if let address, saved.address(of: source) != address {
        lines.append(SavedSchedules.change(of: name, toAddress: address))
      }
      let scope = saved.conference(of: source) ?? ""
      return lines.count < 2
        ? lines : lines + [LogSteps.Mark.step.change(from: contents.nextCounter, in: scope)]
    }
  }

  /// Forgets a saved schedule; the one that was the default before it is the default then.
  package func forget(_ name: String, at now: Instant, by command: String) throws(Failure) {
    try append(putting: nil, at: now, by: command) { contents in
      let saved = SavedSchedules(contents)
      let next = saved.formerDefault(except: name)
      return
        (saved[name] == nil && !saved.unread.contains(name)
        ? [] : [SavedSchedule.removal(of: name)])
        + (saved.isDefault(name) ? [SavedSchedules.change(toDefault: next)] : [])
        // The line that forgets it must not settle what was the default.
        + (saved.problem == .unknown ? [SavedSchedules.unknownDefault] : [])
    }
  }

  /// Appends changes of saved schedules to the log, after putting a file beside it.
  ///
  /// - Parameters:
  ///   - file: The name of the file and its bytes.
  ///   - now: When the changes are made.
  ///   - command: The command that makes them.
  ///   - makeChanges: Returns the changes, given the content of the log; no other process changes
  ///     it meanwhile.
  /// - Throws: `Failure`; the saved schedules are then unchanged.
  private func append(
    putting file: (name: String, bytes: [UInt8])?, at now: Instant, by command: String,
    _ makeChanges: (LogContents) -> [LogChange]
  ) throws(Failure) {
    guard let files = scheduleFiles else { throw Self.noFolder("\(command)") }
    do throws(StoreError) {
      try files.append(
        at: now.secondsSince1970, putting: file, keeping: { SavedSchedules($0).needs },
        makeChanges)
    } catch {
      throw Failure(error, of: command)
    }
  }
}

extension AttachedFiles {
  /// Whether there are copies of schedules.
  package var hasAny: Bool {
    let names = (try? FolderListing.names(in: path)) ?? []
    return names.contains {
      SavedSchedule.name(ofFile: String(decoding: $0, as: UTF8.self)) != nil
    }
  }

  /// Returns the files of the schedules that a log remembers.
  package static func ofSchedules(_ log: ChangeLog) -> AttachedFiles {
    AttachedFiles(of: log, in: "schedules")
  }
}
