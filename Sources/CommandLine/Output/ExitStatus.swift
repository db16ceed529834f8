/// The exit status of a run, mostly as in sysexits(3).
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The run produced output, even if parts of the run failed.
  case success = 0
  /// A named item does not exist, or a check found errors.
  case notFound = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case fault = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// Another process has locked a file.
  case busy = 75
  /// The run saved a change but could not write its output.
  case answerLost = 76
  case noPermission = 77
}
