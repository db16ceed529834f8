package import CommandLine
import ECSModel
package import ECSStore
import Schedule

extension Failure {
  /// Describes why a command changed nothing that is kept: the log cannot be read or written.
  package init(_ error: StoreError, of command: String) {
    let advice: SafeText =
      if case .fileTooLarge = error.reason { "; konf doctor --repair repairs it" } else { "" }
    self.init(ExitStatus(error), "\(command): nothing was changed: \(error.description)\(advice)")
  }

  /// Describes why a command changed nothing that is kept: the change breaks rules.
  init(_ error: RuleError, of command: String) {
    self.init(.usage, "\(command): \(error.description)")
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
