import Basics
import Testing

/// The lock on a folder, held as by another process.
public struct HeldLock: Sendable {
  /// The descriptor of the lock's file.
  public let descriptor: Int32

  /// Creates the file if there is none, and takes the lock.
  ///
  /// - Parameter path: The path of the lock's file.
  /// - Throws: An error if the file cannot be opened or another process holds the lock.
  public init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  /// Releases the lock.
  ///
  /// Closing the file is not enough: another test may have copied the descriptor into a process that
  /// it is about to start.
  public func release() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
