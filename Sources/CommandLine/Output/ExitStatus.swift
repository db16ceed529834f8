/// The exit status of a run, mostly as in sysexits(3).
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The run produced an answer, even if some parts of it failed.
  case success = 0
  /// A named item does not exist, or a check found errors.
  case notFound = 1
  /// The command line is invalid.
  case usage = 64
  /// The input was read but contains nothing usable.
  case badData = 65
  /// The input could not be read.
  case noInput = 66
  /// An internal error occurred.
  case fault = 70
  /// A file or folder could not be created.
  case cannotCreate = 73
  /// An error occurred while reading or writing.
  case inputOutput = 74
  /// Another run has locked the same file.
  case busy = 75
  /// The change was saved, but the answer could not be written.
  case answerLost = 76
  /// Access to a file or folder was denied.
  case noPermission = 77
}
