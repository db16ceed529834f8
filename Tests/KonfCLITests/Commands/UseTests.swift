import ECSStore
import KonfCLI
import Schedule
import SourceText
import SystemBasics
import TestSupport
import Testing
import TextBasics

/// Schedules that konf remembers.
@Suite struct UseTests {
  private let folder = TemporaryFolder()
  private let home = TemporaryFolder()
  private var run: CommandLineRun
  private static let line = "fair  Fair 2016 · 3 talks · 24–25 April 2016, Europe/Berlin"

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = home.path
    run.now = Instant(secondsSince1970: 1_461_492_000)  // 2016-04-24T12:00+02:00
    folder.write(FairSchedule.first, to: "first.json")
    folder.write(FairSchedule.second, to: "second.json")
  }

  private var schedules: String { "\(home.path)/schedules" }
  private var files: [String] { TemporaryFolder.names(in: schedules).sorted() }
  private var log: ChangeLog { ChangeLog(folder: home.path, name: "ratings.log") }

  /// Runs a line in which `@` is the folder of the schedules, at a width.
  private func use(_ line: String, width: Int = 120) -> Output {
    run("\(line.replacing("@", with: folder.path)) --width \(width)")
  }

  private func star(_ talks: FairSchedule.Talk...) throws {
    try log.append(at: 0) { _ in
      talks.map { talk in
        LogChange(
          scope: "Fair 2016", kind: "star", target: talk.id, name: talk.title, details: ["Ada"],
          value: "yes")
      }
    }
  }

  // MARK: Keeping

  @Test("a schedule is kept as it is, for its owner alone, and shown from then on")
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
    #expect(changes.map(\.kind) == ["schedule", "default"])
    #expect(changes.map(\.target) == ["fair", "schedule"] && changes[1].value == "fair")
    let digits = Hexadecimal.digits(
      of: AttachedFiles.checksum(of: Array(FairSchedule.first.utf8)), count: 16)
    #expect(changes[0].value == "\(digits) \(FairSchedule.first.utf8.count) - -")
    #expect(file == "fair-\(digits).schedule")
  }

  @Test("the standard input, a folder and a pipe are kept as well", .timeLimit(.minutes(1)))
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

  @Test("without --name the title makes the name")
  func names() throws {
    #expect(try run.values("name", of: "use \(folder.path)/first.json") == ["fair-2016"])
    let other = folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 9, title: "Else")], title: "Été à l'Œuvre!"),
      to: "other.json")
    #expect(try run.values("name", of: "use \(other)") == ["ete-a-l-oeuvre"])
    let same = folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 7, title: "Sea")], title: "Fair, 2016"),
      to: "same.json")
    let output = run("use \(same)")
    #expect(output.status == .usage && output.text == "")
    #expect(output.notes.contains("another schedule is called fair-2016; --name NAME"))
    let wide = folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 8, title: "Sky")], title: "会議"), to: "wide.json")
    #expect(run("use \(wide)").notes.contains("no name can be made of the title \"会議\""))
    for name in ["Fair", "a/b", "-a", "", ".", "a.b", String(repeating: "a", count: 65)] {
      let output = run(["use", wide, "--name=\(name)"])
      #expect(output.status == .usage, "\(name)")
      #expect(output.notes.contains("lower-case letters, digits, - and _"), "\(name)")
    }
    #expect(try run.values("name", of: "use") == ["ete-a-l-oeuvre", "fair-2016"])
  }

  @Test("month and zone are remembered with a schedule, also for its next version")
  func readingOptions() throws {
    func text(_ title: String) -> String {
      """
      [{"t_id": "a", "startTime": "24-09-00", "endTime": "24-10-00", "description": "\(title)"}]
      """
    }
    let file = folder.write(text("One"), to: "bare.json")
    let output = run("use \(file) --name bare --month 2016-04 --zone +05:30 --width 100")
    #expect(output.text == "bare  bare.json · 1 session · 24 April 2016, +05:30\n")
    #expect(try run.values("start", of: "timeline") == ["2016-04-24T09:00:00+05:30"])
    folder.write(text("Two"), to: "bare.json")
    #expect(run("use \(file) --name bare").status == .success)
    #expect(try run.values("start", of: "timeline") == ["2016-04-24T09:00:00+05:30"])
  }

  @Test("what is no schedule, or has no sessions, is refused and nothing is kept")
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
    #expect(self.files.count == 1)
    #expect(try run.values("title", of: "talks").count == 3)
  }

  @Test("without a folder, or where none can be made, nothing is kept and the message says why")
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

  // MARK: Refreshing

  @Test("a newer version keeps the name, and says what changed, mine first")
  func refresh() throws {
    _ = use("use @/first.json --name fair")
    try star(FairSchedule.mail, FairSchedule.trains)
    let output = use("use @/second.json")
    #expect(
      output.text == """
        fair  1 added, 1 cancelled, 1 changed, 2 of yours: "Trains" is cancelled
              "Mail in 2016" moved to 15:10, Janson

        """, "\(output.notes)")
    #expect(output.status == .success)
    #expect(files.count == 2)
    #expect(try run.values("title", of: "talks") == ["Mail in 2016", "Gardens", "Cheese"])
  }

  @Test("without anything starred the changes are counted, and none is a line of its own")
  func refreshOfNothingStarred() {
    _ = use("use @/first.json --name fair")
    #expect(
      use("use @/second.json").text
        == "fair  1 added, 1 cancelled, 1 changed; konf diff shows what\n")
    #expect(use("use @/second.json").text == "fair  nothing changed\n")
    folder.write(
      FairSchedule.second.replacing("\"abstract\": \"\"", with: "\"abstract\": \"New.\""),
      to: "third.json")
    #expect(
      use("use @/third.json").text == "fair  only texts changed; konf diff --all shows them\n")
  }

  @Test("another day, another name and other speakers are news as well")
  func news() throws {
    _ = use("use @/first.json --name fair")
    try star(FairSchedule.mail, FairSchedule.trains, FairSchedule.gardens)
    folder.write(
      FairSchedule.json([
        FairSchedule.Talk(number: 1, title: "Mail in 2016", day: 25, clock: "10:00"),
        FairSchedule.Talk(number: 2, title: "Trains", clock: "11:00", location: "Yard"),
        FairSchedule.Talk(number: 3, title: "Gardens", day: 25),
      ]).replacing(
        "\"persons\": [{\"id\": 3, \"public_name\": \"Ada\"}]",
        with: "\"persons\": [{\"id\": 3, \"public_name\": \"Zoe\"}]"), to: "news.json")
    #expect(
      use("use @/news.json").text == """
        fair  3 changed, 3 of yours: "Trains" moved to Yard
              "Gardens": other speakers
              "Mail in 2016" moved to Monday 25 April 2016, 10:00, Hall

        """)
  }

  @Test("the next year's conference is another one, whatever it has in common")
  func nextYear() throws {
    _ = use("use @/first.json --name fair")
    folder.write(
      FairSchedule.json(
        [FairSchedule.mail, FairSchedule.gardens], title: "Fair 2017", month: "2017-04"),
      to: "next.json")
    #expect(try run.values("name", of: "use \(folder.path)/next.json") == ["fair-2017"])
    #expect(try run.values("name", of: "use \(folder.path)/second.json") == ["fair"])
  }

  @Test("an older version is refused without --force, also after the one before")
  func older() throws {
    _ = use("use @/first.json --name fair")
    _ = use("use @/second.json")
    let output = use("use @/first.json")
    #expect(output.status == .usage && output.text == "")
    #expect(
      output.notes == """
        konf: use: \(folder.path)/first.json is an older version: it was kept as fair on \
        2016-04-24, and a newer one replaced it
        konf: --force keeps it all the same

        """)
    #expect(try run.values("title", of: "talks").contains("Cheese"))
    #expect(use("use @/first.json --force").status == .success)
    #expect(try run.values("title", of: "talks").contains("Trains"))
  }

  @Test("only the present version and the one before stay, and no file of another origin goes")
  func removal() throws {
    _ = use("use @/first.json --name fair")
    home.write("mine", to: "schedules/notes.txt")
    home.write("mine", to: "schedules/old-0123456789abcdef.schedule")
    for number in 1...3 {
      folder.write(
        FairSchedule.json([FairSchedule.mail, FairSchedule.Talk(number: 9, title: "v\(number)")]),
        to: "v.json")
      #expect(use("use @/v.json").status == .success)
    }
    #expect(files.count == 3 && files.contains("notes.txt"), "\(files)")
    #expect(use("diff").text.contains("v2 → v3"))
  }

  // MARK: Differences

  @Test("konf diff alone shows what the last version changed")
  func diff() throws {
    #expect(use("diff").status == .usage)
    #expect(use("diff").notes.contains("the built-in schedule is not remembered"))
    _ = use("use @/first.json --name fair")
    let none = use("diff")
    #expect(none.status == .notFound)
    #expect(none.notes.contains("the remembered schedule fair has no version before it"))
    _ = use("use @/second.json")
    #expect(use("diff").text == use("diff @/first.json @/second.json").text)
    #expect(use("diff --data fair").text == use("diff").text)
    #expect(use("diff @/first.json").text == use("diff").text)
    #expect(use("diff @/first.json fair").text == use("diff").text)
  }

  // MARK: Listing, switching, forgetting

  @Test("the list says what each schedule is, at every width")
  func list() {
    #expect(use("use").text == "no schedule is remembered; konf use FILE keeps one\n")
    #expect(use("use --json").text == "[]\n")
    _ = use("use @/first.json --name fair")
    folder.write(
      FairSchedule.json(
        [FairSchedule.Talk(number: 9, title: "Sea")], title: "Sea", month: "2016-05"),
      to: "sea.json")
    _ = use("use @/sea.json")
    #expect(
      use("use", width: 140).text == """
        fair  Fair 2016 · 3 talks · 24–25 April 2016, Europe/Berlin
        sea   Sea · 1 talk · 24 May 2016, Europe/Berlin · default
        Fair 2016 is on now: konf use fair

        """)
    #expect(use("use", width: 80).text == use("use", width: 140).text)
    #expect(
      use("use", width: 40).text == """
        fair  Fair 2016 · 3 talks · 24–25 April
                2016, Europe/Berlin
        sea   Sea · 1 talk · 24 May 2016,
                Europe/Berlin · default
        Fair 2016 is on now: konf use fair

        """)
  }

  @Test("a name switches, and --forget takes schedule and copies away")
  func chooseAndForget() throws {
    _ = use("use @/first.json --name fair")
    _ = use("use @/second.json")
    folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 9, title: "Sea")], title: "Sea"), to: "sea.json")
    _ = use("use @/sea.json")
    #expect(use("use fair").text == "\(Self.line)\n")
    #expect(try run.values("default", of: "use") == ["true", "false"])
    #expect(use("use fare").notes.contains("fare: no such file"))
    #expect(use("use fairr --forget").notes.contains("no remembered schedule is called \"fairr\""))
    #expect(use("use fairr --forget").notes.contains("did you mean fair?"))
    #expect(use("use sea --forget").text == "sea  forgotten\n")
    #expect(use("use fair --forget").text == "fair  forgotten; konf shows the built-in schedule\n")
    #expect(files.isEmpty)
    #expect(use("timeline").text.hasPrefix("UIKonf 2015"))
    // What was forgotten has no older versions.
    #expect(use("use @/first.json --name fair").text == "\(Self.line)\n")
  }

  @Test(
    "options that do not go together are refused",
    arguments: [
      ("use --forget", "--forget needs a schedule"), ("use --name a", "--name needs a schedule"),
      ("use fair --name a", "fair is a remembered schedule, and --name needs a file"),
      ("use fair --forget --name a", "--forget and --name cannot be combined"),
      ("use fair --zone UTC", "--zone needs a file"), ("use - --data -", "--data is not taken"),
      ("use - -", "\"-\" is one word too many"), ("diff - -", "both the standard input"),
    ])
  func usage(line: String, message: String) {
    _ = use("use @/first.json --name fair")
    let output = use(line)
    #expect(output.status == .usage && output.notes.contains(message), "\(output.notes)")
  }

  @Test("for an address of the web the line to type is printed, quoted for a shell")
  func web() {
    let line = "konf: curl -sL 'https://a.example/s?x=1&y='\\''z'\\''' | konf use -"
    for words in [
      ["use", "https://a.example/s?x=1&y='z'"], ["now", "--data", "https://a.example/s?x=1&y='z'"],
    ] {
      let output = run(words)
      #expect(output.status == .usage && output.text == "")
      #expect(output.notes.hasSuffix("\(line)\n"), "\(output.notes)")
    }
    let named = run("use HTTP://a.example --name fair")
    #expect(named.notes.hasSuffix("curl -sL 'HTTP://a.example' | konf use - --name fair\n"))
    var run = run
    run.environment["KONF_DATA"] = "https://a.example"
    #expect(run("now").status == .usage)
  }

  // MARK: Which schedule a run shows

  @Test("--data counts before KONF_DATA, that before the default; each takes a name")
  func order() throws {
    _ = use("use @/first.json --name fair")
    folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 9, title: "Sea")], title: "Sea"), to: "sea.json")
    _ = use("use @/sea.json")
    var run = run
    func titles(_ options: String) throws -> [String] {
      try run.values("title", of: "talks \(options)")
    }
    #expect(try titles("") == ["Sea"])
    #expect(try titles("--data fair").count == 3)
    #expect(run("talks --data ./fair").notes.contains("./fair: no such file"))
    run.environment["KONF_DATA"] = "fair"
    #expect(try titles("").count == 3)
    #expect(try titles("--data sea") == ["Sea"])
    #expect(
      run("use fair").notes.contains("KONF_DATA is set and counts before the default: \"fair\""))
    #expect(run("check fair").text.contains("the remembered schedule fair: "))
    #expect(run("check").text == run("check fair").text)
  }

  @Test("a copy that is damaged or missing is never shown, and kept anew it is sound")
  func damaged() throws {
    _ = use("use @/first.json --name fair")
    let file = try #require(files.first)
    var bytes = Array(FairSchedule.first.utf8)
    for isMissing in [false, true] {
      if isMissing {
        #expect(unlink("\(schedules)/\(file)") == 0)
      } else {
        bytes[bytes.count / 2] ^= 1
        home.write(bytes, to: "schedules/\(file)")
      }
      for line in ["timeline", "now --json", "ratings", "use fair", "check"] {
        let output = use(line)
        #expect(output.status == .badData && output.text == "", "\(line)")
        #expect(output.notes.contains(isMissing ? "\(file): not there" : "\(file): damaged"))
        #expect(output.notes.contains("konf use FILE --name fair keeps it anew"))
      }
      #expect(use("use").status == .badData)
      let doctor = use("doctor", width: 300)
      #expect(doctor.status == .badData)
      #expect(doctor.text.contains("fair: \(schedules)/\(file): "))
      #expect(!doctor.text.contains("no damage"))
      #expect(use("help").status == .success && use("--version").status == .success)
      #expect(use("use @/first.json --name fair").text.contains("fair  "))
      #expect(use("timeline").status == .success && use("doctor").status == .success)
    }
    #expect(unlink("\(schedules)/\(file)") == 0)
    #expect(mkfifo("\(schedules)/\(file)", 0o600) == 0)
    #expect(use("timeline").notes.contains("not a plain file"))
    #expect(use("use fair --forget").status == .success)
    #expect(use("timeline").status == .success)
  }

  @Test("without the log no remembered schedule is shown, and no other one in its stead")
  func unreadableLog() throws {
    // Where nothing is remembered, all is as it was.
    home.makeFolder("ratings.log")
    #expect(use("timeline").text.hasPrefix("UIKonf 2015"))
    #expect(use("timeline").status == .inputOutput)
    #expect(use("locations").status == .success)
    rmdir("\(home.path)/ratings.log")
    _ = use("use @/first.json --name fair")
    #expect(rename("\(home.path)/ratings.log", "\(home.path)/aside") == 0)
    home.makeFolder("ratings.log")
    for line in ["timeline", "locations", "now --data fair", "diff", "use", "use @/first.json"] {
      let output = use(line)
      #expect(output.status == .inputOutput && output.text == "", "\(line)")
      #expect(output.notes.contains("ratings.log: not a plain file"), "\(line)")
    }
    #expect(use("locations").notes.hasSuffix("konf: --data FILE reads a file\n"))
    #expect(use("locations --data @/first.json").status == .success)
    #expect(use("timeline --data @/first.json").text.hasPrefix("Fair 2016"))
    #expect(use("help").status == .success)
  }

  @Test("a damaged line of the log is noted, and nothing is removed while it may name a file")
  func damagedLog() throws {
    _ = use("use @/first.json --name fair")
    _ = use("use @/second.json")
    var bytes = try #require(Repository.bytes(of: "\(home.path)/ratings.log"))
    bytes[bytes.count - 40] ^= 1
    home.write(bytes, to: "ratings.log")
    let output = use("locations")
    #expect(output.status == .success && output.notes.contains("ratings.log: line 3"))
    #expect(output.notes.split(separator: "\n").count == 1)
    folder.write(FairSchedule.json([FairSchedule.mail]), to: "third.json")
    #expect(use("use @/third.json").status == .success)
    #expect(files.count == 3)
  }

  // MARK: With the rest

  @Test("ratings follow the conference, whatever the schedule is called")
  func ratings() throws {
    _ = use("rate trains 4 --data @/first.json")
    _ = use("use @/first.json --name whatever")
    #expect(try run.values("rating", of: "ratings") == ["4"])
    _ = use("use @/first.json --name another")
    #expect(try run.values("rating", of: "ratings") == ["4"])
  }

  @Test("konf alone says which schedule it shows, and proposes one that is on")
  func overview() {
    #expect(use("").text.contains("\nthe schedule that comes with konf; konf use FILE keeps"))
    _ = use("use @/first.json --name fair")
    #expect(use("").text.contains("\nthe remembered schedule fair\n"))
    #expect(!use("").text.contains("konf use "))
    folder.write(
      FairSchedule.json(
        [FairSchedule.Talk(number: 9, title: "Sea")], title: "Sea", month: "2016-05"),
      to: "sea.json")
    _ = use("use @/sea.json")
    #expect(use("").text.contains("\nFair 2016 is on now: konf use fair\n"))
    #expect(!use(" --data sea").text.contains("konf use fair"))
    _ = use("use fair")
    #expect(use(" --at 2016-05-01").text.contains("\nSea begins in 23 days: konf use sea\n"))
    #expect(use("").text.hasPrefix("Fair 2016"))
  }

  @Test("hostile titles and names of files drive no terminal")
  func hostile() {
    folder.write(HostileSchedule.json, to: "hostile.json")
    for line in [
      "use @/hostile.json --name bad", "use", "", "doctor", "use bad", "use bad --forget",
    ] {
      let output = use(line, width: 60)
      #expect(!(output.out + output.err).contains(0x1B), "\(line)")
      for scalar in (output.text + output.notes).unicodeScalars {
        #expect(!["\u{202E}", "\u{9B}", "\u{7}", "\u{2028}"].contains(scalar), "\(line)")
      }
    }
    #expect(!(use("use @/hostile.json").err).contains(0x1B))
  }

  @Test("the answers agree with the schema")
  func schema() throws {
    let schema = try JSONSchema(try SourceDocument(json: run("help schema").out))
    func check(_ line: String, _ definition: String = "use") throws {
      let output = use("\(line) --json")
      let problems = schema.problems(with: try SourceDocument(json: output.out), as: definition)
      #expect(problems == [], "\(line)")
    }
    try check("use")
    try check("use @/first.json --name fair")
    try star(FairSchedule.trains)
    try check("use @/second.json")
    try check("diff", "diff")
    try check("use @/second.json")
    try check("use")
    try check("use fair")
    try check("doctor", "doctor")
    #expect(unlink("\(schedules)/\(try #require(files.first))") == 0)
    try check("doctor", "doctor")
    try check("use")
    try check("use fair --forget")
  }
}
