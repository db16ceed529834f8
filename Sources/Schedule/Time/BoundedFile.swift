#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Files that are small by nature, read whole.
package enum BoundedFile {
  /// What became of a reading.
  enum Outcome {
    case bytes([UInt8])
    /// There is no such file, or it is a folder.
    case absent
    case refused(ZoneError.Damage)
  }

  /// Far above the largest zone file and far below what would hurt.
  private static let limit = 1 << 20

  /// Reads a regular file of at most 1 MiB.
  static func contents(of path: String) -> Outcome {
    // A path with a zero byte would name another file to the system.
    guard !path.utf8.contains(0) else { return .absent }
    // Not to wait: opening a pipe would, for a writer that never comes.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      return errno == EACCES || errno == EIO ? .refused(.unreadable) : .absent
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return .refused(.unreadable) }
    guard status.st_mode & S_IFMT != S_IFDIR else { return .absent }
    guard status.st_mode & S_IFMT == S_IFREG else { return .refused(.notRegular) }
    guard status.st_size <= limit else { return .refused(.tooLarge) }
    return readAll(file)
  }

  private static func readAll(_ file: Int32) -> Outcome {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 8192)
    while bytes.count <= limit {
      let count = read(file, &chunk, chunk.count)
      if count == 0 { return .bytes(bytes) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .refused(.unreadable) }
      bytes += chunk[..<count]
    }
    return .refused(.tooLarge)
  }

  /// Returns the names in a folder in no order.
  ///
  /// - Parameter path: The path of the folder.
  /// - Returns: The names, `.` and `..` among them, or nil if it is no folder or may not be read.
  package static func names(inFolder path: String) -> [String]? {
    guard !path.utf8.contains(0), let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
      // The record is shorter than its declared type, so the name is read where it lies.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      names.append(String(cString: name))
    }
    return names
  }

  /// Where a symbolic link points, or nil if the path is no link.
  static func target(ofLink path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    let size = 1024
    var target = [CChar](repeating: 0, count: size)
    let count = readlink(path, &target, size)
    guard count > 0, count < size else { return nil }
    return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
