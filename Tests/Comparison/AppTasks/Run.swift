#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One run of one task: takes times, and prints what came of it, a line for each figure.
///
///     ms open 3.25
///     redrawn rename 1.05 0.00
///     answer undone 10000 9ae16a3b2f90404f
///     bytes file 812345
struct Run {
  /// The name of the task.
  let task: String
  /// How many contacts, lines, posts, notes or particles there are.
  let size: Int
  /// The path of an empty folder.
  let folder: String

  /// Reads the arguments `TASK SIZE FOLDER`.
  init() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let size = Int(arguments[2]), size >= 200 else {
      Self.stop("usage: \(arguments[0]) TASK SIZE FOLDER, at least 200")
    }
    (task, self.size, folder) = (arguments[1], size, arguments[3])
  }

  /// Ends the program with a message.
  static func stop(_ message: String) -> Never {
    let bytes = Array("\(message)\n".utf8)
    write(2, bytes, bytes.count)
    exit(1)
  }

  /// Makes a folder in that of the run.
  func makeFolder(_ name: String) -> String {
    let path = "\(folder)/\(name)"
    guard mkdir(path, 0o700) == 0 else { Self.stop("\(path) cannot be made") }
    return path
  }

  /// The seconds that the processor has worked for this process, which other programs do not change.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Prints the time that a body takes, divided by the number of its operations.
  func time<Result>(
    _ name: String, operations: Int = 1, _ body: () throws -> Result
  ) rethrows -> Result {
    let start = Self.processorTime
    let result = try body()
    print("ms", name, (Self.processorTime - start) * 1e3 / Double(operations))
    return result
  }

  /// Prints the time of an operation with the drawing that follows, and how much is drawn each time.
  func time<App: ListApp, Each>(
    _ name: String, on screen: Screen<App>, _ all: [Each], _ body: (Each) throws -> Void
  ) rethrows {
    (screen.rowCount, screen.listCount) = (0, 0)
    try time(name, operations: all.count) {
      for each in all {
        try body(each)
        screen.draw()
      }
    }
    let count = Double(all.count)
    print("redrawn", name, Double(screen.rowCount) / count, Double(screen.listCount) / count)
  }

  /// Prints a text as its number of lines and a hash, to be compared with those of other programs.
  func answer(_ name: String, _ lines: [String]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for line in lines {
      for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      hash = (hash ^ 10) &* 0x0000_0100_0000_01b3
    }
    print("answer", name, lines.count, String(hash, radix: 16))
  }

  /// Prints the size of all files in a folder of the run.
  func printBytes(_ name: String) {
    guard let directory = opendir("\(folder)/\(name)") else { return }
    defer { closedir(directory) }
    var total = 0
    while let entry = readdir(directory) {
      let file = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      if stat("\(folder)/\(name)/\(file)", &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        total += Int(status.st_size)
      }
    }
    print("bytes", name, total)
  }

  /// Prints the most memory that the process had, and ends it; the end of a model is in no task.
  func finish() -> Never {
    print("kilobytes", "peak", Self.peakMemory)
    exit(0)
  }

  /// The most memory that the process had, in kilobytes.
  private static var peakMemory: Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1024
    #else
      // The usage that the system reports begins with that of the process which started this one.
      guard let file = fopen("/proc/self/status", "r") else { return 0 }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
        if words.count > 1, words[0] == "VmHWM:" { return Int(words[1]) ?? 0 }
      }
      return 0
    #endif
  }
}
