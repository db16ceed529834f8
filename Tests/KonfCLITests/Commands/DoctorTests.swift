import Basics
import CommandLine
import ECSStore
import KonfCLI
import TestSupport
import Testing

/// What `konf doctor` finds, and its repair.
@Suite struct DoctorTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun
  private var log: String { "\(folder.path)/ratings.log" }

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
  }

  /// The answer, with the names of the folder and of the device replaced by signs.
  private func answer(_ line: String = "doctor") -> String {
    run("\(line) --width 200").text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let text = String(line).replacing(folder.path, with: "@")
        return text.contains("device: ") ? "          device" : text
      }.joined(separator: "\n")
  }

  private func damage() throws {
    for line in ["rate session1Day1 5", "rate hofele 4", "rate graham 3"] { _ = run(line) }
    var bytes = try #require(Repository.bytes(of: log))
    // In the third of six lines.
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    bytes[lines[0].count + lines[1].count + 2 + lines[2].count / 2] ^= 1
    folder.write(bytes, to: "ratings.log")
  }

  @Test("all paths are shown before any file exists")
  func empty() {
    #expect(
      answer() == """
        Schedule  the built-in schedule
        Folder    @, set by KONF_HOME
        Log       @/ratings.log
                  does not exist yet; the first change creates it
        Health    no damage

        """)
    #expect(run("doctor").status == .success)
    #expect(TemporaryFolder.names(in: folder.path).isEmpty)
  }

  @Test(
    "the source of the folder's name is shown",
    arguments: [
      ("--home", ["KONF_HOME": "b"], " --home a"), ("KONF_HOME", ["KONF_HOME": "b"], ""),
      ("XDG_DATA_HOME", ["XDG_DATA_HOME": "/c", "HOME": "/d"], ""),
      ("HOME", ["XDG_DATA_HOME": "c", "HOME": "/d"], ""),
    ])
  func places(source: String, environment: [String: String], options: String) throws {
    var run = CommandLineRun()
    run.environment = environment
    #expect(try run.values("namedBy", of: "doctor\(options)") == [source])
  }

  @Test(
    "a folder other than the intended one is refused, and none is created",
    arguments: [
      (["HOME": "a"], "HOME: \"a/.local/share/konf\" is not an absolute path"),
      (["KONF_HOME": "/tmp/\u{FFFD}"], "KONF_HOME: \"/tmp/\u{FFFD}\" is not UTF-8"),
      (["XDG_DATA_HOME": "/tmp/\u{FFFD}"], "XDG_DATA_HOME: \"/tmp/\u{FFFD}/konf\" is not UTF-8"),
      (["HOME": "/tmp/\u{FFFD}"], "HOME: \"/tmp/\u{FFFD}/.local/share/konf\" is not UTF-8"),
    ])
  func refused(environment: [String: String], message: String) {
    var run = CommandLineRun()
    run.environment = environment.merging(["LANG": "C.UTF-8"]) { $1 }
    for command in ["doctor", "rate hofele 5", "ratings --json", "timeline"] {
      let output = run(command)
      #expect(output.status == .usage && output.text == "", "\(command)")
      #expect(output.notes == "konf: \(message); --home sets the data folder\n")
    }
    #expect(run("timeline --home \(folder.path)").status == .success)
  }

  @Test("a missing folder is reported without a failure")
  func noFolder() throws {
    let output = CommandLineRun()("doctor")
    #expect(output.status == .success)
    #expect(
      output.text.hasSuffix("Folder    none; set --home, KONF_HOME or HOME\n"))
    #expect(try CommandLineRun().values("folder", of: "doctor") == ["null"])
  }

  @Test("obstacles next to the log are reported, and the rest is examined")
  func obstacles() throws {
    _ = run("rate session1Day1 5")
    mkfifo("\(folder.path)/ratings.log.previous", 0o600)
    folder.makeFolder("unfinished")
    let output = run("doctor --width 200")
    #expect(output.status == .badData)
    #expect(output.text.contains("entries: 2, bytes: "))
    #expect(output.text.contains("Obstacles  \(folder.path)/unfinished: not a plain file; "))
    #expect(
      output.text.contains("           \(folder.path)/ratings.log.previous: not a plain file"))
    #expect(try run.values("obstacles", of: "doctor")[0].contains("unfinished: not a plain file"))
  }

  @Test("an intact log is reported with its size, even if a schedule is damaged")
  func sound() throws {
    _ = run("rate session1Day1 5")
    let size = try #require(Repository.bytes(of: log)).count
    #expect(
      answer("doctor --data \(folder.path)/missing.json") == """
        Schedule  @/missing.json
        Folder    @, set by KONF_HOME
        Log       @/ratings.log
                  entries: 2, bytes: \(size)
                  device
        Health    no damage

        """)
  }

  @Test("damage is reported with its position and changes nothing, and the status is 65")
  func damaged() throws {
    try damage()
    let before = Repository.bytes(of: log)
    let output = run("doctor")
    #expect(output.status == .badData)
    let lines = answer().split(separator: "\n").map(String.init)
    #expect(lines[5].hasPrefix("Damage    line 3, byte "))
    #expect(lines[5].hasSuffix("checksum missing or wrong, \(try lineLength(3)) bytes"))
    #expect(
      lines[6]
        == "          konf doctor --repair sets the file aside and recovers its readable entries"
    )
    #expect(Repository.bytes(of: log) == before)
    #expect(output.status == run("doctor --json").status)
    #expect(try run.values("damageCount", of: "doctor") == ["1"])
  }

  private func lineLength(_ number: Int) throws -> Int {
    let bytes = try #require(Repository.bytes(of: log))
    return bytes.split(separator: UInt8(ascii: "\n"))[number - 1].count
  }

  @Test("a repair sets the damaged log aside, says so and leaves it intact")
  func repaired() throws {
    try damage()
    let before = Repository.bytes(of: log)
    let output = run("doctor --repair")
    #expect(output.status == .success)
    #expect(
      output.text.contains(
        "Repaired  damaged parts: 1; the damaged log is now ratings.log.damaged-1\n"))
    #expect(output.text.contains("set aside by a repair: ratings.log.damaged-1\n"))
    #expect(output.text.hasSuffix("Health    no damage\n"))
    #expect(Repository.bytes(of: "\(log).damaged-1") == before)
    #expect(run("ratings").notes == "")
    #expect(run("ratings").text.hasSuffix("\n3 of 18 talks rated\n"))
    let again = run("doctor --repair")
    #expect(!again.text.contains("Repaired"))
    #expect(try run.values("repaired", of: "doctor --repair") == ["0"])
  }

  @Test("a log of a newer format is not repaired")
  func newer() throws {
    _ = run("rate session1Day1 5")
    let bytes = try #require(Repository.bytes(of: log))
    folder.write(bytes + Array("5\twhatever\tf25f28e58e404679\n".utf8), to: "ratings.log")
    let before = Repository.bytes(of: log)
    let output = run("doctor --width 200")
    #expect(output.status == .badData)
    #expect(output.text.contains("format 5, newer than 4, 27 bytes\n"))
    #expect(
      output.text.hasSuffix("a newer konf wrote to the log, and only a newer konf can repair it\n"))
    let repair = run("doctor --repair")
    #expect(repair.status == .inputOutput)
    #expect(repair.notes.contains("format 5; expected at most 4"))
    #expect(Repository.bytes(of: log) == before)
    #expect(run("rate session1Day1 4").status == .inputOutput)
  }

  @Test("leftovers of a dead run are reported, and removed by the next rating")
  func leftovers() {
    _ = run("rate session1Day1 5")
    folder.write("half", to: "unfinished")
    #expect(run("doctor").text.contains("left over from an interrupted run: unfinished;"))
    _ = run("rate session1Day1 4")
    #expect(!run("doctor").text.contains("unfinished"))
  }

  /// Writes changes to the log as another device or a program with another clock may have.
  private func write(_ changes: [(kind: String, value: String)], at time: Int64) throws {
    try ChangeLog(folder: folder.path, name: "ratings.log").append(at: time) { _ in
      changes.map { kind, value in
        LogChange(
          scope: "UIKonf 2015", kind: kind,
          target: kind == "appointment" ? "own-123456" : "session1Day1",
          name: kind == "appointment" ? "Tea" : "First session", value: value)
      }
    }
  }

  @Test("each unreadable value is listed with its mark, the value and the expected one")
  func unreadableValues() throws {
    try write([("star", "yes"), ("note", "fine")], at: 0)
    #expect(run("doctor").status == .success)
    let long = String(repeating: "9", count: 100_000)
    try write(
      [
        ("rating", long), ("star", "perhaps\u{1b}[2J"), ("hidden", "no"), ("friends", "-"),
        ("appointment", "-9223372036854775808 0"),
      ], at: 0)
    let output = run("doctor --width 400")
    #expect(output.status == .badData && !output.text.contains("no damage"))
    for line in [
      #"rating of "First session" [session1Day1] in "UIKonf 2015": found "999"#,
      #"star of "First session" [session1Day1] in "UIKonf 2015": found "perhaps\u{1b}[2J"; "#
        + "expected yes or maybe",
      #"hidden talk of "First session""#, #"friend's star of "First session""#,
      #"appointment of "Tea" [own-123456] in "UIKonf 2015": found "-9223372036854775808 0"; "#
        + "expected start and end in Unix time, between the years 1 and 9999",
      "konf doctor --repair removes these values",
    ] { #expect(output.text.contains(line), "\(line): \(output.text.prefix(3000))") }
    #expect(output.text.utf8.count < 5000 && !output.text.contains("\u{1b}"))
    #expect(try run.values("unreadable", of: "doctor")[0].contains("\"expected\":\"yes or maybe\""))
    #expect(run("agenda").notes.contains("5 values that cannot be read"))
    let repair = run("doctor --repair --width 400")
    #expect(repair.status == .success)
    #expect(repair.text.contains("Repaired  unreadable values removed: 5\n"), "\(repair.text)")
    #expect(run("doctor").status == .success)
    #expect(!run("agenda").notes.contains("cannot be read"))
    #expect(run("session session1Day1").text.contains("fine"))
    // A value of a newer konf is none of them.
    try ChangeLog(folder: folder.path, name: "ratings.log").append(at: 0) { _ in
      [
        LogChange(
          scope: "UIKonf 2015", kind: "rating", target: "session2Day1", name: "x", version: 2,
          value: "4.5")
      ]
    }
    #expect(run("doctor").status == .success)
  }

  @Test("each mark with a time outside the calendar is listed, and a repair sets the time")
  func impossibleTimes() throws {
    try write([("star", "yes"), ("note", "one")], at: .max)
    try write([("note", "two")], at: 0)
    let output = run("doctor --width 400")
    #expect(output.status == .badData)
    #expect(
      output.text.contains(
        #"time of the star of "First session" [session1Day1] in "UIKonf 2015": "#
          + "found 9223372036854775807; expected seconds since 1970, between the years 1 and 9999"),
      "\(output.text)")
    #expect(!output.text.contains("time of the note"))
    let shared = folder.makeFolder("shared")
    let before = run("agenda --json").text
    let repair = run("doctor --repair --width 400")
    #expect(repair.text.contains("Repaired  times set to now: 1\n"), "\(repair.text)")
    #expect(repair.status == .success && run("doctor").status == .success)
    #expect(run("agenda --json").text == before && before.contains("First session"))
    _ = run("sync \(shared) --name phone")
    var desk = run
    desk.environment["KONF_HOME"] = "\(folder.path)/desk"
    #expect(desk("sync \(shared) --name desk").text.contains("1 star, 1 note"))
  }

  @Test("an unreadable folder is an error with its path")
  func unreadable() {
    folder.write("no folder", to: "plain")
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = "\(folder.path)/plain"
    let output = run("doctor")
    #expect(output.status == .inputOutput)
    #expect(output.text == "" && output.notes.hasPrefix("konf: doctor: \(folder.path)/plain: "))
    #expect(run("doctor --home=").status == .usage)
  }
}
