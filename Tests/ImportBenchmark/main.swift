import Basics
import ECSKit
import Importer
import TestSupport

// Makes a large schedule, and says what it takes to import one; check-import does both.

let usage = """
  usage: import-bench generate MEGABYTES [SEED] > FILE
         import-bench import FILE
         import-bench read FILE

  """

func stop(_ message: String, status: Int32) -> Never {
  _ = writeAll(Array(message.utf8), to: 2)
  exit(status)
}

/// Writes bytes to a descriptor; false if that fails.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let piece = Array(rest.prefix(1 << 20))
    let count = write(descriptor, piece, piece.count)
    if count <= 0 { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Writes the bytes of a schedule to the standard output.
func generate(_ megabytes: Int, seed: UInt64) {
  let bytes = LargeSchedule.bytes(size: megabytes * 1_000_000, seed: seed)
  guard writeAll(bytes, to: 1) else {
    stop("import-bench: the schedule could not be written\n", status: 74)
  }
}

/// Imports a file into an empty context, once, as a program that has just started does; returns the
/// context, whose end is not part of an import.
func measureImport(of bytes: [UInt8]) throws -> Context {
  let context = Context()
  let start = processorTime()
  let report = try ConverterTable.uikonf.importRecords(from: bytes, into: context)
  let seconds = processorTime() - start
  let megabytes = Double(bytes.count) / 1e6
  print("entities", report.created)
  print("issues", report.issues.count)
  print("seconds", seconds)
  print("megabytes-per-second", megabytes / seconds)
  print("memory-per-byte", peakMemory() / megabytes)
  return context
}

func bytes(of path: String) -> [UInt8] {
  guard let bytes = Repository.bytes(of: path) else {
    stop("import-bench: \(path) cannot be read\n", status: 66)
  }
  return bytes
}

/// The seconds that the processor has worked for this process.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The most memory that this process has had at a time, in megabytes, the file included.
func peakMemory() -> Double {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1e6
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) * 1024 / 1e6
  #endif
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("generate", let size?):
  guard let megabytes = Int(size), 1...2000 ~= megabytes else { stop(usage, status: 64) }
  generate(megabytes, seed: arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1)
case ("import", let path?):
  let context = try measureImport(of: bytes(of: path))
  withExtendedLifetime(context) { exit(0) }
case ("read", let path?):
  print("bytes", bytes(of: path).count)
default: stop(usage, status: 64)
}
