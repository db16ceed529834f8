package enum FolderListing {
  /// Returns the names in a folder, without `.` and `..`, sorted by their bytes.
  ///
  /// The names are returned as bytes, because they need not be UTF-8.
  ///
  /// - Throws: The system's error number if the path is not a folder or cannot be read.
  /// - Complexity: O(*n* log *n*), where *n* is the number of names.
  package static func names(in path: String) throws(SystemError) -> [[UInt8]] {
    guard !path.utf8.contains(0) else { throw SystemError(code: ENOENT) }
    guard let folder = opendir(path) else { throw SystemError(code: errno) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(folder),
        let offset = MemoryLayout<dirent>.offset(of: \.d_name)
      else { break }
      // The record may be shorter than its declared type, so the name is read without copying the
      // record.
      let name = UnsafeRawPointer(entry).advanced(by: offset)
      let count = strlen(name.assumingMemoryBound(to: CChar.self))
      let bytes = Array(UnsafeRawBufferPointer(start: name, count: count))
      if bytes != Array(".".utf8), bytes != Array("..".utf8) { names.append(bytes) }
    }
    if errno != 0 { throw SystemError(code: errno) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the target of a symbolic link, as stored in the link.
  ///
  /// The result is nil if the path is not a link or the target has more than 1023 bytes.
  package static func target(ofLink path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    let size = 1024
    var target = [CChar](repeating: 0, count: size)
    let count = readlink(path, &target, size)
    guard count > 0, count < size else { return nil }
    return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
