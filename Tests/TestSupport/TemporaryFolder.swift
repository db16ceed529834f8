import SystemBasics

/// A folder of its own for one test, removed with all that it holds.
public final class TemporaryFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Makes the folder.
  public init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/konf-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("there is no folder for temporary files") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.delete(path) }

  /// Writes a file, with the folders above it.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: Its path within the folder.
  /// - Returns: Its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) -> String {
    makeFolders(above: name)
    guard let file = fopen("\(path)/\(name)", "wb") else { fatalError("cannot write \(name)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return "\(path)/\(name)"
  }

  /// Writes a file of text, with the folders above it.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - name: Its path within the folder.
  /// - Returns: Its path.
  @discardableResult
  public func write(_ text: String, to name: String) -> String {
    write(Array(text.utf8), to: name)
  }

  /// Makes a folder.
  ///
  /// - Parameter name: Its path within the folder.
  /// - Returns: Its path.
  @discardableResult
  public func makeFolder(_ name: String) -> String {
    guard mkdir("\(path)/\(name)", 0o700) == 0 else { fatalError("cannot make \(name)") }
    return "\(path)/\(name)"
  }

  /// Makes a symbolic link, with the folders above it.
  ///
  /// - Parameters:
  ///   - name: Its path within the folder.
  ///   - target: What it points to.
  /// - Returns: Its path.
  @discardableResult
  public func link(_ name: String, to target: String) -> String {
    makeFolders(above: name)
    guard symlink(target, "\(path)/\(name)") == 0 else { fatalError("cannot link \(name)") }
    return "\(path)/\(name)"
  }

  /// Makes a named pipe.
  ///
  /// - Parameter name: Its name.
  /// - Returns: Its path.
  @discardableResult
  public func makePipe(_ name: String) -> String {
    guard mkfifo("\(path)/\(name)", 0o600) == 0 else { fatalError("cannot make \(name)") }
    return "\(path)/\(name)"
  }

  /// Returns the names in a folder, in order.
  ///
  /// - Parameter path: The path of the folder.
  /// - Returns: The names; none if there is no such folder.
  public static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a file, a link, or a folder with all it holds, also one that may not be read.
  private static func delete(_ path: String) {
    if unlink(path) == 0 { return }
    chmod(path, 0o700)
    for name in names(in: path) { delete("\(path)/\(name)") }
    rmdir(path)
  }

  private func makeFolders(above name: String) {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
  }
}
