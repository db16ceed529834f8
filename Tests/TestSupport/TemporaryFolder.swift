import SystemBasics

/// A folder of zone files for one test, removed with all that was put into it.
public final class TemporaryFolder {
  /// The path of the folder.
  public let path: String
  private var made: [String] = []

  /// Makes the folder.
  public init() {
    var template = Array("/tmp/konf-zones-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("there is no folder for temporary files") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in made.reversed() { _ = remove("\(path)/\(name)") }
    _ = rmdir(path)
  }

  /// Writes a file, with the folders above it.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: Its path within the folder.
  public func write(_ bytes: [UInt8], to name: String) {
    makeFolders(above: name)
    guard let file = fopen("\(path)/\(name)", "wb") else { fatalError("cannot write \(name)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    made.append(name)
  }

  /// Makes a symbolic link, with the folders above it.
  ///
  /// - Parameters:
  ///   - name: Its path within the folder.
  ///   - target: What it points to.
  public func link(_ name: String, to target: String) {
    makeFolders(above: name)
    guard symlink(target, "\(path)/\(name)") == 0 else { fatalError("cannot link \(name)") }
    made.append(name)
  }

  /// Makes a named pipe.
  ///
  /// - Parameter name: Its name.
  public func makePipe(_ name: String) {
    guard mkfifo("\(path)/\(name)", 0o600) == 0 else { fatalError("cannot make \(name)") }
    made.append(name)
  }

  private func makeFolders(above name: String) {
    var folder = ""
    for part in name.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? "\(part)" : "/\(part)"
      if mkdir("\(path)/\(folder)", 0o700) == 0 { made.append(folder) }
    }
  }
}
