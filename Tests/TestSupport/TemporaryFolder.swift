import Basics

/// A temporary folder for one test, removed together with its contents.
public final class TemporaryFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates the folder.
  public init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/konf-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("there is no folder for temporary files") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.delete(path) }

  /// Writes a file, and creates the folders above it.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: The path of the file, relative to the folder.
  /// - Returns: The absolute path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) -> String {
    makeFolders(above: name)
    guard let file = fopen("\(path)/\(name)", "wb") else { fatalError("cannot write \(name)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return "\(path)/\(name)"
  }

  /// Writes a text file, and creates the folders above it.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - name: The path of the file, relative to the folder.
  /// - Returns: The absolute path.
  @discardableResult
  public func write(_ text: String, to name: String) -> String {
    write(Array(text.utf8), to: name)
  }

  /// Creates a folder.
  ///
  /// - Parameter name: The path of the new folder, relative to this folder.
  /// - Returns: The absolute path.
  @discardableResult
  public func makeFolder(_ name: String) -> String {
    guard mkdir("\(path)/\(name)", 0o700) == 0 else { fatalError("cannot make \(name)") }
    return "\(path)/\(name)"
  }

  /// Creates a symbolic link, and the folders above it.
  ///
  /// - Parameters:
  ///   - name: The path of the link, relative to the folder.
  ///   - target: The target of the link.
  /// - Returns: The absolute path.
  @discardableResult
  public func link(_ name: String, to target: String) -> String {
    makeFolders(above: name)
    guard symlink(target, "\(path)/\(name)") == 0 else { fatalError("cannot link \(name)") }
    return "\(path)/\(name)"
  }

  /// Creates a named pipe.
  ///
  /// - Parameter name: The path of the pipe, relative to the folder.
  /// - Returns: The absolute path.
  @discardableResult
  public func makePipe(_ name: String) -> String {
    guard mkfifo("\(path)/\(name)", 0o600) == 0 else { fatalError("cannot make \(name)") }
    return "\(path)/\(name)"
  }

  /// Returns the sorted names in a folder.
  ///
  /// - Parameter path: The path of the folder.
  /// - Returns: The names; empty if the folder does not exist.
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

  /// Removes a file, a link, or a folder with its contents, even if the folder is not readable.
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
