/// How a run ended, as other programs see it.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The run succeeded, at least so far that there is an answer.
  case success = 0
  /// A named thing does not exist, or a check found errors.
  case notFound = 1
  /// The command line cannot be understood.
  case usage = 64
  /// The data was read but nothing in it can be used.
  case badData = 65
  /// The data could not be read.
  case noInput = 66
  /// A fault of the program itself.
  case fault = 70
  /// A file or folder could not be made.
  case cannotCreate = 73
  /// Reading or writing failed on the way.
  case inputOutput = 74
  /// Another run is busy with the same file.
  case busy = 75
  /// What was asked for is kept, but the answer could not be written.
  case answerLost = 76
  /// A file or folder is not ours to use.
  case noPermission = 77
}
