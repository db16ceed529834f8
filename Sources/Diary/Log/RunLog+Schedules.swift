package import CommandLine
package import ECSStore
import Schedule
import SystemBasics

/// The schedules that the log of a run remembers.
extension RunLog {
  /// The files of the schedules; nil if nothing says which folder they are in.
  package var scheduleFiles: AttachedFiles? { file.map(AttachedFiles.ofSchedules) }

  /// Returns the remembered schedules, and notes damage of the log.
  ///
  /// Where no schedule was ever kept, a log that cannot be read says nothing about schedules.
  ///
  /// - Throws: `Failure` if the log cannot be read and there may be remembered schedules: another one
  ///   than the one that was meant would be shown.
  package func schedules(_ streams: inout OutputStreams) throws(Failure) -> RememberedSchedules {
    do throws(StoreError) {
      let contents = try contents()
      let schedules = RememberedSchedules(contents) { scheduleFiles?.hasAny ?? false }
      if scheduleFiles?.mayExist ?? false { note(contents, &streams) }
      return schedules
    } catch {
      guard scheduleFiles?.mayExist ?? false else { return RememberedSchedules([]) }
      throw Failure(
        ExitStatus(error), "the remembered schedules cannot be read: \(error.description)",
        "--data FILE reads a file")
    }
  }

  /// Reads the file of a remembered schedule and checks it.
  ///
  /// - Throws: `Failure` if it is missing, damaged or cannot be read.
  package func read(_ schedule: RememberedSchedule) throws(Failure) -> [UInt8] {
    guard let files = scheduleFiles else { throw Self.noFolder("\(schedule.words)") }
    do throws(RememberedSchedule.Problem) {
      return try schedule.read(files)
    } catch {
      if case .missing = error { lacksCopy = true }
      throw schedule.failure(error)
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

extension AttachedFiles {
  /// Whether there are copies of schedules.
  package var hasAny: Bool {
    let names = (try? FolderListing.names(in: path)) ?? []
    return names.contains {
      RememberedSchedule.name(ofFile: String(decoding: $0, as: UTF8.self)) != nil
    }
  }

  /// Returns the files of the schedules that a log remembers.
  package static func ofSchedules(_ log: ChangeLog) -> AttachedFiles {
    AttachedFiles(of: log, in: "schedules")
  }
}
