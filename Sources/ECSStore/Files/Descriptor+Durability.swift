import SystemBasics

/// What makes a file and its name last, and whose it is.
extension Descriptor {
  /// Opens a folder; a relative path starts from another one, or from that of the process.
  init(
    folder path: String, from above: Int32 = AT_FDCWD, _ flags: Int32 = 0
  ) throws(SystemError) {
    self.init(
      try SystemError.check { openat(above, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags) })
  }

  /// Cuts the file to a length.
  func truncate(to length: Int) throws(SystemError) {
    try SystemError.check { ftruncate(number, off_t(length)) }
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

  /// The folder's owner and group, if root is about to make files for another user in it.
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
  func adoptRights(of model: stat) throws(SystemError) {
    if try status().st_gid != model.st_gid {
      try SystemError.check { fchown(number, uid_t.max, model.st_gid) }
    }
    if try status().st_mode & 0o777 != model.st_mode & 0o777 {
      try SystemError.check { fchmod(number, model.st_mode & 0o777) }
    }
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
