import Basics
import CommandLine
import ECSKit
import Importer
import Marks
import Schedule

/// The schedule that a command line names, as a source of words for completion.
///
/// If the schedule cannot be read, completion offers no words and reports no problem.
struct CompletionSchedule {
  private let invocation: Invocation
  private let environment: RunEnvironment
  private let log: RunLog?

  /// Creates a source of words without reading the schedule.
  init(_ invocation: Invocation, _ environment: RunEnvironment) {
    self.invocation = invocation
    var environment = environment
    // Completion must not wait for another run.
    environment.lockWait = .zero
    self.environment = environment
    log = try? RunLog(invocation, environment)
  }

  var saved: [CompletionCandidate] {
    let all = schedules
    return all.all.compactMap { schedule in
      CompletionCandidate(schedule.name, schedule == all.standard ? "the default" : "saved")
    }
  }

  private var schedules: SavedSchedules {
    log?.schedulesIfReadable ?? SavedSchedules([])
  }

  /// Returns the words for completion from the schedule, or nil if the schedule cannot be read.
  func words() -> CompletionWords? {
    let named = ScheduleSource(invocation, environment.variables)
    // Completion must not consume the standard input of the command that the user is typing.
    if named == .standardInput { return nil }
    switch named.found(among: schedules) {
    case .saved(let schedule): return words(of: schedule)
    case .file(let path): return words(ofFile: path)
    case let source: return words(of: source)
    }
  }

  /// Returns the starred talks and sessions, including removed ones.
  func starred() -> [CompletionCandidate] {
    let source = ScheduleSource(invocation, environment.variables)
    guard let log, source != .standardInput else { return [] }
    var streams = OutputStreams(Konf.presentation())
    var inputs = RunInputs(source: source)
    inputs.prose = .none
    guard let run = try? Run(invocation, inputs, environment, &streams, log: log) else { return [] }
    environment.keep(run.schedule.context)
    let gone = run.schedule.cancelled.filter { $0.has(Star.self) }
    return (run.schedule.inOrder(run.schedule.starred) + gone).compactMap { entity in
      CompletionCandidate(
        run.schedule.shownID(of: entity), SafeText(run.schedule.name(of: entity)))
    }
  }

  private func words(of schedule: SavedSchedule) -> CompletionWords? {
    let file = CacheFile(
      .words, of: schedule, madeBy: "\(Konf.version) \(ScheduleCache.form)")
    // The cache is used even if the schedule's file was damaged later.
    if let parts = log?.parts(of: file, checkingCopy: false, at: environment.now) {
      return CompletionWords(parts.first)
    }
    guard let words = words(of: .saved(schedule)) else { return nil }
    log?.keep(CacheFile.Parts(words.bytes), as: file, at: environment.now)
    return words
  }

  private func words(ofFile path: String) -> CompletionWords? {
    var streams = OutputStreams(Konf.presentation())
    let home = environment.variables[EnvironmentVariable.userHome]
    // The shell has not yet expanded the tilde.
    let whole = path.hasPrefix("~/") ? "\(home ?? "~")\(path.dropFirst())" : path
    guard let source = try? ScheduleSource.file(whole).resolvedFolder(&streams),
      case .file(let file) = source,
      let bytes = try? InputFile.read(file, accepting: .regularFiles)
    else { return nil }
    return words(of: .read(source, bytes, ReadingOptions()))
  }

  private func words(of source: ScheduleSource) -> CompletionWords? {
    var streams = OutputStreams(Konf.presentation())
    var inputs = RunInputs(source: source, ratings: .unread)
    inputs.prose = .none
    guard let log, let run = try? Run(invocation, inputs, environment, &streams, log: log) else {
      return nil
    }
    environment.keep(run.schedule.context)
    return CompletionWords(run.schedule, in: run.zone)
  }
}
