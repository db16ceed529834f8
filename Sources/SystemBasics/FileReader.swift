/// Why a file could not be read.
package enum InputError: Error, Equatable {
  /// The system's error number.
  case system(Int32)
  /// It is a folder.
  case folder
  /// It is a pipe, a socket or a device.
  case special
  /// It has more bytes than the limit.
  case tooLarge(limit: Int)
}

/// A file that is read from its first byte to its last, whole or piece by piece.
///
///     let bytes = try FileReader(path, accepting: .regularFiles).readAll(limit: 1 << 20)
package struct FileReader: ~Copyable {
  /// What kinds of file a path may lead to.
  package enum Kinds {
    /// Everything that can be read. This fits a path that the user names, which may be a pipe.
    case all
    /// Regular files alone. This fits a path that the user did not name, such as one found in a
    /// folder: reading a pipe would wait for its writer, and a device may do anything when it is
    /// opened.
    case regularFiles
  }

  private let descriptor: Descriptor

  /// The number of bytes that the file says it has; 0 if it does not know, such as a pipe.
  package let expectedCount: Int

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - kinds: What kinds of file may be read.
  /// - Throws: ``InputError`` if it is not there, cannot be opened or is of another kind.
  package init(_ path: String, accepting kinds: Kinds = .all) throws(InputError) {
    // The system would read the path up to its zero byte, which names another file.
    guard !path.utf8.contains(0) else { throw .system(ENOENT) }
    var flags = O_RDONLY | O_CLOEXEC
    if kinds == .regularFiles {
      var status = stat()
      guard stat(path, &status) == 0 else { throw .system(errno) }
      try Self.requireRegular(status)
      // It may have become a pipe, and opening it must not wait.
      flags |= O_NONBLOCK
    }
    let number = open(path, flags)
    guard number >= 0 else { throw .system(errno) }
    try self.init(Descriptor(number), accepting: kinds)
  }

  /// Reads a file that is open.
  private init(
    _ descriptor: consuming Descriptor, accepting kinds: Kinds
  ) throws(InputError) {
    var status = stat()
    if fstat(descriptor.number, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw .folder }
      if kinds == .regularFiles { try Self.requireRegular(status) }
    } else if kinds == .regularFiles {
      throw .system(errno)
    }
    expectedCount = Int(status.st_size)
    self.descriptor = descriptor
  }

  /// Returns the standard input, which stays open when the value ends.
  ///
  /// - Throws: ``InputError/folder`` if it is a folder.
  package static func standardInput() throws(InputError) -> FileReader {
    try FileReader(Descriptor(0, isOwned: false), accepting: .all)
  }

  private static func requireRegular(_ status: stat) throws(InputError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .folder
    default: throw .special
    }
  }

  /// Reads all bytes up to the end.
  ///
  /// - Parameter limit: The most bytes that the file may have.
  /// - Returns: The bytes.
  /// - Throws: ``InputError`` if reading fails or the file is larger.
  package func readAll(limit: Int) throws(InputError) -> [UInt8] {
    if expectedCount > limit { throw .tooLarge(limit: limit) }
    var bytes: [UInt8] = []
    // One byte more than the file has lets the end be seen at once.
    var size = max(expectedCount + 1, 65_536)
    while true {
      let piece = try readNext(upTo: size)
      if piece.isEmpty { return bytes }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit { throw .tooLarge(limit: limit) }
      size = 65_536
    }
  }

  /// Returns the next bytes, none at the end.
  ///
  /// - Parameter size: The most bytes to return.
  /// - Returns: As many bytes as there are now.
  /// - Throws: ``InputError/system(_:)`` if reading fails.
  package func readNext(upTo size: Int) throws(InputError) -> [UInt8] {
    do throws(SystemError) {
      return try descriptor.readNext(upTo: size)
    } catch {
      throw .system(error.code)
    }
  }
}
