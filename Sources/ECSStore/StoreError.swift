import Basics

/// An error that occurred while a store was read or changed.
///
/// Unless a method says otherwise, the log is unchanged after an error.
public struct StoreError: Error, Hashable, Sendable {
  /// The reasons for an error.
  public enum Reason: Hashable, Sendable {
    /// Another process held the lock for the whole waiting time.
    case busy(Duration)
    /// The system denied permission and returned an error number.
    case permission(code: Int32)
    /// A file or folder cannot be created; the system returned an error number.
    case cannotCreate(code: Int32)
    /// A file cannot be written or synced; the system returned an error number.
    case cannotWrite(code: Int32)
    /// A file cannot be read; the system returned an error number.
    case unreadable(code: Int32)
    /// The path is not a regular file.
    case notAFile
    /// The symbolic link belongs to another user.
    case foreignLink
    /// The file cannot be replaced because its path is a link, it has several names, or another
    /// user owns it.
    case severalNames
    /// The file exceeds or would exceed the limit in bytes.
    case fileTooLarge(limit: Int)
    /// The file next to the log exceeds or would exceed the limit in bytes.
    case attachmentTooLarge(limit: Int)
    /// The line of a change would exceed the limit in bytes.
    case lineTooLong(limit: Int)
    /// The log has lines in a newer format than this program can write.
    case newerFormat(found: Int, known: Int)
    /// A component's stored value has a newer version than this program can write.
    case newerKind(name: String, found: Int, known: Int)
    /// The log already has the greatest possible counter.
    case noCounterLeft
    /// Another program replaced the file repeatedly during the write.
    case replaced
    /// The file has damaged lines that a rewrite would delete.
    case damaged(lines: Int)
    /// The component cannot be stored, for the described reason.
    case notStorable(component: String, String)
    /// The context already has another store.
    case followed
    /// Observers triggered each other's changes endlessly.
    case endless
  }

  /// The path of the file or folder, as passed by the caller.
  ///
  /// The path and the description are not escaped for a terminal.
  public let path: String
  /// The reason for the error.
  public let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension StoreError: CustomStringConvertible {
  /// The path, the problem, and the expected state, on one line.
  public var description: String {
    switch reason {
    case .busy(let wait):
      "\(path): locked by another process (waited \(wait))"
    case .permission(let code): "\(path): \(SystemError(code: code))"
    case .cannotCreate(let code): "\(path): cannot be created: \(SystemError(code: code))"
    case .cannotWrite(let code): "\(path): cannot be written: \(SystemError(code: code))"
    case .unreadable(let code): "\(path): cannot be read: \(SystemError(code: code))"
    case .notAFile:
      "\(path): not a plain file; expected a plain file or your own link to a plain file"
    case .foreignLink: "\(path): a symbolic link owned by another user; expected one that you own"
    case .severalNames:
      """
      \(path): cannot be replaced: a link, a file with several names, or a file of another user; \
      expected your own file with one name
      """
    case .fileTooLarge(let limit):
      """
      \(path): the log is larger than \(limit) bytes; repair it, or move it away to start a new \
      log
      """
    case .attachmentTooLarge(let limit):
      "\(path): larger than \(limit) bytes; attach a smaller file"
    case .lineTooLong(let limit): "\(path): the change is too long; expected at most \(limit) bytes"
    case .newerFormat(let found, let known):
      """
      \(path): format \(found); expected at most \(known); only a newer version of the program can \
      write it
      """
    case .newerKind(let name, let found, let known):
      """
      \(path): \(name) of version \(found); expected at most \(known); only a newer version of the \
      program can change it
      """
    case .replaced: "\(path): another program replaced the file during the write; try again"
    case .damaged(let lines):
      "\(path): the log has \(lines) damaged lines; repair it first"
    case .notStorable(let component, let problem):
      "\(path): \(component) cannot be stored: \(problem)"
    case .followed: "\(path): the context already has another store; a context can have only one"
    case .endless: "\(path): the changes triggered each other endlessly and were rolled back"
    case .noCounterLeft:
      """
      \(path): the log already uses the largest possible counter, \(LogEntry.greatestCounter); \
      no more changes can be saved
      """
    }
  }
}

extension StoreError {
  enum Step {
    case creating
    case writing
    case reading
  }

  /// Returns the result of a closure, or throws its system error as a ``StoreError``.
  static func naming<Answer>(
    _ path: @autoclosure () -> String, _ step: Step, _ ask: () throws(SystemError) -> Answer
  ) throws(StoreError) -> Answer {
    do { return try ask() } catch { throw StoreError(step, path(), code: error.code) }
  }

  init(_ step: Step, _ path: String, code: Int32) {
    self.path = path
    reason =
      switch (step, code) {
      case (_, EACCES), (_, EPERM), (_, EROFS): .permission(code: code)
      case (.creating, _): .cannotCreate(code: code)
      case (.writing, _): .cannotWrite(code: code)
      case (.reading, _): .unreadable(code: code)
      }
  }
}
