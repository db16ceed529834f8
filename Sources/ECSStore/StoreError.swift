import SystemBasics

/// Why a store could not be read or changed.
///
/// After any error the log has the same content as before.
public struct StoreError: Error, Hashable, Sendable {
  /// Why a call failed.
  public enum Reason: Hashable, Sendable {
    /// Another process held the lock for all the time that was given.
    case busy(Duration)
    /// The system forbids it, with its error number.
    case permission(code: Int32)
    /// A file or folder cannot be made, with the system's error number.
    case cannotCreate(code: Int32)
    /// A file cannot be written or synced, with the system's error number.
    case cannotWrite(code: Int32)
    /// A file cannot be read, with the system's error number.
    case unreadable(code: Int32)
    /// There is something else than a plain file.
    case notAFile
    /// The symbolic link belongs to another user.
    case foreignLink
    /// The file is reached by a link or has several names, so that it cannot be replaced.
    case severalNames
    /// The file has or would have more bytes than the limit.
    case fileTooLarge(limit: Int)
    /// The line of a change would have more bytes than the limit.
    case lineTooLong(limit: Int)
    /// The log has lines of a newer format than this program writes.
    case newerFormat(found: Int, known: Int)
    /// A value of a kind was written in a later version of the kind than this program writes.
    case newerKind(name: String, found: Int, known: Int)
    /// The log holds the greatest counter there is.
    case noCounterLeft
    /// Another program replaced the file again and again while it was written.
    case replaced
    /// The file has damaged lines, which rewriting it would lose.
    case damaged(lines: Int)
    /// The component has no stored value, with what it says about that.
    case notStorable(component: String, String)
    /// Another store follows the context.
    case followed
    /// The changes caused each other without end.
    case endless
  }

  /// The file or folder that was worked on, as it was given.
  ///
  /// It is not made safe for a terminal, and neither is the description.
  public let path: String
  /// Why the call failed.
  public let reason: Reason

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: The file or folder that was worked on.
  ///   - reason: Why the call failed.
  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension StoreError: CustomStringConvertible {
  /// The path, what was found and what would have been accepted, without a line end.
  public var description: String {
    switch reason {
    case .busy(let wait):
      "\(path): locked by another process (waited \(wait))"
    case .permission(let code): "\(path): \(SystemError(code: code))"
    case .cannotCreate(let code): "\(path): cannot be created: \(SystemError(code: code))"
    case .cannotWrite(let code): "\(path): cannot be written: \(SystemError(code: code))"
    case .unreadable(let code): "\(path): cannot be read: \(SystemError(code: code))"
    case .notAFile: "\(path): not a plain file; expected a plain file or your own link to one"
    case .foreignLink: "\(path): a link that belongs to another user; expected your own link"
    case .severalNames:
      "\(path): reached through a link, or has several names; expected your own file with one name"
    case .fileTooLarge(let limit):
      "\(path): the log is larger than \(limit) bytes; repair it, or move it away to start a new one"
    case .lineTooLong(let limit): "\(path): the change is too long; expected at most \(limit) bytes"
    case .newerFormat(let found, let known):
      "\(path): format \(found); expected at most \(known); only a newer program can write it"
    case .newerKind(let name, let found, let known):
      """
      \(path): \(name) of version \(found); expected at most \(known); only a newer program can \
      change it
      """
    case .replaced: "\(path): another program replaced the file during the write; try again"
    case .damaged(let lines):
      "\(path): \(lines) damaged lines; expected none; repair the log first"
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
  /// What was being done when the system said no.
  enum Step {
    case creating
    case writing
    case reading
  }

  /// Asks the system, and says in its answer what was being done with which file.
  static func naming<Answer>(
    _ path: @autoclosure () -> String, _ step: Step, _ ask: () throws(SystemError) -> Answer
  ) throws(StoreError) -> Answer {
    do { return try ask() } catch { throw StoreError(step, path(), code: error.code) }
  }

  /// Creates the error for an answer of the system.
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
