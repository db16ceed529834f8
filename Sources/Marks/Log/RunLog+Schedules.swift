import Basics
package import CommandLine
package import ECSStore
package import Schedule

/// The saved schedules in the log of a run.
///
/// Commands read and change saved schedules through these functions. The file of a version is
/// written before the log entry that names the file.
extension RunLog {
  /// The files of the saved schedules, or nil if no data folder is set.
  package var scheduleFiles: AttachedFiles? { file.map(AttachedFiles.ofSchedules) }

  /// Returns the saved schedules, and prints a note if the log is damaged.
  ///
  /// An unreadable log is ignored if no schedule was ever saved.
  ///
  /// - Throws: `Failure` if the log cannot be read and may contain saved schedules. Otherwise konf
  ///   could show a wrong schedule.
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

  /// Returns the saved schedules for a command that changes schedules, and prints a note if the log
  /// is damaged.
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
      throw Failure(error, of: command, invocation)
    }
  }

  /// The saved schedules, or an empty value if the log cannot be read.
  package var schedulesIfReadable: SavedSchedules {
    SavedSchedules((try? contents())?.entries ?? [])
  }

  package func path(of schedule: SavedSchedule) -> String? {
    scheduleFiles?.path(of: schedule.fileName)
  }

  package func problem(of schedule: SavedSchedule) -> SavedSchedule.Problem? {
    scheduleFiles.flatMap { schedule.copy(in: $0).problem }
  }

  /// Reads and verifies the file of a saved schedule, and returns its bytes.
  ///
  /// - Throws: `Failure` if the file is missing, damaged or unreadable.
  package func read(_ schedule: SavedSchedule) throws(Failure) -> [UInt8] {
    guard let files = scheduleFiles else { throw Self.noFolder("\(schedule.words)") }
    switch schedule.copy(in: files) {
    case .whole(let bytes): return bytes
    case .broken(let problem):
      if case .missing = problem { lacksCopy = true }
      throw schedule.failure(problem, invocation)
    }
  }

  /// Calls a closure that reads the log and saved schedules, and retries once if a file is missing.
  ///
  /// A file may be missing because another run has saved a newer version and removed the file. Only
  /// the notes of the last attempt are printed.
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

  package static func noFolder(_ what: SafeText) -> Failure {
    Failure(.cannotCreate, "\(what): no data folder; set --home, KONF_HOME or HOME")
  }
}

/// Functions that change the saved schedules.
///
/// If a change cannot be written, these functions throw a `Failure` and change nothing.
extension RunLog {
  /// Saves a schedule and makes it the default.
  ///
  /// The file is written before the log.
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

  /// Makes a saved schedule the default, and saves its web address unless `address` is nil.
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

  /// Removes a saved schedule.
  ///
  /// If the schedule was the default, the previous default is restored.
  package func forget(_ name: String, at now: Instant, by command: String) throws(Failure) {
    try append(putting: nil, at: now, by: command) { contents in
      let saved = SavedSchedules(contents)
      let next = saved.formerDefault(except: name)
      return
        (saved[name] == nil && !saved.unread.contains(name)
        ? [] : [SavedSchedule.removal(of: name)])
        + (saved.isDefault(name) ? [SavedSchedules.change(toDefault: next)] : [])
        // If the default was unknown, it must remain unknown after the removal.
        + (saved.problem == .unknown ? [SavedSchedules.unknownDefault] : [])
    }
  }

  /// Appends changes of saved schedules to the log, after writing a file.
  ///
  /// The closure returns the changes, given the contents of the locked log.
  ///
  /// - Throws: `Failure` if the changes cannot be written. The saved schedules are then unchanged.
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
      throw Failure(error, of: command, invocation)
    }
  }
}

extension AttachedFiles {
  /// True if the folder contains files of schedules.
  package var hasAny: Bool {
    let names = (try? FolderListing.names(in: path)) ?? []
    return names.contains {
      SavedSchedule.name(ofFile: String(decoding: $0, as: UTF8.self)) != nil
    }
  }

  package static func ofSchedules(_ log: ChangeLog) -> AttachedFiles {
    AttachedFiles(of: log, in: "schedules")
  }
}
