#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file or folder that is closed when the value ends.
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    // Nothing hangs on the answer: what must last was synced before.
    _ = close(number)
  }

  /// Returns what the system knows about the file.
  func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }

  /// Gives a file just made its mode, which the process's mask may have cut.
  func makePrivate() throws(SystemError) {
    if try status().st_mode & 0o777 == 0o600 { return }
    do {
      try SystemError.check { fchmod(number, 0o600) }
    } catch {
      // The file is our own: only a file system without modes says this, and nothing can be done.
      if error.code != EPERM { throw error }
    }
  }

  /// Returns what the system knows about a path of this folder, not following a link.
  func status(of path: String) throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstatat(number, path, &status, AT_SYMLINK_NOFOLLOW) }
    return status
  }

  /// The folder's owner and group, if root is about to make files for somebody else in it.
  ///
  /// A file of root's in a user's folder would lock the user out.
  var foreignOwner: (user: uid_t, group: gid_t)? {
    get throws(SystemError) {
      guard geteuid() == 0 else { return nil }
      let status = try status()
      return status.st_uid == 0 ? nil : (status.st_uid, status.st_gid)
    }
  }

  /// Gives a file or folder just made to a user and a group.
  func give(to owner: (user: uid_t, group: gid_t)) throws(SystemError) {
    try SystemError.check { fchown(number, owner.user, owner.group) }
  }

  /// Gives a file just made the group and the mode of another.
  func takeRights(of model: stat) throws(SystemError) {
    if try status().st_gid != model.st_gid {
      try SystemError.check { fchown(number, uid_t.max, model.st_gid) }
    }
    if try status().st_mode & 0o777 != model.st_mode & 0o777 {
      try SystemError.check { fchmod(number, model.st_mode & 0o777) }
    }
  }

  /// Returns the first bytes of the file, fewer if it is cut while it is read.
  func read(count: Int) throws(SystemError) -> [UInt8] {
    // The one empty array is shared by all threads, and this way to fill an array would write to it.
    if count == 0 { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      do throws(SystemError) {
        while done < count {
          let rest = UnsafeMutableBufferPointer(rebasing: buffer[done...])
          let got = try SystemError.check {
            pread(number, rest.baseAddress, rest.count, off_t(done))
          }
          if got == 0 { break }
          done += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes, in one call unless the system takes only a part.
  func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      done += try SystemError.check {
        bytes.withUnsafeBytes { buffer in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
          return write(number, rest.baseAddress, rest.count)
        }
      }
    }
  }

  /// Cuts the file to a length.
  func truncate(to length: Int) throws(SystemError) {
    try SystemError.check { ftruncate(number, off_t(length)) }
  }

  /// Returns when the bytes of the file are on the medium.
  func syncBytes() throws(SystemError) {
    #if canImport(Darwin)
      // Here fsync stops at the drive's cache; not every file system can do more.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
      try SystemError.check { fsync(number) }
    #else
      try SystemError.check { fdatasync(number) }
    #endif
  }

  /// Returns when the names in the folder are on the medium.
  func syncNames() throws(SystemError) {
    do {
      try SystemError.check { fsync(number) }
    } catch {
      // A file system that cannot sync a folder keeps its names by other means.
      if error.code != EINVAL { throw error }
    }
  }
}
