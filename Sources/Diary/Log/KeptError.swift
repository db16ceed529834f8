package import CommandLine
package import ECSModel
package import ECSStore
import Schedule

/// Why nothing that is kept was changed.
package enum KeptError: Error {
  /// The log cannot be read or written.
  case store(StoreError)
  /// The change breaks rules.
  case rules(RuleError)
  /// The copy of a schedule cannot be read that would be shown again.
  case copy(RememberedSchedule, RememberedSchedule.Problem)

  /// The failure of a command that changes nothing for this reason.
  package func failure(of command: String) -> Failure {
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

extension ExitStatus {
  /// Returns the status of a run that could not use its log.
  ///
  /// - Parameter error: Why the log could not be read or changed.
  package init(_ error: StoreError) {
    self =
      switch error.reason {
      // The log is not the input that the user named, so an unreadable one is not `noInput`.
      case .unreadable, .notAFile, .cannotWrite, .fileTooLarge, .lineTooLong, .newerFormat,
        .newerKind, .noCounterLeft, .severalNames, .notStorable, .followed, .endless, .damaged:
        .inputOutput
      case .cannotCreate: .cannotCreate
      case .busy, .replaced: .busy
      case .permission, .foreignLink: .noPermission
      }
  }
}
