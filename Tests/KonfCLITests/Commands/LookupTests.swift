import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The answers to questions by name, by time and without either.
@Suite struct LookupTests {
  private var run = CommandLineRun()

  init() {
    run.input = Array(FrabConference.json.utf8)
  }

  @Test("a session is found by its id, by its talks' ids, and by the aliases of either")
  func session() throws {
    let run = CommandLineRun()
    for words in ["session1Day1", "session1Day1/2", "swift thinking", "MONDAY-Nothing", "monads"] {
      let output = run("session \(words) --json")
      if words == "MONDAY-Nothing" {
        #expect(output.status == .notFound)
        #expect(output.notes.contains("no session matches \"MONDAY-Nothing\""))
      } else {
        let expected = words == "monads" ? "session2Day1" : "session1Day1"
        #expect(try output.values("id") == [expected], "\(words)")
      }
    }
    #expect(
      try run.values("id", of: "session swift") == [
        "session1Day1", "session4Day1", "session1Day2", "session2Day2", "session4Day2",
      ])
    let several = run("session see you").text
    #expect(several.contains("\nSunday 17 May 2015\n21:00–09:00 +1   See you tomorrow  "))
    #expect(several.contains("\nMonday 18 May 2015\n18:10–09:00 +1   See you tomorrow  "))
    // With the ids, one of the sessions can be looked up alone.
    #expect(several.contains(" endOfSocialDay\n") && several.contains(" endOfDay1\n"))
  }

  @Test("the hours of a night belong to the day before it, like its sessions")
  func night() throws {
    func titles(_ filters: String) throws -> [String] {
      try run.values("title", of: "talks \(filters) --data -")
    }
    #expect(try titles("--day 1 --after 00:00 --before 01:00") == ["Night walk 🌙"])
    #expect(try titles("--day 1 --before 00:10").count == 4)
    #expect(try titles("--day 1 --after 13:00 --before 01:00").last == "Night walk 🌙")
    #expect(try titles("--after 00:00 --before 01:00") == ["Night walk 🌙"])
    #expect(try titles("--day 2 --before 09:00") == [])
  }

  @Test("sessions at a location and talks of a person are filtered like every list")
  func filters() throws {
    let all = run("location saal --data -").text
    let late = run("location saal --after 13:00 --data -").text
    #expect(all.contains("豆腐の未来") && all.contains("14:00–15:30"))
    #expect(!late.contains("豆腐の未来") && late.contains("14:00–15:30"))
    let zoe = run("speaker zoe --day 1 --before 11:00 --data -").text
    #expect(zoe.contains("豆腐の未来") && !zoe.contains("Night walk"))
  }

  @Test("paragraphs are separated by one blank line, and line endings are not escaped")
  func paragraphs() {
    var run = CommandLineRun()
    run.input = Array(
      """
      {"sessions": [{"id": "12", "title": "Swift", "speakers": ["s"], "roomId": 3,
        "description": "First.\\r\\n \\r\\n\\r\\n\\r\\nSecond:\\r\\n- an item that goes on for long"}],
       "speakers": [{"id": "s", "fullName": "Ada Lee", "bio": "Counts.\\r\\n\\r\\nWrites."}],
       "rooms": [{"id": 3, "name": "Hall"}], "categories": [], "questions": []}
      """.utf8)
    #expect(
      run("speaker ada --data -").text.contains("\nAda Lee\n  Counts.\n\n  Writes.\n\n  Swift  "))
    #expect(
      run("session swift --width 24 --data -").text.hasSuffix(
        "\n  Ada Lee\n\n  First.\n\n  Second:\n  - an item that goes on\n    for long\n"))
  }

  @Test("on a day with very many sessions, konf by itself shows the coming ones")
  func crowded() throws {
    let sessions = (0..<60).map { number in
      let minute = number % 6 * 10
      let clock = "18-\(10 + number / 6)-\(minute < 10 ? "0" : "")\(minute)"
      return #"{"t_id": "s\#(number)", "startTime": "\#(clock)", "endTime": "18-23-00"}"#
    }
    let clock = "18-10-00"
    let over = #"{"t_id": "over", "startTime": "\#(clock)", "endTime": "18-10-30"}"#
    var run = CommandLineRun()
    run.input = Array("[\(([over] + sessions).joined(separator: ","))]".utf8)
    let during = run("--at 2015-05-18T11:00 --month 2015-05 --zone UTC --data -").text
    #expect(!during.contains(" over\n") && during.contains(" s0\n") && during.contains(" s19\n"))
    #expect(!during.contains(" s20\n"))
    let rest = "more on Monday 18 May 2015: konf timeline --day 2015-05-18 --data -"
    #expect(during.contains("\n41 \(rest)"))
    let before = run("--at 2015-05-01 --month 2015-05 --zone UTC --data -").text
    #expect(before.contains(" over\n") && before.contains("\n41 \(rest)"))
    let late = run("--at 2015-05-18T23:30 --month 2015-05 --zone UTC --data -").text
    #expect(late.contains("\n61 on Monday 18 May 2015: "))
    #expect(try run.values("id", of: "--at 2015-05-18T11:00 --data -").count == 61)
  }

  @Test("a rating whose talk was removed is shown with the short form of its id")
  func orphan() {
    let folder = TemporaryFolder()
    var run = run
    run.environment["KONF_HOME"] = folder.path
    #expect(run("rate 0f3c9a5e 5 --data -").status == .success)
    run.input = Array(
      FrabConference.json.replacing("0f3c9a5e-1111", with: "9f3c9a5e-1111")
        .replacing("開会式：豆腐の未来", with: "Other").replacing("山田 花子", with: "Bea Ash").utf8)
    #expect(run("ratings --data -").text.contains("豆腐の未来 [0f3c9a5e]\n"))
  }

  /// Creates a run with a talk for each identifier, title and speaker.
  private func harbour(
    in folder: TemporaryFolder, _ talks: [(id: String, title: String, speaker: String)]
  ) -> CommandLineRun {
    let records = talks.flatMap { talk in
      [
        """
        {"t_id": "\(talk.id)", "startTime": "24-10-00", "endTime": "24-11-00",
         "locations": ["Pier of \(talk.speaker)"]}
        """,
        """
        {"t_id": "\(talk.id)", "t_index": 1, "title": "\(talk.title)",
         "speaker_name": "\(talk.speaker)"}
        """,
      ]
    }
    let conference = #"{"conference": "Harbour Con", "month": "2016-04", "zone": "UTC"}"#
    folder.write("[\(([conference] + records).joined(separator: ",\n"))]", to: "harbour.json")
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.environment["KONF_DATA"] = "\(folder.path)/harbour.json"
    return run
  }

  @Test("a unique beginning of an id is enough, unless a number, a title or a name matches")
  func beginnings() throws {
    let folder = TemporaryFolder()
    let rest = "-1da1-4772-a0a9-6dd4e33f11bb"
    let run = harbour(
      in: folder,
      [
        ("c9edea6f\(rest)", "Tides", "Mara"), ("c9edbb00\(rest)", "Charts", "Ida"),
        ("4965ee72\(rest)", "Sextants", "Lou"), ("123456", "Ropes", "Kim"),
        ("deca0000\(rest)", "Knots", "Sam"), ("ffff0000\(rest)", "Decades at sea", "Eve"),
      ])
    func starred() throws -> [String] { try run.values("id", of: "agenda") }
    let several = run("star c9ed")
    #expect(several.status == .usage, "\(several.notes)")
    #expect(several.notes.contains("\"c9ed\" matches 2 talks; nothing was changed; use an id:"))
    #expect(several.notes.contains("c9edea6f") && several.notes.contains("c9edbb00"))
    for words in ["c9e", "1234", "c9edaa"] {
      #expect(run("star \(words)").status == .notFound, "\(words)")
    }
    #expect(try starred() == [])
    #expect(run("star 4965 C9EDE").status == .success)
    #expect(try Set(starred()) == ["4965ee72\(rest)", "c9edea6f\(rest)"])
    for line in ["unstar c9ede", "note 4965 bring-one", "rate c9edb 5", "hide c9edea6f-1"] {
      #expect(run(line).status == .success, "\(line)")
    }
    #expect(try starred() == ["4965ee72\(rest)"])
    #expect(run("ratings").text.contains("[c9edbb00]"))
    #expect(try run.values("id", of: "session c9edb") == ["c9edbb00\(rest)"])
    #expect(try run.values("id", of: "session deca") == ["ffff0000\(rest)"])
    #expect(run("star deca").text.contains("Decades at sea"))
  }

  @Test("a remark names the longer names that a full name hides")
  func longerNames() {
    let folder = TemporaryFolder()
    let run = harbour(
      in: folder,
      [
        ("a", "Tides", "Tim"), ("b", "Charts", "Tim Okafor"), ("c", "Ropes", "Timo Berg"),
        ("d", "Knots", "Tim Zander"),
      ])
    let remark = "konf: 2 longer names also match \"tim\": \"Tim Okafor\", \"Tim Zander\"\n"
    for line in ["speaker tim", "talks --speaker tim", "talks --speaker tim --json"] {
      #expect(run(line).notes == remark, "\(line)")
    }
    for line in ["location pier of tim", "talks --speaker tim --speaker timo"] {
      #expect(run(line).notes.contains("longer name"), "\(line)")
    }
    for line in ["speaker okafor", "talks --speaker timo", "speaker ti"] {
      #expect(run(line).notes == "", "\(line)")
    }
  }
}
