/// The exit status of a run, mostly as in sysexits(3).
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// A run that produced output, even if parts of it failed.
  case success = 0
  /// A named item that does not exist, or a check that found errors.
  case notFound = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case fault = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// A file that another process has locked.
  case busy = 75
  /// A run that saved a change but could not write its output.
  case answerLost = 76
  case noPermission = 77
}
