import CommandLine
import ECSStore
import KonfCLI
import Schedule
import TestSupport

/// A home in which schedules of a fair are remembered, and a folder with two versions of one.
struct FairHome {
  let folder = TemporaryFolder()
  let home = TemporaryFolder()
  let run: CommandLineRun

  init() {
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = home.path
    run.now = Instant(secondsSince1970: 1_461_492_000)  // 2016-04-24T12:00+02:00
    self.run = run
    folder.write(FairSchedule.first, to: "first.json")
    folder.write(FairSchedule.second, to: "second.json")
  }
}

/// Tests of what happens in such a home.
protocol FairHomeSuite {
  var fair: FairHome { get }
}

extension FairHomeSuite {
  /// What konf says of the first version.
  static var line: String { "fair  Fair 2016 · 3 talks · 24–25 April 2016, Europe/Berlin" }

  var folder: TemporaryFolder { fair.folder }
  var home: TemporaryFolder { fair.home }
  var run: CommandLineRun { fair.run }
  var schedules: String { "\(home.path)/schedules" }
  var files: [String] { TemporaryFolder.names(in: schedules).sorted() }
  /// The copies of schedules among the files.
  var copies: [String] { files.filter { $0.hasSuffix(".schedule") } }
  var log: ChangeLog { ChangeLog(folder: home.path, name: "ratings.log") }

  /// Runs a line in which `@` is the folder of the schedules, at a width.
  func use(_ line: String, width: Int = 120) -> Output {
    run("\(line.replacing("@", with: folder.path)) --width \(width)")
  }

  func star(_ talks: FairSchedule.Talk...) throws {
    try log.append(at: 0) { _ in
      talks.map { talk in
        LogChange(
          scope: "Fair 2016", kind: "star", target: talk.id, name: talk.title, details: ["Ada"],
          value: "yes")
      }
    }
  }
}
