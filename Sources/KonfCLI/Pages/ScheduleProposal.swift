import CommandLine
import ECSStore
import Marks
import Schedule

/// A suggestion to show another saved schedule, whose conference is running or begins next.
struct ScheduleProposal {
  private let name: String
  private let summary: ScheduleSummary

  /// Creates the suggestion.
  ///
  /// The result is nil if the conference of the shown schedule is running or begins first, or if no
  /// other conference is running or yet to begin. The argument `shown` is the phase of the
  /// conference of the shown schedule.
  init?(
    among summaries: [(name: String, summary: ScheduleSummary)], shown: ConferenceSchedule.Phase
  ) {
    if shown == .during { return nil }
    var found = summaries.first { $0.summary.phase == .during }
    if found == nil {
      let coming = summaries.compactMap { item in
        item.summary.opening.map { (item: item, opening: $0) }
      }.min { $0.opening < $1.opening }
      if case .before(let opening) = shown, let first = coming, opening <= first.opening {
        return nil
      }
      found = coming?.item
    }
    guard let found else { return nil }
    (name, summary) = found
  }

  /// Returns the suggestion, with the command that shows the schedule.
  func line(_ invocation: Invocation) -> Line {
    let when: SafeText =
      summary.opening.map { opening in
        let wait = Duration.seconds(summary.now.duration(to: opening).minutesRoundedUp * 60)
        return "begins in \(wait.roughWords)"
      } ?? "is on now"
    return "\(summary.shownTitle) \(when, .note): \(invocation.konf(.folder, "use \(name)"))"
  }
}

extension ScheduleSummary {
  /// The start of the conference, or nil if the start is not in the future.
  fileprivate var opening: Instant? {
    guard case .before(let opening) = phase else { return nil }
    return opening
  }
}

extension Run {
  /// The saved schedule to suggest instead of the default schedule, or nil for no suggestion.
  ///
  /// Unreadable schedules are skipped, because `konf use` and `konf doctor` report them.
  var proposal: ScheduleProposal? {
    guard ScheduleSource(invocation, environment.variables) == .standard,
      let contents = try? log.contents()
    else { return nil }
    let phase = schedule.phase(at: now)
    if phase == .during { return nil }
    let others = SavedSchedules(contents.entries).all.filter { .saved($0) != source }
    let summaries = others.compactMap { other in
      (try? ScheduleSummary(.saved(other), invocation, environment, presentation, log))
        .map { (other.name, $0) }
    }
    return ScheduleProposal(among: summaries, shown: phase)
  }
}
