/// An error that occurs when a file is opened or read.
package enum InputError: Error, Equatable {
  /// A system call failed with this error number.
  case system(Int32)
  case folder
  /// The file is a pipe, a socket or a device.
  case special
  case tooLarge(limit: Int)
}

/// Reads a file sequentially, as a whole or in pieces.
///
///     let bytes = try FileReader(path, accepting: .regularFiles).readAll(limit: 1 << 20)
package struct FileReader: ~Copyable {
  package enum Kinds {
    /// Every kind of file except folders.
    ///
    /// Use this for a path given by the user, because it may be a pipe.
    case all
    /// Only regular files.
    ///
    /// Use this for a path that the user did not give, such as a path found in a folder. Reading a
    /// pipe would wait for its writer, and opening a device may have side effects.
    case regularFiles
  }

  private let descriptor: Descriptor

  /// The size in the file's metadata, or 0 if the metadata has no size, as for a pipe.
  package let expectedCount: Int

  /// Creates a reader by opening a file.
  ///
  /// - Throws: ``InputError`` if the file does not exist, cannot be opened or is of a kind that is
  ///   not accepted.
  package init(_ path: String, accepting kinds: Kinds = .all) throws(InputError) {
    // The path must not contain a zero byte. The system would cut the path at this byte and open a
    // different file.
    guard !path.utf8.contains(0) else { throw .system(ENOENT) }
    var flags = O_RDONLY | O_CLOEXEC
    if kinds == .regularFiles {
      var status = stat()
      guard stat(path, &status) == 0 else { throw .system(errno) }
      try Self.requireRegular(status)
      // A pipe may have replaced the file in the meantime. Opening the pipe must not block.
      flags |= O_NONBLOCK
    }
    let number = open(path, flags)
    guard number >= 0 else { throw .system(errno) }
    try self.init(Descriptor(number), accepting: kinds)
  }

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

  /// Returns a reader of the standard input.
  ///
  /// The standard input remains open when the reader is destroyed.
  ///
  /// - Throws: ``InputError/folder`` if the standard input is a folder.
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
  /// - Throws: ``InputError`` if reading fails or the file is larger than the limit.
  package func readAll(limit: Int) throws(InputError) -> [UInt8] {
    if expectedCount > limit { throw .tooLarge(limit: limit) }
    var bytes: [UInt8] = []
    // The first call usually reads the whole file.
    var size = max(expectedCount + 1, 65_536)
    while true {
      let piece = try readNext(upTo: size)
      if piece.isEmpty { return bytes }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit { throw .tooLarge(limit: limit) }
      size = 65_536
    }
  }

  /// Returns the next available bytes, or an empty array at the end.
  ///
  /// - Throws: ``InputError/system(_:)`` if reading fails.
  package func readNext(upTo size: Int) throws(InputError) -> [UInt8] {
    do throws(SystemError) {
      return try descriptor.readNext(upTo: size)
    } catch {
      throw .system(error.code)
    }
  }
}
