package import CommandLine
import ECSModel
package import ECSStore
import Schedule

extension Failure {
  /// Creates the failure of a command that cannot read or write the log.
  package init(_ error: StoreError, of command: String, _ invocation: Invocation) {
    let advice: SafeText =
      if case .fileTooLarge = error.reason {
        "; repair it with \(invocation.konf(.folder, "doctor --repair"))"
      } else {
        ""
      }
    self.init(ExitStatus(error), "\(command): nothing was changed: \(error.description)\(advice)")
  }

  /// Creates the failure of a command whose change breaks a rule.
  init(_ error: RuleError, of command: String) {
    self.init(.usage, "\(command): \(error.description)")
  }
}

extension ExitStatus {
  package init(_ error: StoreError) {
    self =
      switch error.reason {
      // The user did not name the log as an input, so an unreadable log is not `noInput`.
      case .unreadable, .notAFile, .cannotWrite, .fileTooLarge, .attachmentTooLarge, .lineTooLong,
        .newerFormat, .newerKind, .noCounterLeft, .severalNames, .notStorable, .followed, .endless,
        .damaged:
        .inputOutput
      case .cannotCreate: .cannotCreate
      case .busy, .replaced: .busy
      case .permission, .foreignLink: .noPermission
      }
  }
}
