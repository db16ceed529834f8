import Basics

/// A handle to an open folder.
///
/// `ChangeLog`, `AttachedFiles` and `SyncFolder` use the handle to open, create and replace files.
/// The folder stays open, so its files are found even if the folder is renamed. Links are followed
/// only if the user owns them; see `Opening`.
struct Folder: ~Copyable {
  let path: String
  private let descriptor: Descriptor

  /// Creates a handle to an existing folder, or returns nil if the folder does not exist.
  init?(existing path: String) throws(StoreError) {
    let path = Self.trimmed(path)
    let opening = Opening(shownPath: path, step: .reading, flags: O_RDONLY | O_DIRECTORY)
    guard let opened = try opening.open(path, creates: false) else { return nil }
    self.path = path
    descriptor = opened.descriptor
  }

  /// Creates a handle to a folder.
  ///
  /// The folder and its parents are created with mode 0700 if necessary.
  init(making path: String) throws(StoreError) {
    let path = Self.trimmed(path)
    let opening = Opening(shownPath: path, step: .creating, flags: O_RDONLY | O_DIRECTORY)
    if let opened = try opening.open(path, creates: false) {
      descriptor = opened.descriptor
    } else {
      try Self.make(path, for: path)
      guard let opened = try opening.open(path, creates: false) else {
        throw StoreError(.creating, path, code: ENOENT)
      }
      descriptor = opened.descriptor
    }
    self.path = path
  }

  /// Returns the path of a file in this folder, for error messages.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Opens a file in this folder, or returns nil if it does not exist.
  ///
  /// If `followsLinks` is true, links that the user owns are followed.
  ///
  /// - Throws: `StoreError`: `notAFile`, `foreignLink`, or the system's error number.
  func open(
    existing name: String, _ flags: Int32, followsLinks: Bool
  ) throws(StoreError) -> Opening.Opened? {
    let opening = Opening(
      folder: descriptor.number, shownPath: path(of: name), step: .reading, flags: flags)
    guard let opened = try opening.open(name, creates: false, followsLinks: followsLinks) else {
      return nil
    }
    try requireFile(opened.descriptor, name)
    return opened
  }

  /// Opens a file in this folder for writing, and creates it with mode 0600 if necessary.
  ///
  /// If `followsLinks` is true, links that the user owns are followed.
  ///
  /// - Throws: `StoreError`: `notAFile`, `foreignLink`, or the system's error number.
  func open(
    making name: String, _ flags: Int32, followsLinks: Bool
  ) throws(StoreError) -> Opening.Opened {
    let opening = Opening(
      folder: descriptor.number, shownPath: path(of: name), step: .writing, flags: flags)
    guard let opened = try opening.open(name, creates: true, followsLinks: followsLinks) else {
      throw StoreError(.creating, path(of: name), code: ENOENT)
    }
    try requireFile(opened.descriptor, name)
    return opened
  }

  /// Creates a file in this folder with mode 0600, or throws an error if it exists.
  ///
  /// - Throws: `StoreError` with the system's error number.
  func make(_ name: String, _ flags: Int32) throws(StoreError) -> Opening.Opened {
    let opening = Opening(
      folder: descriptor.number, shownPath: path(of: name), step: .creating, flags: flags)
    guard let made = try opening.create(name) else {
      throw StoreError(.creating, path(of: name), code: EEXIST)
    }
    return made
  }

  private func requireFile(_ file: borrowing Descriptor, _ name: String) throws(StoreError) {
    guard try status(of: file, name).st_mode & S_IFMT == S_IFREG else {
      throw StoreError(path: path(of: name), reason: .notAFile)
    }
  }

  func status(of file: borrowing Descriptor, _ name: String) throws(StoreError) -> stat {
    try StoreError.naming(path(of: name), .reading) { () throws(SystemError) in try file.status() }
  }

  /// Returns bytes of an open file in this folder.
  ///
  /// Near the end of the file, fewer bytes are returned.
  func bytes(
    of file: borrowing Descriptor, _ name: String, count: Int, from offset: Int = 0
  ) throws(StoreError) -> [UInt8] {
    try StoreError.naming(path(of: name), .reading) { () throws(SystemError) in
      try file.firstBytes(count: count, from: offset)
    }
  }

  /// Returns true if a path in this folder no longer refers to a given open file.
  ///
  /// If the system cannot tell, the result is false.
  func isReplaced(_ path: String, _ file: borrowing Descriptor) -> Bool {
    do throws(SystemError) {
      let open = try file.status()
      let named = try descriptor.status(of: path)
      return named.st_ino != open.st_ino || named.st_dev != open.st_dev
    } catch {
      return error.code == ENOENT
    }
  }

  func has(_ name: String) throws(StoreError) -> Bool { try status(of: name) != nil }

  /// Returns true if a name in this folder refers to a folder; links are not followed.
  func isFolder(_ name: String) throws(StoreError) -> Bool {
    try status(of: name).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Returns the status of a name in this folder, or nil if it does not exist.
  private func status(of name: String) throws(StoreError) -> stat? {
    do throws(SystemError) { return try descriptor.status(of: name) } catch {
      if error.code == ENOENT { return nil }
      throw StoreError(.reading, path(of: name), code: error.code)
    }
  }

  /// The owner of new files in this folder: the user, or the owner of the folder if the user is
  /// root.
  var ownerOfNewFiles: uid_t {
    get throws(StoreError) {
      if geteuid() != 0 { return geteuid() }
      return try StoreError.naming(path, .reading) { () throws(SystemError) in
        try descriptor.status().st_uid
      }
    }
  }

  /// Renames a file in this folder, replacing any file with the new name.
  func rename(_ name: String, to newName: String) throws(SystemError) {
    try SystemError.check { renameat(descriptor.number, name, descriptor.number, newName) }
  }

  func remove(_ name: String) throws(SystemError) {
    do {
      try SystemError.check { unlinkat(descriptor.number, name, 0) }
    } catch {
      if error.code != ENOENT { throw error }
    }
  }

  func syncNames() throws(SystemError) { try descriptor.syncNames() }

  /// Writes the names of a file and of its parent folders to disk.
  ///
  /// A process may have been killed between creating a folder and syncing its name, so all folders
  /// up to the root are synced. If syncing a folder above the store fails, the error is ignored.
  ///
  /// - Parameter file: The path of the file, relative to this folder, after all links are followed.
  /// - Throws: `SystemError` if the folder of the store or of the file cannot be synced.
  func syncPath(of file: String) throws(SystemError) {
    try syncNames()
    if let elsewhere = Opening.folder(of: file) {
      try Descriptor(folder: elsewhere, from: descriptor.number).syncNames()
    }
    var inside = path
    while inside != "/" {
      // A relative path of one component is in the current folder.
      let above = Opening.folder(of: inside)
      do throws(SystemError) { try Descriptor(folder: above ?? ".").syncNames() } catch {}
      guard let above else { return }
      inside = above
    }
  }

  /// Creates a folder and its parents if they do not exist.
  private static func make(_ path: String, for whole: String) throws(StoreError) {
    var triedAbove = false
    while mkdir(path, 0o700) != 0 {
      switch errno {
      case EINTR: continue
      case EEXIST: return
      case let code:
        guard code == ENOENT, !triedAbove, let above = Opening.folder(of: path) else {
          throw StoreError(.creating, whole, code: code)
        }
        try make(above, for: whole)
        triedAbove = true
      }
    }
    try StoreError.naming(whole, .creating) { () throws(SystemError) in
      var made = stat()
      try SystemError.check { lstat(path, &made) }
      // The umask of the process may have changed the mode.
      if made.st_mode & 0o777 != 0o700 { try SystemError.check { chmod(path, 0o700) } }
      let above = try Descriptor(folder: Opening.folder(of: path) ?? ".")
      if let owner = try above.foreignOwner {
        try Descriptor(folder: path, O_NOFOLLOW).give(to: owner)
      }
      try above.syncNames()
    }
  }

  /// Returns a path without trailing slashes.
  ///
  /// A trailing slash would make the system follow a link.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.hasSuffix("/"), path != "/" { path.removeLast() }
    return path
  }
}
