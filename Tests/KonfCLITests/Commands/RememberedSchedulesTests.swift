import Basics
import CommandLine
import ECSStore
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// The remembered schedules: which there are, which is shown, and what else knows of them.
@Suite struct RememberedSchedulesTests: FairHomeSuite {
  let fair = FairHome()

  // MARK: Listing, switching, forgetting

  @Test("the list describes each schedule, at every width")
  func list() {
    #expect(use("use").text == "no saved schedules; save one with konf use FILE\n")
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

  @Test("a name switches, and --forget removes schedule and copies")
  func chooseAndForget() throws {
    _ = use("use @/first.json --name fair")
    _ = use("use @/second.json")
    folder.write(
      FairSchedule.json([FairSchedule.Talk(number: 9, title: "Sea")], title: "Sea"), to: "sea.json")
    _ = use("use @/sea.json")
    #expect(use("use fair").text == "\(Self.line)\n")
    #expect(try run.values("default", of: "use") == ["true", "false"])
    #expect(use("use fare").notes.hasPrefix("konf: fare: no such file or saved schedule"))
    #expect(use("use fairr --forget").notes.contains("no saved schedule is called \"fairr\""))
    #expect(use("use fairr --forget").notes.contains("did you mean fair?"))
    #expect(use("use sea --forget").text == "sea  forgotten\n")
    #expect(
      use("use fair --forget").text
        == "fair  forgotten; konf shows the built-in schedule of UIKonf 2015 now\n")
    #expect(files.isEmpty)
    #expect(use("timeline").text.hasPrefix("UIKonf 2015"))
    // What was forgotten has no older versions.
    #expect(use("use @/first.json --name fair").text == "\(Self.line)\n")
  }

  @Test(
    "incompatible options are refused",
    arguments: [
      ("use --forget", "--forget needs a schedule"), ("use --name a", "--name needs a schedule"),
      ("use fair --name a", "fair is a saved schedule, but --name needs a file"),
      ("use fair --forget --name a", "--forget and --name cannot be combined"),
      ("use fair --zone UTC", "--zone needs a file"), ("use - --data -", "--data does not apply"),
      ("use - -", "unexpected argument \"-\""), ("diff - -", "both standard input"),
    ])
  func usage(line: String, message: String) {
    _ = use("use @/first.json --name fair")
    let output = use(line)
    #expect(output.status == .usage && output.notes.contains(message), "\(output.notes)")
  }

  @Test("for a web address, the line to type is printed, quoted for a shell")
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

  // MARK: With the rest

  @Test("ratings follow the conference, whatever the schedule is called")
  func ratings() throws {
    _ = use("rate trains 4 --data @/first.json")
    _ = use("use @/first.json --name whatever")
    #expect(try run.values("rating", of: "ratings") == ["4"])
    _ = use("use @/first.json --name another")
    #expect(try run.values("rating", of: "ratings") == ["4"])
  }

  @Test("konf by itself names the shown schedule, and suggests one that is running")
  func overview() {
    #expect(use("").text.contains("\nthe built-in schedule; save your own with konf use FILE"))
    _ = use("use @/first.json --name fair")
    #expect(use("").text.contains("\nthe saved schedule fair\n"))
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

  @Test("hostile titles and file names cannot control the terminal")
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
