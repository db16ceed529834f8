import SystemBasics

/// The right to change the files of a folder, held by one process at a time until the value ends.
///
/// The system gives the lock back when its holder dies. It is taken on a file of its own that holds
/// nothing and stays: a lock on a file that is replaced by renaming has two holders.
struct FolderLock: ~Copyable {
  private static let name = "lock"
  /// The sleeps between two tries, in nanoseconds: the first, and the longest.
  private static let sleeps = 500_000...20_000_000

  private let file: Opening.Opened

  /// Takes the lock, and waits for it if another has it.
  ///
  /// - Parameters:
  ///   - folder: The folder to change.
  ///   - wait: How long to try.
  /// - Throws: `StoreError`: `busy` after the wait, or the system's answer.
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
      // The file may have been removed meanwhile; other processes lock the one that has the name
      // now.
      if !folder.isReplaced(Self.name, file.descriptor) {
        self.file = file
        return
      }
    }
  }

  deinit {
    // Closing is not enough: a child process that another thread is about to start may have a copy
    // of the descriptor, and would hold the lock until it runs its program.
    _ = flock(file.descriptor.number, LOCK_UN)
  }

  /// Returns whether the file that is locked is still the one that others would lock.
  func isHeld(in folder: borrowing Folder) -> Bool {
    !folder.isReplaced(Self.name, file.descriptor)
  }

  /// Returns whether the lock was free and is held now.
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
