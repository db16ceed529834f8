import Basics

/// What the tests ask the system about files.
enum Files {
  /// Returns the permission bits of a file, not following a link.
  static func mode(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Returns whether the path names a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the number of bytes of a file.
  static func size(of path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Cuts a file, or fills it up with NUL bytes.
  static func resize(_ path: String, to size: Int) {
    precondition(truncate(path, off_t(size)) == 0, "a test resizes what it made")
  }

  /// Replaces the bytes of a file.
  static func write(_ bytes: [UInt8], to path: String) {
    put(bytes, to: path, mode: "wb")
  }

  /// Appends bytes to a file.
  static func append(_ bytes: [UInt8], to path: String) {
    put(bytes, to: path, mode: "ab")
  }

  private static func put(_ bytes: [UInt8], to path: String, mode: String) {
    guard let file = fopen(path, mode) else { preconditionFailure("a test writes where it can") }
    let count = fwrite(bytes, 1, bytes.count, file)
    precondition(fclose(file) == 0 && count == bytes.count, "a test writes all bytes")
  }
}
