/// The exit status of a run, which mostly follows sysexits(3).
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// A run that produced output, even if parts of it failed.
  case success = 0
  /// A named item that does not exist, or a check that found errors.
  case notFound = 1
  /// An invalid command line.
  case usage = 64
  /// An input without usable content.
  case badData = 65
  /// An input that could not be read.
  case noInput = 66
  /// An internal error.
  case fault = 70
  /// A file or folder that could not be created.
  case cannotCreate = 73
  /// An error while reading or writing.
  case inputOutput = 74
  /// A file that another process has locked.
  case busy = 75
  /// A run that saved a change but could not write its output.
  case answerLost = 76
  /// A file or folder to which access was denied.
  case noPermission = 77
}
