import CommandLine
import ECSModel
import ECSStore
import Schedule

/// Why nothing that is kept was changed.
enum KeptError: Error {
  /// The log cannot be read or written.
  case store(StoreError)
  /// The change breaks rules.
  case rules(RuleError)
  /// The copy of a schedule cannot be read that would be shown again.
  case copy(RememberedSchedule, RememberedSchedule.Problem)

  /// The failure of a command that changes nothing for this reason.
  func failure(of command: String) -> Failure {
    let nothing: SafeText = "\(command): nothing was changed"
    return switch self {
    case .store(let error): Failure(ExitStatus(error), "\(nothing): \(error.description)")
    case .rules(let error): Failure(.usage, "\(command): \(error.description)")
    case .copy(let schedule, let problem):
      Failure(
        problem.status,
        """
        \(nothing): the copy of that version of \(schedule.name) cannot be read: \
        \(problem.description)
        """,
        "konf use FILE --name \(schedule.name) keeps a version")
    }
  }
}
