import SystemBasics

/// The program that was built together with the tests.
public enum BuiltProgram {
  /// The path of the `konf` beside the test program, or nil if it is not there.
  public static let konf = path(of: "konf")

  /// Returns the path of a program beside the test program, or nil if it is not there.
  ///
  /// - Parameter name: The name of the program.
  public static func path(of name: String) -> String? {
    guard let tests = ownPath else { return nil }
    var parts = tests.split(separator: "/", omittingEmptySubsequences: false)
    // On some systems the test program lies some folders deep in a bundle beside the programs.
    while parts.count > 1 {
      parts.removeLast()
      let path = "\(parts.joined(separator: "/"))/\(name)"
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return path }
    }
    return nil
  }

  /// Whether the program was built with a sanitizer, as the variable `KONF_SANITIZED` says.
  public static var isSanitized: Bool { getenv("KONF_SANITIZED") != nil }

  /// Whether tests that look longer the more time they have take much, as `KONF_LONG` asks for.
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

  /// Runs a line of shell.
  ///
  /// - Parameter line: The line; redirect the standard error into the output to see it.
  /// - Returns: All that it wrote to its output, and the status the shell ended with.
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
