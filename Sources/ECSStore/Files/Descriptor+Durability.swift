import Basics

extension Descriptor {
  /// Creates a descriptor by opening a folder.
  ///
  /// A relative path starts from the folder `above`, by default the current folder.
  init(
    folder path: String, from above: Int32 = AT_FDCWD, _ flags: Int32 = 0
  ) throws(SystemError) {
    self.init(
      try SystemError.check { openat(above, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags) })
  }

  func truncate(to length: Int) throws(SystemError) {
    try SystemError.check { ftruncate(number, off_t(length)) }
  }

  /// Sets the mode of a new file to 0600, because the umask of the process may have changed the
  /// mode.
  func makePrivate() throws(SystemError) {
    if try status().st_mode & 0o777 == 0o600 { return }
    do {
      try SystemError.check { fchmod(number, 0o600) }
    } catch {
      // The process owns the file, so this error means that the file system has no modes.
      if error.code != EPERM { throw error }
    }
  }

  /// The owner and group of the folder if root must give new files to that owner, otherwise nil.
  ///
  /// If root owned a file in a user's folder, the user could no longer access it.
  var foreignOwner: (user: uid_t, group: gid_t)? {
    get throws(SystemError) {
      guard geteuid() == 0 else { return nil }
      let status = try status()
      return status.st_uid == 0 ? nil : (status.st_uid, status.st_gid)
    }
  }

  func give(to owner: (user: uid_t, group: gid_t)) throws(SystemError) {
    try SystemError.check { fchown(number, owner.user, owner.group) }
  }

  /// Gives a new file the group and the mode of another file.
  func adoptRights(of model: stat) throws(SystemError) {
    if try status().st_gid != model.st_gid {
      try SystemError.check { fchown(number, uid_t.max, model.st_gid) }
    }
    if try status().st_mode & 0o777 != model.st_mode & 0o777 {
      try SystemError.check { fchmod(number, model.st_mode & 0o777) }
    }
  }

  /// Writes the bytes of the file to disk.
  func syncBytes() throws(SystemError) {
    #if canImport(Darwin)
      // On Darwin, fsync does not flush the cache of the drive. F_FULLFSYNC does, but not every
      // file system supports it.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
      try SystemError.check { fsync(number) }
    #else
      try SystemError.check { fdatasync(number) }
    #endif
  }

  /// Writes the names in the folder to disk.
  func syncNames() throws(SystemError) {
    do {
      try SystemError.check { fsync(number) }
    } catch {
      // A file system that cannot sync folders stores names durably by other means.
      if error.code != EINVAL { throw error }
    }
  }
}
