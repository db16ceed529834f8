import SystemBasics

/// A folder of its own for one test, removed with all that is in it.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/konf-cli-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("there is no folder for temporary files") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.delete(path) }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) -> String {
    guard let file = fopen("\(path)/\(name)", "wb") else { fatalError("cannot write \(name)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return "\(path)/\(name)"
  }

  /// Writes a file of text and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) -> String {
    write(Array(text.utf8), to: name)
  }

  /// Makes a folder and returns its path.
  @discardableResult
  func makeFolder(_ name: String) -> String {
    guard mkdir("\(path)/\(name)", 0o700) == 0 else { fatalError("cannot make \(name)") }
    return "\(path)/\(name)"
  }

  /// Makes a symbolic link.
  func link(_ name: String, to target: String) {
    guard symlink(target, "\(path)/\(name)") == 0 else { fatalError("cannot link \(name)") }
  }

  private static func delete(_ path: String) {
    if unlink(path) == 0 { return }
    for name in names(in: path) { delete("\(path)/\(name)") }
    rmdir(path)
  }

  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
