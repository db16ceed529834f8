import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// How konf keeps a schedule.
@Suite struct UseTests: FairHomeSuite {
  let fair = FairHome()

  @Test("a schedule is saved unchanged, for its owner only, and shown afterwards")
  func keep() throws {
    let output = use("use @/first.json --name fair")
    #expect(output.text == "\(Self.line)\n" && output.notes == "" && output.status == .success)
    let file = try #require(files.first)
    #expect(files.count == 1 && file.hasPrefix("fair-") && file.hasSuffix(".schedule"))
    #expect(Repository.bytes(of: "\(schedules)/\(file)") == Array(FairSchedule.first.utf8))
    var status = stat()
    #expect(stat("\(schedules)/\(file)", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(schedules, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(try run.values("title", of: "talks") == ["Mail in 2016", "Trains", "Gardens"])
    let changes = try log.read().entries.map(\.change)
    let kinds = [".schedules", "schedule", "default", "conference", "calendar", "step", "events"]
    #expect(changes.map(\.kind) == kinds)
    #expect(changes.map(\.target).dropLast() == ["", "fair", "schedule", "fair", "fair", ""])
    #expect(changes[2].value == "fair" && changes[3].value == "Fair 2016")
    let digits = Hexadecimal.digits(
      of: AttachedFiles.checksum(of: Array(FairSchedule.first.utf8)), count: 16)
    #expect(changes[1].value == "\(digits) \(FairSchedule.first.utf8.count) - -")
    #expect(file == "fair-\(digits).schedule")
  }

  @Test("the standard input, a folder and a pipe can also be saved", .timeLimit(.minutes(30)))
  func sources() throws {
    var run = run
    run.input = Array(FairSchedule.first.utf8)
    #expect(run("use - --name a --width 120").text.hasPrefix("a  Fair 2016 · 3 talks"))
    let folder = TemporaryFolder()
    folder.write(FairSchedule.first, to: "only.json")
    #expect(run("use \(folder.path) --name b").text.hasPrefix("b  Fair 2016"))
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    // Another process writes: a task may never run while this one waits for it.
    _ = BuiltProgram.shell("(cat '\(folder.path)/only.json' >'\(pipe)') >/dev/null 2>&1 &")
    #expect(run("use \(pipe) --name c").text.hasPrefix("c  Fair 2016"))
    #expect(try run.values("name", of: "use") == ["a", "b", "c"])
  }

  @Test("without --name, the name is derived from the title")
  func names() throws {
    #expect(try run.values("name", of: "use \(folder.path)/first.json") == ["fair-2016"])
    let other = folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 9, title: "Else")], title: "Été à l'Œuvre!"),
      to: "other.json")
    #expect(try run.values("name", of: "use \(other)") == ["ete-a-l-oeuvre"])
    let same = folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 7, title: "Sea")], title: "Fair, 2016"),
      to: "same.json")
    let output = run("use \(same) --width 120")
    #expect(output.text.hasPrefix("fair-2016-2016  Fair, 2016"))
    #expect(
      output.notes.contains("if the file is a newer version of ete-a-l-oeuvre, run: konf use "))
    for (number, name) in [(17, "fair-2016-2016-07"), (27, "")] {
      let file = "file\(number)"
      let talk = FairSchedule.Talk(
        number: number, title: file, clock: "\(number - 8):00", location: file)
      let json = FairSchedule.json([talk], title: "Fair: 2016", month: "2016-07")
      let output = run("use \(folder.write(json, to: "\(file).json")) --width 120")
      #expect(output.text.hasPrefix(name) && (output.status == .usage) == name.isEmpty)
    }
    let wide = folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 8, title: "Sky")], title: "会議"), to: "wide.json")
    // What the title lacks the file has.
    var piped = run
    piped.input = Repository.bytes(of: wide) ?? []
    #expect(piped("use -").notes.contains("cannot make a name from the title \"会議\""))
    for name in ["Fair", "a/b", "-a", "", ".", "a.b", String(repeating: "a", count: 65)] {
      let output = run(["use", wide, "--name=\(name)"])
      #expect(output.status == .usage, "\(name)")
      #expect(output.notes.contains("lower-case letters, digits, - and _"), "\(name)")
    }
    #expect(
      try run.values("name", of: "use") == [
        "ete-a-l-oeuvre", "fair-2016", "fair-2016-2016", "fair-2016-2016-07",
      ])
  }

  @Test("a schedule without a title is named after its file")
  func fileNames() throws {
    let bare = """
      [{"t_id": "a", "startTime": "24-09-00", "endTime": "24-10-00", "description": "One"}]
      """
    let file = folder.write(bare, to: "Été 2016.v2.json")
    let options = "--month 2016-04 --zone +05:30 --width 100"
    let output = run(["use", file] + options.split(separator: " ").map(String.init))
    #expect(output.text == "ete-2016-v2  1 session · 24 April 2016, +05:30\n")
    #expect(
      run("use --width 100").text == "ete-2016-v2  1 session · 24 April 2016, +05:30 · default\n")
    let other = bare.replacing("One", with: "Two").replacing("\"a\"", with: "\"b\"")
    let wide = folder.write(other, to: "会議.json")
    #expect(
      run("use \(wide) \(options)").notes.contains("cannot make a name from the file name \"会議\""))
    var piped = run
    piped.input = Array(other.utf8)
    #expect(piped("use - \(options)").notes.contains("the schedule has no title to use as a name"))
  }

  @Test("month and zone are saved with a schedule, and apply to its next version")
  func readingOptions() throws {
    func text(_ title: String) -> String {
      """
      [{"t_id": "a", "startTime": "24-09-00", "endTime": "24-10-00", "description": "\(title)"}]
      """
    }
    let file = folder.write(text("One"), to: "bare.json")
    let output = run("use \(file) --name bare --month 2016-04 --zone +05:30 --width 100")
    #expect(output.text == "bare  1 session · 24 April 2016, +05:30\n")
    #expect(try run.values("start", of: "timeline") == ["2016-04-24T09:00:00+05:30"])
    folder.write(text("Two"), to: "bare.json")
    #expect(run("use \(file) --name bare").status == .success)
    #expect(try run.values("start", of: "timeline") == ["2016-04-24T09:00:00+05:30"])
  }

  @Test("an invalid or empty schedule is refused, and nothing is saved")
  func refused() throws {
    let huge = folder.write("", to: "huge.json")
    #expect(truncate(huge, 129 << 20) == 0)
    let files = [
      (folder.write("", to: "empty.json"), ExitStatus.badData),
      (folder.write("<html><body>404</body></html>", to: "page.xml"), .badData),
      (folder.write("[]", to: "none.json"), .badData),
      (folder.write(FairSchedule.json([]), to: "early.json"), .badData),
      ("\(folder.path)/missing.json", .noInput), (huge, .noInput), (home.path, .noInput),
    ]
    for (file, status) in files {
      let output = run("use \(file) --name fair")
      #expect(output.status == status && output.text == "", "\(file): \(output.notes)")
      #expect(!output.notes.isEmpty)
      #expect(TemporaryFolder.names(in: home.path).isEmpty, "\(file)")
    }
    _ = run("use \(folder.path)/first.json --name fair")
    for (file, status) in files {
      #expect(run("use \(file) --name fair").status == status)
    }
    #expect(self.files.filter { $0.hasSuffix(".schedule") }.count == 1)
    #expect(try run.values("title", of: "talks").count == 3)
  }

  @Test("without a usable folder nothing is saved, and the message gives the reason")
  func noFolder() {
    var run = run
    run.environment["KONF_HOME"] = nil
    let output = run("use \(folder.path)/first.json")
    #expect(output.status == .cannotCreate)
    #expect(output.notes == "konf: use: no data folder; set --home, KONF_HOME or HOME\n")
    func expectNothingKept(_ path: String) {
      let output = self.run("use \(folder.path)/first.json --name fair")
      #expect(output.status != .success && output.text == "")
      #expect(output.notes.contains("use: nothing was changed: \(path)"), "\(output.notes)")
      #expect(self.run("timeline").text.hasPrefix("UIKonf 2015"))
    }
    home.write("", to: "schedules")
    expectNothingKept(schedules)
    _ = unlink(schedules)
    home.makeFolder("schedules")
    home.makeFolder("schedules/unfinished")
    expectNothingKept("\(schedules)/unfinished")
    rmdir("\(schedules)/unfinished")
    #expect(self.run("use \(folder.path)/first.json --name fair").status == .success)
  }
}
