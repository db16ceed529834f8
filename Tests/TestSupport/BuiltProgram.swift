import Basics

/// The programs that were built together with the tests.
public enum BuiltProgram {
  /// The path of `konf`, or nil if it was not built.
  public static let konf = path(of: "konf")

  /// Returns the path of a built program, or nil if it does not exist.
  ///
  /// - Parameter name: The name of the program.
  /// - Returns: The path.
  public static func path(of name: String) -> String? {
    guard let tests = ownPath else { return nil }
    var parts = tests.split(separator: "/", omittingEmptySubsequences: false)
    // On some systems, the test program is several folders deep in a bundle next to the programs.
    while parts.count > 1 {
      parts.removeLast()
      let path = "\(parts.joined(separator: "/"))/\(name)"
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return path }
    }
    return nil
  }

  /// True if `KONF_SANITIZED` says that the program was built with a sanitizer.
  public static var isSanitized: Bool { getenv("KONF_SANITIZED") != nil }

  /// True if `KONF_LONG` requests long runs of the tests that scale with time.
  public static var isLong: Bool { getenv("KONF_LONG") != nil }

  private static var ownPath: String? {
    #if os(Linux)
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map {
          readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), buffer.count)
        } ?? 0
      }
      return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    #else
      return CommandLine.arguments.first
    #endif
  }

  /// Runs a shell command.
  ///
  /// - Parameter line: The command; redirect standard error to standard output to capture it.
  /// - Returns: The standard output and the exit status of the shell.
  public static func shell(_ line: String) -> (output: String, status: Int32) {
    guard let pipe = popen(line, "r") else { return ("", -1) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, pipe)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    let status = pclose(pipe)
    return (String(decoding: bytes, as: UTF8.self), status >> 8 & 0xFF)
  }
}
