import SystemBasics

/// A folder of its own for one test, removed with all that was put into it.
final class TemporaryFolder {
  let path: String
  private var made: [String] = []

  init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/system-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("there is no folder for temporary files") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for path in made { unlink(path) }
    rmdir(path)
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) -> String {
    guard let file = fopen("\(path)/\(name)", "wb") else { fatalError("cannot write \(name)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return add(name)
  }

  /// Makes a symbolic link and returns its path.
  func link(_ name: String, to target: String) -> String {
    guard symlink(target, "\(path)/\(name)") == 0 else { fatalError("cannot link \(name)") }
    return add(name)
  }

  /// Makes a pipe and returns its path.
  func makePipe(_ name: String) -> String {
    guard mkfifo("\(path)/\(name)", 0o600) == 0 else { fatalError("cannot make \(name)") }
    return add(name)
  }

  private func add(_ name: String) -> String {
    made.append("\(path)/\(name)")
    return "\(path)/\(name)"
  }
}
