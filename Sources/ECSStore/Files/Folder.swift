import SystemBasics

/// The folder of a store, held open so that all its files are found in the same one.
struct Folder: ~Copyable {
  let path: String
  private let descriptor: Descriptor

  /// Opens a folder, or returns nil if there is none.
  init?(existing path: String) throws(StoreError) {
    let path = Self.trimmed(path)
    let opening = Opening(shownPath: path, step: .reading, flags: O_RDONLY | O_DIRECTORY)
    guard let opened = try opening.open(path, creates: false) else { return nil }
    self.path = path
    descriptor = opened.descriptor
  }

  /// Opens a folder, and makes it with mode 0700 if there is none, as well as those it lies in.
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

  /// Returns a path of a file of this folder, as errors name it.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Opens a file of this folder, or returns nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - flags: The flags to open with.
  ///   - followsLinks: Whether links of the user are followed.
  /// - Returns: The open file.
  /// - Throws: `StoreError`: `notAFile`, `foreignLink`, or the system's answer.
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

  /// Opens a file of this folder to write to it, and makes it with mode 0600 if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - flags: The flags to open with.
  ///   - followsLinks: Whether links of the user are followed.
  /// - Returns: The open file.
  /// - Throws: `StoreError`: `notAFile`, `foreignLink`, or the system's answer.
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

  /// Makes a file of this folder with mode 0600, never opening one that is there.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - flags: The flags to open with.
  /// - Returns: The open file.
  /// - Throws: `StoreError` with the system's answer.
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

  /// Returns what the system knows about an open file of this folder.
  func status(of file: borrowing Descriptor, _ name: String) throws(StoreError) -> stat {
    try StoreError.naming(path(of: name), .reading) { () throws(SystemError) in try file.status() }
  }

  /// Returns bytes of an open file of this folder, at most a number of them.
  func bytes(
    of file: borrowing Descriptor, _ name: String, count: Int, from offset: Int = 0
  ) throws(StoreError) -> [UInt8] {
    try StoreError.naming(path(of: name), .reading) { () throws(SystemError) in
      try file.firstBytes(count: count, from: offset)
    }
  }

  /// Returns whether a path of this folder is certain to stand for another file than an open one, or
  /// for none.
  func isReplaced(_ path: String, _ file: borrowing Descriptor) -> Bool {
    do throws(SystemError) {
      let open = try file.status()
      let named = try descriptor.status(of: path)
      return named.st_ino != open.st_ino || named.st_dev != open.st_dev
    } catch {
      return error.code == ENOENT
    }
  }

  /// Returns whether there is anything by a name in this folder.
  func has(_ name: String) throws(StoreError) -> Bool { try status(of: name) != nil }

  /// Returns whether a name in this folder is that of a folder; a link is none.
  func isFolder(_ name: String) throws(StoreError) -> Bool {
    try status(of: name).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Returns what the system knows about what has a name in this folder, or nil if there is nothing.
  private func status(of name: String) throws(StoreError) -> stat? {
    do throws(SystemError) { return try descriptor.status(of: name) } catch {
      if error.code == ENOENT { return nil }
      throw StoreError(.reading, path(of: name), code: error.code)
    }
  }

  /// The owner that files made in this folder get: that of the folder if root makes them.
  var ownerOfNewFiles: uid_t {
    get throws(StoreError) {
      if geteuid() != 0 { return geteuid() }
      return try StoreError.naming(path, .reading) { () throws(SystemError) in
        try descriptor.status().st_uid
      }
    }
  }

  /// Gives a file of this folder another name, in place of whatever has that name.
  func rename(_ name: String, to newName: String) throws(SystemError) {
    try SystemError.check { renameat(descriptor.number, name, descriptor.number, newName) }
  }

  /// Removes a file of this folder, if there is one.
  func remove(_ name: String) throws(SystemError) {
    do {
      try SystemError.check { unlinkat(descriptor.number, name, 0) }
    } catch {
      if error.code != ENOENT { throw error }
    }
  }

  /// Returns when the names in this folder are on the medium.
  func syncNames() throws(SystemError) { try descriptor.syncNames() }

  /// Returns when the name of a file is on the medium, and those of the folders it lies in.
  ///
  /// A process may have died between making a folder and syncing its name, so all folders up to the
  /// root are synced; those above the store that cannot be synced are left to their owner.
  ///
  /// - Parameter file: The path of the file from this folder, after all links were followed.
  /// - Throws: `SystemError` if the folder of the store or that of the file cannot be synced.
  func syncPath(of file: String) throws(SystemError) {
    try syncNames()
    if let elsewhere = Opening.folder(of: file) {
      try Descriptor(folder: elsewhere, from: descriptor.number).syncNames()
    }
    var inside = path
    while inside != "/" {
      // A path of one part lies in the folder that the process is in; nothing lies above that.
      let above = Opening.folder(of: inside)
      do throws(SystemError) { try Descriptor(folder: above ?? ".").syncNames() } catch {}
      guard let above else { return }
      inside = above
    }
  }

  /// Makes a folder and those it lies in, unless there is something by that name.
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
      // The process's mask may have cut the mode.
      if made.st_mode & 0o777 != 0o700 { try SystemError.check { chmod(path, 0o700) } }
      let above = try Descriptor(folder: Opening.folder(of: path) ?? ".")
      if let owner = try above.foreignOwner {
        try Descriptor(folder: path, O_NOFOLLOW).give(to: owner)
      }
      try above.syncNames()
    }
  }

  /// Returns a path without slashes at its end, which would have the system follow a link.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.hasSuffix("/"), path != "/" { path.removeLast() }
    return path
  }
}
