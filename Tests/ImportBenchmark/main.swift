import ECSKit
import Importer
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Makes a large schedule, and measures what it takes to import one.
//
//     import-bench generate 100 > schedule.json
//     import-bench import schedule.json

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "generate":
  let megabytes = arguments.count > 2 ? Int(arguments[2]) ?? 100 : 100
  let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1
  let bytes = LargeSchedule.bytes(size: megabytes * 1_000_000, seed: seed)
  var start = 0
  while start < bytes.count {
    let end = min(start + 1 << 20, bytes.count)
    let written = bytes[start..<end].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    guard written > 0 else { exit(74) }
    start += written
  }
case "import":
  guard arguments.count > 2, let bytes = Repository.bytes(of: arguments[2]) else { exit(66) }
  let context = Context()
  let start = processorTime()
  let report = try ConverterTable.uikonf.importRecords(from: bytes, into: context)
  let seconds = processorTime() - start
  print("\(report.created) entities, \(report.issues.count) issues")
  print("\(seconds) s, \(Double(bytes.count) / 1e6 / seconds) MB/s")
  exit(0)
default:
  exit(64)
}

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
