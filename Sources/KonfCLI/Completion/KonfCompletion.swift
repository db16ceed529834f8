import CommandLine
import Marks
import Schedule

/// A source of values for completion, from the schedule and the data folder.
struct KonfCompletion {
  private let environment: RunEnvironment
  private let schedule: CompletionSchedule

  /// Creates the source for a command line.
  ///
  /// The values are read when they are first used.
  init(_ beginning: CommandLineBeginning, _ environment: RunEnvironment) {
    self.environment = environment
    let configuration = Configuration(
      for: beginning.invocation, of: .konf, environment, checks: Konf.zoneChecks(environment))
    let settings = beginning.invocation.filled(from: configuration.values).keeping([
      CommonOption.data.definition, CommonOption.home.definition, CommonOption.month.definition,
      CommonOption.zone.definition,
    ])
    schedule = CompletionSchedule(settings, environment)
  }

  func values(of kind: ValueKind) -> CompletionValues {
    switch kind {
    case .schedule: .words(schedule.saved, paths: .files)
    case .scheduleName: .words(schedule.saved)
    case .zone:
      .words(
        (["local", "UTC"] + environment.zoneFolders.names()).compactMap { CompletionCandidate($0) })
    case .rules:
      .list(CheckRule.all.compactMap { CompletionCandidate($0.name, "\($0.meaning)") })
    case .session: .titled(live(.session, .both))
    case .target: .titled(live(.both, .talk))
    case .starred: .titled(schedule.starred())
    case .person: .words(live(.person))
    case .location: .words(live(.location))
    case .track: .words(live(.track))
    case .language: .words(live(.language))
    case .day:
      .words(live(.day) + ["today", "tomorrow"].compactMap { CompletionCandidate($0) })
    default: .words([])
    }
  }

  private func live(_ kinds: CompletionWords.Kind...) -> [CompletionCandidate] {
    schedule.words()?.candidates(kinds) ?? []
  }
}
