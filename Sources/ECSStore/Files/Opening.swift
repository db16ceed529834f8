import Basics

/// A path opener that follows symbolic links only if their owners are trusted.
///
/// In a folder that others can write to, anyone can replace a file with a symbolic link, and so
/// select the file that is read or appended to. A link is therefore followed only if it belongs to
/// the user of the process. A link to a folder may also belong to root, because some systems have
/// such links, and root can access all files anyway. The system calls never follow a link in the
/// last component of a path, so a link is followed only after its owner has been checked.
struct Opening {
  struct Opened: ~Copyable {
    let descriptor: Descriptor
    /// The path after all links were followed, relative to `folder`.
    let path: String
  }

  private static let mostLinks = 16

  /// The open folder from which relative paths start.
  var folder = AT_FDCWD
  let shownPath: String
  let step: StoreError.Step
  let flags: Int32

  /// Opens a path.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or a path relative to the folder.
  ///   - creates: True to create a missing file with mode 0600.
  ///   - followsLinks: True to follow links that the user owns.
  /// - Returns: The open file, or nil if the file does not exist and is not created.
  /// - Throws: `StoreError`: `foreignLink`, `notAFile` for a link that is not followed, or the
  ///   system's error number.
  func open(
    _ path: String, creates: Bool, followsLinks: Bool = true
  ) throws(StoreError) -> Opened? {
    var path = path
    for _ in 0..<Self.mostLinks {
      do throws(SystemError) {
        let number = try SystemError.check { openat(folder, path, safeFlags) }
        return Opened(descriptor: Descriptor(number), path: path)
      } catch {
        switch error.code {
        case ENOENT:
          guard creates else { return nil }
          if let made = try create(path) { return made }
        case ELOOP, EMLINK, ENOTDIR:
          path = try target(of: path, code: error.code, followsLinks: followsLinks)
        case let code: throw StoreError(step, shownPath, code: code)
        }
      }
    }
    throw StoreError(step, shownPath, code: ELOOP)
  }

  /// The requested flags, and the flags that every call sets.
  private var safeFlags: Int32 {
    // Opening a pipe must not block; for files and folders the flag has no effect.
    flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
  }

  /// Creates a file with mode 0600, or returns nil if the name exists.
  func create(_ path: String) throws(StoreError) -> Opened? {
    do throws(SystemError) {
      let number = try SystemError.check {
        openat(folder, path, safeFlags | O_CREAT | O_EXCL, 0o600)
      }
      let descriptor = Descriptor(number)
      try descriptor.makePrivate()
      if geteuid() == 0 {
        let inside = try Descriptor(folder: Self.folder(of: path) ?? ".", from: folder)
        if let owner = try inside.foreignOwner { try descriptor.give(to: owner) }
      }
      return Opened(descriptor: descriptor, path: path)
    } catch {
      if error.code == EEXIST { return nil }
      throw StoreError(.creating, shownPath, code: error.code)
    }
  }

  /// Returns the target of a link that may be followed.
  private func target(
    of path: String, code: Int32, followsLinks: Bool
  ) throws(StoreError) -> String {
    let link: stat
    let text: String
    do throws(SystemError) {
      link = try status(ofLink: path)
      // Something other than a link caused the error, for example a file in place of a parent
      // folder.
      guard link.st_mode & S_IFMT == S_IFLNK else { throw SystemError(code: code) }
      text = try self.text(ofLink: path)
      let after = try status(ofLink: path)
      // The link was replaced while it was checked.
      guard after.st_ino == link.st_ino, after.st_dev == link.st_dev else {
        throw SystemError(code: ELOOP)
      }
    } catch {
      throw StoreError(step, shownPath, code: error.code)
    }
    guard followsLinks else { throw StoreError(path: shownPath, reason: .notAFile) }
    let isFolder = flags & O_DIRECTORY != 0
    guard link.st_uid == geteuid() || isFolder && link.st_uid == 0 else {
      throw StoreError(path: shownPath, reason: .foreignLink)
    }
    return text.hasPrefix("/") ? text : Self.folder(of: path).map { "\($0)/\(text)" } ?? text
  }

  private func status(ofLink path: String) throws(SystemError) -> stat {
    try Descriptor(folder, isOwned: false).status(of: path)
  }

  private func text(ofLink path: String) throws(SystemError) -> String {
    // One byte more than the longest path, so that the system rejects a truncated path.
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = try SystemError.check { readlinkat(folder, path, &bytes, bytes.count) }
    let units = bytes[0..<count].map { UInt8(bitPattern: $0) }
    guard let text = String(validating: units, as: UTF8.self) else {
      throw SystemError(code: EILSEQ)
    }
    return text
  }

  /// Returns the path without its last component, or nil if the path has only one component.
  static func folder(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
