import CommandLine
import KonfCLI
import SourceText
import TestSupport
import Testing

/// Answers about people who share a name, or get another one.
@Suite struct PeopleRunTests {
  private let folder = TemporaryFolder()

  /// Writes a schedule with a talk for each list of people.
  private func write(_ people: [String], to name: String) -> String {
    let events = people.enumerated().map { number, people in
      """
      {"guid": "g\(number)", "title": "Talk \(number)", "date": "2025-02-01T1\(number):00:00+01:00",
       "duration": "0:30", "room": "Hall", "persons": [\(people)]}
      """
    }
    return folder.write(
      """
      {"schedule": {"conference": {"title": "Fair", "time_zone_name": "Europe/Berlin", "days": [
        {"date": "2025-02-01", "rooms": {"Hall": [\(events.joined(separator: ",\n"))]}}]}}}
      """, to: name)
  }

  @Test("a name shared by two people of a talk lists both, each with an identifier and their talks")
  func namesakes() throws {
    let (one, other) = (
      #"{"code": "AB", "name": "Ada Lee"}"#, #"{"code": "CD", "name": "Ada Lee"}"#
    )
    let file = write([one, "\(one), \(other)", other], to: "fair.json")
    let output = CommandLineRun()("speaker Ada Lee --data \(file) --json")
    #expect(try output.values("name") == ["Ada Lee [AB]", "Ada Lee [CD]"])
    #expect(try output.values("id") == ["AB", "CD"])
    let talks = try SourceDocument(json: output.out).root.elements.map {
      $0["talks"]?.elements.compactMap { $0["title"]?.string }
    }
    #expect(talks == [["Talk 0", "Talk 1"], ["Talk 1", "Talk 2"]])
    #expect(
      try CommandLineRun().values("name", of: "speaker CD --data \(file)") == ["Ada Lee [CD]"])
    let written = CommandLineRun()("export --as json --data \(file)")
    let copy = folder.write(written.text, to: "copy.json")
    #expect(
      try CommandLineRun()("speaker Ada Lee --data \(copy) --json").values("id") == ["AB", "CD"])
  }

  @Test("a person spelled differently under one identifier is reported once, not in each talk")
  func correctedName() throws {
    func people(_ name: String) -> [String] {
      let ada = #"{"code": "AB", "name": "\#(name)"}"#
      return [ada, #"\#(ada), {"code": "CD", "name": "Bob"}"#, ada]
    }
    let old = write(people("Ada Lee"), to: "old.json")
    let new = write(people("Ada Leigh"), to: "new.json")
    let output = CommandLineRun()("diff \(old) \(new) --json")
    #expect(try output.values("kind") == ["person"])
    #expect(try output.values("id") == ["Ada Leigh"])
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = "\(folder.path)/home"
    _ = run("use \(old) --name fair")
    #expect(
      run("use \(new)").text == "fair  Ada Lee is now called Ada Leigh; see konf diff\n")
  }

  @Test("a person who replaces another one is reported in their talk")
  func replacedPerson() throws {
    let old = write(
      [#"{"code": "AB", "name": "Ada"}"#, #"{"code": "CD", "name": "Bob"}"#], to: "old.json")
    let new = write(
      [#"{"code": "EF", "name": "Eve"}"#, #"{"code": "CD", "name": "Bob"}"#], to: "new.json")
    #expect(try CommandLineRun()("diff \(old) \(new) --json").values("id") == ["g0"])
    // The identifier went to a person who had another one.
    let swapped = write(
      [#"{"code": "AB", "name": "Bob"}"#, #"{"code": "AB", "name": "Bob"}"#], to: "swapped.json")
    #expect(try CommandLineRun()("diff \(old) \(swapped) --json").values("id") == ["g0"])
  }
}
