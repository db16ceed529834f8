import SystemBasics

/// How a path is opened without being led astray.
///
/// In a folder that others can write to, anyone can replace a file by a symbolic link and so choose
/// what is read or appended to. A link is therefore followed only where the user made it: it
/// belongs to the user who runs the process. The link to a folder may also be root's, as systems
/// come with some, and root needs no link to reach a user's files. The system is never asked to
/// follow the last part of a path by itself, so that the link whose owner was looked up is the one
/// that is read.
struct Opening {
  /// An open file or folder, and where it was found.
  struct Opened: ~Copyable {
    let descriptor: Descriptor
    /// The path after all links were followed, from the folder that the opening starts from.
    let path: String
  }

  private static let mostLinks = 16

  /// The open folder that relative paths start from.
  var folder = AT_FDCWD
  /// The path as errors name it.
  let shownPath: String
  /// What the file is opened for.
  let step: StoreError.Step
  /// The flags to open with.
  let flags: Int32

  /// Opens a path.
  ///
  /// - Parameters:
  ///   - path: A path, absolute or from the folder.
  ///   - creates: Whether a missing file is made, with mode 0600.
  ///   - followsLinks: Whether links of the user are followed.
  /// - Returns: The open file, or nil if there is none and none is made.
  /// - Throws: `StoreError`: `foreignLink`, `notAFile` for a link where none is followed, else the
  ///   system's answer as the step names it.
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

  /// The flags with those that no opening goes without.
  private var safeFlags: Int32 {
    // A pipe must not make the opening wait; for files and folders that flag means nothing.
    flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
  }

  /// Makes a file with mode 0600, or returns nil if there is something by that name.
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

  /// Returns where a link leads, if it may be followed.
  private func target(
    of path: String, code: Int32, followsLinks: Bool
  ) throws(StoreError) -> String {
    let link: stat
    let text: String
    do throws(SystemError) {
      link = try status(ofLink: path)
      // Something else than a link gave the answer, such as a file among the folders of the path.
      guard link.st_mode & S_IFMT == S_IFLNK else { throw SystemError(code: code) }
      text = try self.text(ofLink: path)
      let after = try status(ofLink: path)
      // The link was swapped while it was looked at.
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
    // One byte more than a path may have, so that a text that was cut is too long for the system.
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = try SystemError.check { readlinkat(folder, path, &bytes, bytes.count) }
    let units = bytes[0..<count].map { UInt8(bitPattern: $0) }
    guard let text = String(validating: units, as: UTF8.self) else {
      throw SystemError(code: EILSEQ)
    }
    return text
  }

  /// Returns the path without its last part, or nil if it has one part only.
  static func folder(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
