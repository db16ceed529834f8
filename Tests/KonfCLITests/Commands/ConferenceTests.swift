import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// How the ratings of one conference are separated from those of another in one folder.
@Suite struct ConferenceTests {
  /// A talk of a schedule.
  private struct Talk {
    var number: Int
    var title: String
    var speaker: String
    var guid: String?
    var room: String

    init(
      _ number: Int, _ title: String, _ speaker: String, guid: String? = nil, room: String = "A"
    ) {
      (self.number, self.title, self.speaker, self.guid) = (number, title, speaker, guid)
      self.room = room
    }

    /// The talk in an edition whose identifiers no other has.
    func identified(_ edition: Int) -> Talk {
      Talk(number, title, speaker, guid: "0f3c9a5e-1111-4222-8333-\(edition)4455556\(number)000")
    }

    func record(_ year: Int) -> String {
      let guid = guid.map { #""guid": "\#($0)", "# } ?? ""
      let persons = speaker.isEmpty ? "" : #"{"public_name": "\#(speaker)"}"#
      return #"""
        {"id": \#(number), \#(guid)"title": "\#(title)", "date": "\#(year)-02-01T10:00:00+01:00",
         "duration": "01:00", "room": "\#(room)", "persons": [\#(persons)]}
        """#
    }
  }

  private let folder = TemporaryFolder()
  private var run: CommandLineRun
  private let talks = [
    Talk(1, "Opening", ""), Talk(2, "T", "Ann"), Talk(3, "U", "Bob"), Talk(4, "V", "Cleo"),
  ]

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = "\(folder.path)/home"
  }

  private func schedule(_ title: String, _ year: Int, _ talks: [Talk]) -> String {
    let text = #"""
      {"schedule": {"version": "1", "conference": {"title": "\#(title)",
       "time_zone_name": "Europe/Berlin", "days": [{"index": 1, "date": "\#(year)-02-01", "rooms":
       {"A": [\#(talks.map { $0.record(year) }.joined(separator: ",\n"))]}}]}}}
      """#
    return folder.write(text, to: "schedule.json")
  }

  /// The stars of each rated talk by its title.
  private func ratings(_ path: String) throws -> [String] {
    let output = run("ratings --json --data \(path)")
    return try zip(output.values("title"), output.values("rating")).map { "\($0) \($1)" }
  }

  @Test("a conference with a new title keeps its ratings, with any identifiers")
  func renamed() throws {
    for talks in [talks, talks.map { $0.identified(1) }] {
      var run = run
      run.environment["KONF_HOME"] = "\(folder.path)/\(talks[0].guid ?? "numbers")"
      let id = talks[1].guid ?? "2"
      _ = run("rate \(id) 5 --data \(schedule("Konf 2025", 2025, talks))")
      let renamed = schedule("Konf 2025 final", 2025, talks)
      #expect(try run("ratings --json --data \(renamed)").values("title") == ["T"])
      // The last word counts under both titles.
      _ = run("rate \(id) 2 --data \(renamed)")
      #expect(try run("ratings --json --data \(renamed)").values("rating") == ["2"])
      let before = schedule("Konf 2025", 2025, talks)
      #expect(try run("ratings --json --data \(before)").values("rating") == ["2"])
      #expect(run("ratings --data \(before)").notes == "")
      let rows = run("ratings --jsonl").text
      #expect(!rows.contains("Konf 2025 final"), "one conference has one name in the log")
    }
  }

  @Test("the same talks a year later are another conference, and konf says so")
  func nextYear() throws {
    let before = talks.map { $0.identified(1) }
    let after = talks.map { $0.identified(2) }
    for (id, talks, later) in [("2", talks, talks), (before[1].guid ?? "", before, after)] {
      var run = run
      run.environment["KONF_HOME"] = "\(folder.path)/\(id)"
      _ = run("rate \(id) 5 --data \(schedule("Konf 2024", 2024, talks))")
      let output = run("ratings --data \(schedule("Konf 2025", 2025, later))")
      #expect(output.text == "0 of 4 talks rated\n")
      #expect(
        output.notes
          == "konf: 1 rating is for the conference \"Konf 2024\"; choose it with --data FILE\n")
    }
  }

  @Test("a schedule with added and removed talks is recognized by its remaining rated talks")
  func gainedAndLost() throws {
    let identified = talks.map { $0.identified(1) }
    for talk in identified.dropFirst() {
      _ = run("rate \(talk.guid ?? "") 4 --data \(schedule("Konf 2025", 2025, identified))")
    }
    let news = (5...9).map { Talk($0, "New \($0)", "Dora").identified(3) }
    let path = schedule("Another title", 2025, [identified[3]] + news)
    #expect(try ratings(path) == ["V 4", "T 4", "U 4"])
    #expect(run("ratings --data \(path)").text.contains("No longer in the schedule"))
  }

  @Test("common numbers and titles are not evidence")
  func coincidence() throws {
    // Both open with an opening, and one speaker gives one talk at both.
    _ = run("rate 1 5 --data \(schedule("Konf 2025", 2025, talks))")
    _ = run("rate 2 4 --data \(schedule("Konf 2025", 2025, talks))")
    let others = [
      Talk(1, "Opening", ""), Talk(7, "T", "Ann", room: "B"), Talk(2, "W", "Eve"),
    ]
    let path = schedule("Other 2025", 2025, others)
    #expect(try ratings(path) == [])
    _ = run("rate 1 1 --data \(path)")
    #expect(try ratings(path) == ["Opening 1"])
    #expect(try ratings(schedule("Konf 2025", 2025, talks)) == ["Opening 5", "T 4"])
    #expect(try ratings(schedule("Other 2025", 2025, others)) == ["Opening 1"])
  }

  @Test("all identifiers may change if titles and people are unchanged")
  func newIdentifiers() throws {
    for number in 2...4 {
      _ = run("rate \(number) \(number) --data \(schedule("Konf 2025", 2025, talks))")
    }
    let path = schedule("Konf!", 2025, talks.map { $0.identified(1) })
    #expect(try ratings(path) == ["T 2", "U 3", "V 4"])
    #expect(try ratings(schedule("Konf! 2026", 2026, talks.map { $0.identified(1) })) == [])
  }

  @Test("people who have the schedule under two titles are merged")
  func merged() throws {
    let talks = talks.map { $0.identified(1) }
    let before = schedule("Konf 2025", 2025, talks)
    _ = run("rate \(talks[1].guid ?? "") 5 --home \(folder.path)/a --data \(before)")
    let after = schedule("Konf 2025 final", 2025, talks)
    _ = run("rate \(talks[1].guid ?? "") 3 --home \(folder.path)/b --data \(after)")
    let output = run("ratings --merge \(folder.path)/a \(folder.path)/b --json --data \(after)")
    #expect(try output.values("count") == ["2"])
    #expect(try output.values("mean") == ["4"])
    #expect(output.notes == "")
  }

  @Test(
    "ratings of the built-in schedule also apply to the conference's published file",
    .enabled(
      if: Repository.sharedData("uikonf/uikonf-2015.json") != nil, "the shared samples are not here"
    ))
  func builtIn() throws {
    let path = try #require(Repository.sharedData("uikonf/uikonf-2015.json"))
    _ = run("rate hofele 5")
    #expect(try ratings(path) == ["Practical WatchKit Development 5"])
    _ = run("rate session3Day1/1 2 --data \(path)")
    #expect(try run.values("rating", of: "ratings") == ["2"])
    let other = CommandLineRun.inFolder("\(folder.path)/other", run)
    _ = other("rate hofele 3 --data \(path)")
    #expect(try other.values("rating", of: "ratings") == ["3"])
  }

  @Test(
    "another year of a real conference is another conference, and a new title is not",
    .enabled(
      if: Repository.sharedData("frab-xml/fosdem-2025.xml") != nil,
      "the shared samples are not here"))
  func realConferences() throws {
    let path = try #require(Repository.sharedData("frab-xml/fosdem-2025.xml"))
    let older = try #require(Repository.sharedData("frab-xml/fosdem-2019.xml"))
    let id = try #require(run.values("id", of: "talks --data \(path)").first)
    _ = run("rate \(id) 5 --data \(path)")
    let text = String(decoding: try #require(Repository.bytes(of: path)), as: UTF8.self)
    let renamed = folder.write(
      text.replacing("<title>FOSDEM 2025</title>", with: "<title>FOSDEM, final</title>"),
      to: "renamed.xml")
    #expect(try ratings(renamed).count == 1)
    #expect(try ratings(older) == [])
    let notes = run("ratings --data \(older)").notes
    #expect(notes.contains("1 rating is for the conference \"FOSDEM 2025\""))
  }
}

extension CommandLineRun {
  /// A run with another folder of ratings.
  fileprivate static func inFolder(_ path: String, _ run: CommandLineRun) -> CommandLineRun {
    var run = run
    run.environment["KONF_HOME"] = path
    return run
  }
}
