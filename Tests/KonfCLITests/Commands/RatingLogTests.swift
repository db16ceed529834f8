import Basics
import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// What becomes of ratings when the log or the schedule is not as it was.
@Suite struct RatingLogTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun
  private var log: String { "\(folder.path)/ratings.log" }

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.now = Instant(secondsSince1970: 1_432_144_800)
  }

  private func logBytes() -> [UInt8] { Repository.bytes(of: log) ?? [] }

  // MARK: Where it cannot be written

  @Test("a folder that is a file ends with 74 and the path")
  func noFolder() {
    let file = folder.write("", to: "file")
    for home in [file, "\(file)/below"] {
      let output = run("rate hofele 5 --home \(home)")
      #expect(output.status == .inputOutput)
      #expect(output.text == "")
      #expect(output.notes.hasPrefix("konf: rate: nothing was changed: \(home): cannot be read: "))
    }
  }

  @Test("without any folder everything except rating works")
  func noHome() {
    var run = run
    run.environment = [:]
    for command in ["timeline", "talks", "ratings", "help", ""] {
      #expect(run(command).status == .success)
      #expect(run(command).notes == "")
    }
    let output = run("rate hofele 5")
    #expect(output.status == .cannotCreate)
    #expect(
      output.notes
        == "konf: rate: no data folder for ratings; set --home, KONF_HOME or HOME\n")
  }

  @Test("a log that is not a file, or a newer program's, ends with 74 and is left unchanged")
  func notWritable() {
    let devices = folder.makeFolder("devices")
    folder.link("devices/ratings.log", to: "/dev/full")
    let full = run("rate hofele 5 --home \(devices)")
    #expect(full.status == .inputOutput)
    #expect(full.text == "")
    #expect(full.notes.contains("konf: rate: nothing was changed: \(devices)/ratings.log: "))

    _ = run("rate hofele 3")
    let newer = logBytes() + line("5\tsomething\tnew\t")
    folder.write(newer, to: "ratings.log")
    let output = run("rate hofele 5")
    #expect(output.status == .inputOutput)
    #expect(output.notes.contains("konf: rate: nothing was changed: \(log): format 5;"))
    #expect(logBytes() == newer)
    #expect(run("ratings").text.hasPrefix("★★★☆☆ Practical WatchKit Development"))
  }

  @Test("a log held by another run ends with 75, and can be used once it is released")
  func busy() throws {
    _ = run("rate hofele 3")
    let lock = try HeldLock("\(folder.path)/lock")
    let before = logBytes()
    let output = run("rate hofele 5")
    #expect(output.status == .busy)
    #expect(output.text == "")
    #expect(output.notes.hasPrefix("konf: rate: nothing was changed: \(folder.path)/lock: "))
    #expect(logBytes() == before)
    #expect(run("ratings").text.hasPrefix("★★★☆☆"), "reading needs no lock")
    lock.release()
    #expect(run("rate hofele 5").status == .success)
  }

  @Test("only the user can read the folder and the log")
  func modes() {
    let home = "\(folder.path)/a/b"
    #expect(run("rate hofele 5 --home \(home)").status == .success)
    var status = stat()
    #expect(stat(home, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat("\(home)/ratings.log", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  // MARK: Damage

  @Test("damaged lines are reported, the others count, and a torn line is not continued")
  func damage() {
    _ = run("rate hofele 5")
    _ = run("rate monads 4")
    let whole = logBytes()
    folder.write(Array("nonsense\n".utf8) + whole + whole.prefix(40), to: "ratings.log")
    for command in ["ratings", "ratings --json", "timeline"] {
      let output = run(command)
      #expect(output.status == .success, "\(command)")
      #expect(output.notes.split(separator: "\n").count == 2, "\(command)")
      #expect(output.notes.hasPrefix("konf: \(log): line 1, "), "\(command)")
      #expect(output.notes.contains("\nkonf: \(log): line 6, "), "\(command)")
    }
    #expect(run("ratings").text.hasSuffix("\n2 of 18 talks rated\n"))
    #expect(run("rate swift thinking 3").status == .success)
    #expect(run("ratings").text.hasSuffix("\n3 of 18 talks rated\n"))
    #expect(logBytes().starts(with: Array("nonsense\n".utf8) + whole + whole.prefix(40)))
  }

  @Test("only the beginning of extensive damage is reported")
  func muchDamage() {
    folder.write(String(repeating: "nonsense\n", count: 9), to: "ratings.log")
    let notes = run("ratings").notes.split(separator: "\n")
    #expect(notes.count == 4)
    #expect(notes.last ?? "" == "konf: \(log): 6 more damaged lines")
  }

  @Test("a schedule is shown without an unreadable log, but the run fails")
  func unreadable() {
    folder.makeFolder("ratings.log")
    for command in ["timeline", "talks --json", "", "speaker hofele", "entities Rating"] {
      let output = run(command)
      #expect(output.status == .inputOutput, "\(command)")
      #expect(output.text == CommandLineRun(now: run.now)(command).text, "\(command)")
      #expect(output.notes.hasPrefix("konf: ratings are not shown: \(log): "), "\(command)")
    }
    #expect(run("check").status == .success, "what shows no ratings needs none")
  }

  @Test(
    "commands about ratings only give no answer without the log",
    arguments: [
      "rate hofele --clear", "rate hofele 3", "ratings", "ratings --json", "ratings --payload",
      "ratings --jsonl",
    ])
  func unanswered(command: String) {
    folder.makeFolder("ratings.log")
    let output = run(command)
    #expect(output.status == .inputOutput)
    #expect(output.text == "")
    let prefix = command.hasPrefix("rate ") ? "rate: nothing was changed: " : "ratings: "
    #expect(output.notes.hasPrefix("konf: \(prefix)\(log): "))
  }

  @Test("a rating that a damaged line may contain is still removed")
  func clearBesideDamage() {
    _ = run("rate hofele 5")
    var bytes = logBytes()
    bytes[20] ^= 1
    folder.write(bytes, to: "ratings.log")
    #expect(run("rate hofele --clear").status == .success)
    #expect(logBytes().count > bytes.count, "the word is written, for those who read the line")
    // A newer program's line may hold one, too, and nothing can be written after it.
    folder.write(line("5\tsomething\tnew\t"), to: "ratings.log")
    #expect(run("rate hofele --clear").status == .inputOutput)
  }

  @Test("a stored value outside the scale is not shown as stars")
  func otherValues() {
    _ = run("rate hofele 5")
    let parts = String(decoding: logBytes(), as: UTF8.self).split(
      separator: "\t", omittingEmptySubsequences: false)
    let forged = (["1", parts[1], "2"] + parts[3...8] + ["9", "", ""]).joined(separator: "\t")
    folder.write(logBytes() + line(forged), to: "ratings.log")
    let output = run("ratings")
    #expect(output.notes == "konf: the log has 1 value that cannot be read (rating); not shown\n")
    #expect(output.text.hasPrefix("★★★★★ Practical WatchKit Development"))
  }

  /// A line of a log with its checksum, which is that of the xz format.
  private func line(_ text: String) -> [UInt8] {
    var sum = UInt64.max
    for byte in text.utf8 {
      sum ^= UInt64(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xC96C_5795_D787_0F42 : sum >> 1 }
    }
    let digits = String(~sum, radix: 16)
    return Array("\(text)\(String(repeating: "0", count: 16 - digits.count))\(digits)\n".utf8)
  }

  // MARK: Other schedules

  /// A schedule of one session, its talks given as title and speaker in their order.
  private func schedule(
    _ talks: [(title: String, speaker: String)], title: String = "Konf 1", session: String = "a",
    and more: [(title: String, speaker: String)] = []
  ) -> String {
    func records(_ talks: [(title: String, speaker: String)], _ session: String) -> [String] {
      [#"{"t_id": "\#(session)", "startTime": "01-10-00", "description": "Talks"}"#]
        + talks.enumerated().map { number, talk in
          """
          {"t_id": "\(session)", "t_index": \(number + 1), "title": "\(talk.title)",
           "speaker_name": "\(talk.speaker)"}
          """
        }
    }
    let conference =
      #"{"conference": "\#(title)", "month": "2015-05", "zone": "Europe/Berlin"}"#
    let all = [conference] + records(talks, session) + (more.isEmpty ? [] : records(more, "b"))
    return folder.write("[\(all.joined(separator: ",\n"))]", to: "schedule.json")
  }

  private func ratings(_ path: String) throws -> [String] {
    let output = run("ratings --json --data \(path)")
    return try zip(output.values("id"), zip(output.values("title"), output.values("rating")))
      .map { "\($0) \($1.0) \($1.1)" }
  }

  @Test("a talk with a new title or another speaker keeps its rating")
  func renamed() throws {
    _ = run("rate a/1 5 --data \(schedule([("TBA", "S"), ("U", "V")]))")
    #expect(try ratings(schedule([("T", "S"), ("U", "V")])) == ["a/1 T 5"])
    #expect(try ratings(schedule([("TBA", "X"), ("U", "V")])) == ["a/1 TBA 5"])
  }

  @Test("a talk that moves keeps its rating")
  func moved() throws {
    _ = run("rate a/1 5 --data \(schedule([("T", "S"), ("U", "V")]))")
    #expect(try ratings(schedule([("N", "M"), ("T", "S")])) == ["a/2 T 5"])
    #expect(try ratings(schedule([("N", "M")], and: [("T", "S")])) == ["b/1 T 5"])
  }

  @Test("a session keeps its rating with another identifier or another first talk")
  func movedSession() throws {
    _ = run("rate a 4 --data \(schedule([("T", "S")]))")
    #expect(try ratings(schedule([("T", "S")], session: "c")) == ["c Talks 4"])
    #expect(try ratings(schedule([("T", "S"), ("U", "V")])) == ["a Talks 4"])
    // It is called as before and is when and where it was, with another talk.
    #expect(try ratings(schedule([("U", "V")], session: "c")) == ["c Talks 4"])
  }

  @Test("a rating of a removed talk is listed and not lost")
  func orphaned() throws {
    _ = run("rate a/1 5 --comment good --data \(schedule([("T", "S"), ("U", "V")]))")
    let path = schedule([("N", "M"), ("U", "V")])
    let output = run("ratings --data \(path)")
    #expect(
      output.text
        == "No longer in the schedule\n★★★★★ T [a/1]\n      good\n\n0 of 2 talks rated\n")
    #expect(try run("ratings --json --data \(path)").values("session") == ["null"])
    #expect(run("timeline --data \(path)").text.contains("★") == false)
    // Not even by a rating of what now has its identifier.
    _ = run("rate a/1 2 --data \(path)")
    #expect(try ratings(path) == ["a/1 N 2", "a/1 T 5"])
    #expect(try ratings(schedule([("T", "S"), ("U", "V")])) == ["a/1 T 5", "a/1 N 2"])
  }

  @Test("two swapped talks keep their ratings, whichever is rated again")
  func swapped() throws {
    let before = [(title: "T", speaker: "S"), (title: "U", speaker: "V")]
    let after = [before[1], before[0]]
    _ = run("rate a/1 5 --data \(schedule(before))")
    _ = run("rate a/2 1 --data \(schedule(before))")
    #expect(try ratings(schedule(after)) == ["a/1 U 1", "a/2 T 5"])
    _ = run("rate a/2 4 --data \(schedule(after))")
    #expect(try ratings(schedule(after)) == ["a/1 U 1", "a/2 T 4"])
    _ = run("rate a/1 --clear --data \(schedule(after))")
    #expect(try ratings(schedule(after)) == ["a/2 T 4"])
    #expect(try ratings(schedule(before)) == ["a/1 T 4"])
  }

  @Test("a talk that moved and was then renamed is followed if it was rated in between")
  func followed() throws {
    _ = run("rate a/1 5 --data \(schedule([("T", "S")]))")
    _ = run("rate b/1 4 --data \(schedule([("N", "M")], and: [("T", "S")]))")
    #expect(try ratings(schedule([("N", "M")], and: [("T2", "S")])) == ["b/1 T2 4"])
    _ = run("rate b/1 --clear --data \(schedule([("N", "M")], and: [("T2", "S")]))")
    #expect(try ratings(schedule([("T", "S")])) == [])
  }

  @Test("a repeated talk has two ratings")
  func repeated() throws {
    let path = schedule([("T", "S")], and: [("T", "S")])
    _ = run("rate a/1 5 --data \(path)")
    _ = run("rate b/1 2 --data \(path)")
    #expect(try ratings(path) == ["a/1 T 5", "b/1 T 2"])
  }
}
