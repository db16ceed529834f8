import Basics

/// An exclusive lock for changing the files of a folder.
///
/// The lock is released when the value is destroyed. If the process is killed, the system releases
/// the lock. The lock file is empty and permanent. If it were replaced, two processes could each
/// lock a different file.
struct FolderLock: ~Copyable {
  private static let name = "lock"
  /// The shortest and longest sleep between two attempts, in nanoseconds.
  private static let sleeps = 500_000...20_000_000

  private let file: Opening.Opened

  /// Creates a lock by acquiring it, and waits at most `wait` if another process holds it.
  ///
  /// - Throws: `StoreError`: `busy` after the wait, or the system's error number.
  init(_ folder: borrowing Folder, wait: Duration) throws(StoreError) {
    let deadline = ContinuousClock.now + wait
    var sleep = Self.sleeps.lowerBound
    while true {
      let file = try folder.open(making: Self.name, O_RDWR, followsLinks: false)
      while try !Self.acquire(file.descriptor, folder) {
        if ContinuousClock.now >= deadline {
          throw StoreError(path: folder.path(of: Self.name), reason: .busy(wait))
        }
        var time = timespec(tv_sec: 0, tv_nsec: sleep)
        nanosleep(&time, nil)
        sleep = min(sleep * 2, Self.sleeps.upperBound)
      }
      // If the file was removed in the meantime, other processes lock the new file with this name.
      if !folder.isReplaced(Self.name, file.descriptor) {
        self.file = file
        return
      }
    }
  }

  deinit {
    // Closing is not enough: a child process of another thread may have a copy of the descriptor,
    // and would hold the lock until it executes its program.
    _ = flock(file.descriptor.number, LOCK_UN)
  }

  /// Returns true if the locked file still has its name.
  func isHeld(in folder: borrowing Folder) -> Bool {
    !folder.isReplaced(Self.name, file.descriptor)
  }

  /// Tries to acquire the lock, and returns true on success.
  private static func acquire(
    _ file: borrowing Descriptor, _ folder: borrowing Folder
  ) throws(StoreError) -> Bool {
    do {
      try SystemError.check { flock(file.number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw StoreError(.writing, folder.path(of: name), code: error.code)
    }
  }
}
