package import CommandLine
import ECSModel
package import ECSStore
import Schedule

extension Failure {
  /// Describes a command that failed because the log cannot be read or written.
  package init(_ error: StoreError, of command: String) {
    let advice: SafeText =
      if case .fileTooLarge = error.reason { "; repair it with konf doctor --repair" } else { "" }
    self.init(ExitStatus(error), "\(command): nothing was changed: \(error.description)\(advice)")
  }

  /// Describes a command that failed because its change breaks a rule.
  init(_ error: RuleError, of command: String) {
    self.init(.usage, "\(command): \(error.description)")
  }
}

extension ExitStatus {
  package init(_ error: StoreError) {
    self =
      switch error.reason {
      // The user did not name the log as an input, so an unreadable log is not `noInput`.
      case .unreadable, .notAFile, .cannotWrite, .fileTooLarge, .lineTooLong, .newerFormat,
        .newerKind, .noCounterLeft, .severalNames, .notStorable, .followed, .endless, .damaged:
        .inputOutput
      case .cannotCreate: .cannotCreate
      case .busy, .replaced: .busy
      case .permission, .foreignLink: .noPermission
      }
  }
}
