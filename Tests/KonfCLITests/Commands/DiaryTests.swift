import CommandLine
import KonfCLI
import TestSupport
import Testing

/// `konf diary`, and the recordings that are joined with it.
@Suite struct DiaryTests {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()

  /// A conference of a day: two talks at the same time, one after them, and one at six.
  private static let schedule = """
    {"schedule": {"conference": {"acronym": "Fair", "title": "Fair", "start": "2016-03-26",
      "time_zone_name": "Europe/Berlin", "days": [{"index": 1, "date": "2016-03-26", "rooms": {
        "Hall": [\(event(1, "Opening", "10:00", "Ada Lee")), \(event(2, "Loops", "12:00", "Bob")),
          \(event(3, "Closing", "18:00", "Ada Lee"))],
        "Room": [\(event(4, "Garden", "10:30", "Cy")), \(event(5, "Loops", "14:00", "Bob")),
          \(event(6, "Bridges", "15:00", "Dee"))]}}]}}}
    """

  private static func guid(_ number: Int) -> String {
    "\(number)f3c9a5e-1111-4222-8333-444455556666"
  }

  private static func event(_ number: Int, _ title: String, _ start: String, _ name: String)
    -> String
  {
    """
    {"id": \(number), "guid": "\(guid(number))", "start": "\(start)", "duration": "01:00",
     "date": "2016-03-26T\(start):00+01:00", "title": "\(title)", "track": "Main",
     "persons": [{"id": \(number), "public_name": "\(name)"}]}
    """
  }

  init() {
    run.environment["KONF_HOME"] = folder.path
    run.environment["KONF_DATA"] = folder.write(Self.schedule, to: "fair.json")
  }

  private func diary(_ options: String = "", at time: String = "17:00") -> Output {
    run("diary \(options) --at 2016-03-26T\(time) --no-ids --width 100")
  }

  private func attendances(_ options: String = "") throws -> [String] {
    let output = diary("\(options) --json")
    return zip(try output.values("title"), try output.values("attendance")).map { "\($0) \($1)" }
  }

  private func mark() {
    for line in [
      "star 1f3c9a5e", "star 4f3c9a5e --maybe", "star 3f3c9a5e", "rate 6f3c9a5e 4 --comment solid",
      "note 2f3c9a5e again",
      "add Lunch --at 2016-03-26T13:00",
    ] {
      #expect(run(line).status == .success, "\(line)")
    }
  }

  /// A list of recordings as media.ccc.de writes it.
  private func list(_ events: String...) -> String {
    folder.write(
      """
      {"acronym": "fair", "title": "Fair", "events": [\(events.joined(separator: ","))]}
      """, to: "fair-recordings.json")
  }

  private static func recording(
    _ slug: String, guid: String, _ title: String, _ people: String..., seconds: String = "1800"
  ) -> String {
    let persons = people.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"guid": "\(guid)", "title": "\(title)", "persons": [\(persons)], "length": \(seconds),
       "frontend_link": "https://media.ccc.de/v/\(slug)", "slug": "\(slug)"}
      """
  }

  @Test("it lists past sessions, with attendance by time, ratings and notes")
  func walk() throws {
    mark()
    let output = diary()
    #expect(
      output.text == """
        Fair · Europe/Berlin

        Saturday 26 March 2016
        10:00–11:00         ★ Opening · Ada Lee    Hall
        10:30–11:30  missed ☆ Garden · Cy          Room
        12:00–13:00           Loops · Bob          Hall
                              note: again
        13:00–14:00         ★ Lunch
        15:00–16:00           Bridges ★★★★☆ · Dee  Room
                              comment: solid

        rated 1 · starred 1, not rated · missed 1 (Garden, same time as Opening) · notes 1

        """)
    #expect(
      output.notes == """
        konf: 1 entry has not begun yet; konf agenda --at 2016-03-26T17:00 shows upcoming talks

        """)
  }

  @Test("each mark changes the attendance of simultaneous sessions")
  func attendance() throws {
    mark()
    #expect(
      try attendances() == [
        "Opening attended", "Garden missed", "Loops null", "Lunch attended", "Bridges attended",
      ])
    #expect(try attendances("--missed") == ["Garden missed"])
    _ = run("star 4f3c9a5e")
    #expect(try attendances("--missed") == ["Opening unclear", "Garden unclear"])
    _ = run("rate 4f3c9a5e 5")
    #expect(try attendances("--missed") == ["Opening missed"])
    #expect(try attendances("--after 2016-03-26T14:00") == ["Bridges attended"])
  }

  @Test("a recording is matched by guid, or by unique title and people, and never guessed")
  func recordings() throws {
    mark()
    _ = run("star 5f3c9a5e --maybe")
    let file = list(
      // The guid counts, whatever the title is.
      Self.recording("garden", guid: Self.guid(4), "Another title", "Nobody"),
      Self.recording("opening", guid: "", "OPENING", "ada lee"),
      // Two talks have this title and these people.
      Self.recording("loops", guid: "", "Loops", "Bob"),
      // The recording has no people, so they differ.
      Self.recording("bridges", guid: "", "Bridges"),
      Self.recording("other", guid: "9f3c9a5e-0000-4222-8333-444455556666", "Other", "Eve"))
    let output = diary("--recordings \(file) --json")
    #expect(
      zip(try output.values("title"), try output.values("recordings")).filter { $0.1 != "[]" }
        .map { "\($0) \($1)" } == [
          #"Opening ["https://media.ccc.de/v/opening"]"#,
          #"Garden ["https://media.ccc.de/v/garden"]"#,
        ])
    #expect(output.notes.contains("3 recordings match no talk or several talks of this schedule"))
    let missed = diary("--missed --recordings \(file)").text
    #expect(missed.contains("recording: https://media.ccc.de/v/garden (30 min)"))
    #expect(!missed.contains("Opening"))
  }

  @Test("two recordings of one talk are not matched")
  func twice() throws {
    mark()
    let file = list(
      Self.recording("a", guid: Self.guid(4), "Garden", "Cy"),
      Self.recording("b", guid: Self.guid(4), "Garden", "Cy"))
    #expect(!diary("--recordings \(file)").text.contains("recording:"))
  }

  @Test("konf uses no network, and prints the command line that downloads the list")
  func network() {
    mark()
    let address = "https://api.media.ccc.de/public/conferences/fair"
    let output = diary("--recordings \(address)")
    #expect(output.status == .usage && output.text == "")
    #expect(output.notes.contains("curl -sL '\(address)' | konf diary --recordings -"))
    #expect(
      diary("--missed").notes.contains("curl -sL \(address) | konf diary --missed --recordings -"))
    #expect(!diary().notes.contains("curl"))
  }

  @Test("markdown and journal entries have the same contents, related to the events of an export")
  func documents() throws {
    mark()
    let file = list(Self.recording("garden", guid: Self.guid(4), "Garden", "Cy"))
    #expect(
      diary("--as markdown --recordings \(file)").text == """
        # Fair

        ## Saturday 26 March 2016

        - 10:00–11:00 **Opening** · Ada Lee · Hall · Main
          - attended
        - 10:30–11:30 **Garden** · Cy · Room · Main
          - missed
          - [recording](<https://media.ccc.de/v/garden>) (30 min)
        - 12:00–13:00 **Loops** · Bob · Hall · Main
          - note: again
        - 13:00–14:00 **Lunch**
          - attended
        - 15:00–16:00 **Bridges** · Dee · Room · Main
          - attended
          - rated 4 of 5: solid

        """)
    let calendar = diary("--as ics --recordings \(file)").text.replacing("\r\n ", with: "")
    let lines = calendar.split(separator: "\r\n").map(String.init)
    #expect(lines.count { $0 == "BEGIN:VJOURNAL" } == 5)
    #expect(lines.contains("DTSTART:20160326T093000Z"))
    #expect(
      lines.contains(
        #"DESCRIPTION:Cy\nRoom\nmissed\nrecording: https://media.ccc.de/v/garden (30 min)"#))
    let events = run("export --mine --as ics").text.replacing("\r\n ", with: "")
    let ids = Set(
      events.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map { $0.dropFirst(4) })
    let related = lines.filter { $0.hasPrefix("RELATED-TO:") }.map { $0.dropFirst(11) }
    #expect(related.count == 5 && related.count(where: ids.contains) == 3)
    #expect(Set(lines.filter { $0.hasPrefix("UID:") }).count == 5)
  }

  @Test("an empty diary gives a reason")
  func empty() {
    #expect(diary().notes.contains("you have no stars, ratings or notes yet"))
    _ = run("star 1f3c9a5e")
    #expect(diary("--location room").notes == "konf: nothing matches the filters\n")
    _ = run("unstar 1f3c9a5e")
    _ = run("star 3f3c9a5e")
    #expect(diary().notes.contains("nothing that you marked has begun yet"))
    #expect(diary("--missed", at: "19:30").notes.contains("you missed none of your starred talks"))
    #expect(diary("--exit-status").status == .notFound)
  }

  @Test(
    "a file that is not a list of recordings is refused with its contents",
    arguments: [
      ("[1]", "without guid or title"), ("{}", "without \"events\""), ("[", "expected"),
      ("{\"events\": 3}", "without \"events\""),
    ])
  func refused(text: String, words: String) {
    let output = diary("--recordings \(folder.write(text, to: "list.json"))")
    #expect(output.status == .badData && output.notes.contains(words), "\(output.notes)")
  }

  @Test("a foreign list prints no raw control characters, and only web addresses are used")
  func hostile() {
    mark()
    let file = list(
      """
      {"guid": "\(Self.guid(1))", "title": "a", "frontend_link": "javascript:alert(1)"}
      """,
      """
      {"guid": "\(Self.guid(4))", "title": "\\u001b[2J", "frontend_link": "https://x/\\u001b[2J"}
      """,
      """
      {"guid": "\(Self.guid(2))", "title": "b", "frontend_link": "https://x/y>\\"z"}
      """)
    let output = diary("--recordings \(file)")
    #expect(output.status == .success && !output.text.contains("recording:"))
    #expect(!output.text.unicodeScalars.contains("\u{1b}"))
    #expect(
      diary("--recordings /none").status == .noInput
        && diary("--as ics --json").status == .usage)
  }
}
