import Basics
import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Marks of talks whose identifiers another talk has in a newer version.
@Suite struct TakenOverMarksTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = "\(folder.path)/home"
    run.now = Instant(secondsSince1970: 1_461_492_000)  // 2016-04-24T12:00+02:00
  }

  /// A talk of a file: the identifier, title, person, clock and location.
  private typealias Talk = (id: String, title: String, person: String, clock: String, room: String)

  private func use(_ talks: [Talk]) -> Output {
    let events = talks.map { talk in
      let id = Int(talk.id).map { "\"id\": \($0)" } ?? "\"guid\": \"\(talk.id)\""
      let people = talk.person.isEmpty ? "" : "{\"public_name\": \"\(talk.person)\"}"
      return """
        {\(id), "title": "\(talk.title)", "date": "2016-04-24T\(talk.clock):00+02:00",
         "duration": "0:30", "room": "\(talk.room)", "persons": [\(people)]}
        """
    }
    let text = """
      {"schedule": {"conference": {"title": "Fair 2016", "time_zone_name": "Europe/Berlin",
       "days": [{"date": "2016-04-24", "rooms": {"Hall": [\(events.joined(separator: ", "))]}}]}}}
      """
    return run("use \(folder.write(text, to: "fair.json")) --width 200")
  }

  private func guid(_ letter: Character) -> String {
    "\(String(repeating: letter, count: 8))-1111-4222-8333-\(String(repeating: letter, count: 12))"
  }

  @Test("a talk that left is not the talk that has its GUID now")
  func guidTakenOver() throws {
    _ = use([
      (guid("a"), "Turns", "Ada", "10:00", "Hall"), (guid("b"), "Turns", "Ada", "12:00", "Attic"),
      (guid("c"), "Lamps", "Bo", "14:00", "Hall"), (guid("d"), "Maps", "Cy", "15:00", "Hall"),
    ])
    _ = run("star \(guid("b"))")
    let output = use([
      (guid("a"), "Turns", "Ada", "10:00", "Hall"), (guid("b"), "Lamps", "Bo", "14:00", "Hall"),
      (guid("d"), "Maps", "Cy", "15:00", "Hall"),
    ])
    #expect(output.text.contains("cancelled  Turns"))
    let starred = run("talks --mine --json")
    #expect(try starred.values("title") == [])
    #expect(run("agenda --width 200").text.contains("Turns"))
  }

  @Test("a twin with the number of a talk that left is not that talk")
  func numberOfTwin() throws {
    _ = use([
      ("33", "Open Space", "", "10:00", "Hall"), ("34", "Open Space", "", "13:00", "Attic"),
      ("35", "Lamps", "Bo", "15:00", "Hall"), ("36", "Maps", "Cy", "16:00", "Hall"),
    ])
    _ = run("note 33 first")
    _ = run("note 34 second")
    let output = use([
      ("34", "Open Space", "", "10:30", "Hall"), ("36", "Lamps", "Bo", "15:00", "Hall"),
      ("37", "Maps", "Cy", "16:00", "Hall"),
    ])
    #expect(output.text.contains("cancelled  Open Space: was"))
    #expect(run("session 34").text.contains("note: first"))
    #expect(run("agenda").text.contains("note: second"))
  }

  @Test("all marks of a talk that may be another one are listed with the commands that remove them")
  func removals() throws {
    let others: [Talk] = [(guid("c"), "Lamps", "Bo", "14:00", "Hall")]
    _ = use([(guid("a"), "Trains", "Ada", "10:00", "Hall")] + others)
    _ = run("rate \(guid("a")) 4")
    _ = run(["note", guid("a"), "bring a map"])
    let output = use([(guid("a"), "Bikes", "Di", "10:00", "Hall")] + others)
    let commands = ["konf rate --clear \(guid("a"))", "konf note --clear \(guid("a"))"]
    let words = "if this is a different talk, run: \(commands.joined(separator: "; "))"
    #expect(output.text.contains(words))
    for command in commands {
      #expect(run(String(command.dropFirst("konf ".count))).status == .success)
    }
    #expect(try run("session \(guid("a")) --json").values("rating") == ["null"])
    #expect(try run("session \(guid("a")) --json").values("note") == ["null"])
  }

  @Test("a talk that keeps a speaker is no other talk")
  func commonSpeaker() {
    let id = guid("a")
    _ = use([(id, "Trains", "Ada", "10:00", "Hall")])
    _ = run("star \(id)")
    let output = use([(id, "Bikes", "Ada\"}, {\"public_name\": \"Di", "10:00", "Hall")])
    #expect(output.text.contains("Ada → Ada, Di") && !output.text.contains("another talk"))
  }
}
