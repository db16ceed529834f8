import Basics

/// Other programs, and this one.
enum Shell {
  /// Runs a command and returns the lines it printed, or nil if it failed.
  static func lines(of command: String) -> [String]? {
    guard let stream = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    while case let byte = getc(stream), byte >= 0 { bytes.append(UInt8(byte)) }
    guard pclose(stream) == 0 else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The text as one word of a command.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// This executable as a word of a command.
  static var ownName: String { quoted(CommandLine.arguments.first ?? "ecs-bench") }

  /// Ends the program.
  static func fail(_ message: String) -> Never {
    let line = Array("ecs-bench: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
  }

  /// The most memory that this program has held until now, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    // The name of the 0 is of another type on each system.
    getrusage(0, &usage)
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss * 1_024
    #endif
  }
}
