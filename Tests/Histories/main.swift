import Basics
import TestSupport

// Has konf follow histories of schedules whose truth is known, and counts what becomes of the marks;
// check-histories and check-versions run it.

/// Follows invented histories.
func followHistories(_ options: Options, in folder: WorkFolder) throws -> Tally {
  var tally = Tally()
  tally.isVerbose = options.isVerbose
  for number in options.only.map({ $0...$0 }) ?? 0...max(0, options.count - 1) {
    var seeds = SplitMix64(seed: options.seed &* 1_000_003 &+ UInt64(number))
    let history = History(seed: seeds.next())
    let konf = KonfProgram()
    konf.isVerbose = options.isVerbose
    if options.isVerbose { print(history.description) }
    tally.history = "--seed \(options.seed) --only \(number)"
    do {
      try CourseRun(history, konf, folder).run(&tally)
    } catch let trouble as Trouble {
      throw Trouble("\(tally.history): \(trouble)")
    }
    if !options.keepsFiles { folder.clear() }
  }
  return tally
}

/// Follows real histories, where they are at hand.
func followVersions(_ options: Options, in folder: WorkFolder) throws -> Int32 {
  guard let series = RealVersion.series else {
    print("skipped: there are no versions of real schedules in the shared data")
    return 0
  }
  var histories = RealHistories(in: folder, isVerbose: options.isVerbose)
  return try histories.run(series) || options.isReport ? 0 : 1
}

func run() throws -> Int32 {
  guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
    print(Options.usage)
    return 64
  }
  let folder = try WorkFolder()
  defer { if options.keepsFiles { print(folder.path) } else { folder.remove() } }
  if options.isOfVersions { return try followVersions(options, in: folder) }
  let report = Report(tally: try followHistories(options, in: folder))
  print(report.table)
  print(report.losses)
  print(report.examples)
  for line in report.broken { print("BROKEN \(line)") }
  return options.isReport || report.broken.isEmpty ? 0 : 1
}

do {
  exit(try run())
} catch {
  print("the check itself failed: \(error)")
  exit(70)
}
