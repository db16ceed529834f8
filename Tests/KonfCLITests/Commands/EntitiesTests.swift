import CommandLine
import Importer
import KonfCLI
import SourceText
import Testing

/// The schedule as the entity-component-system sees it.
@Suite struct EntitiesTests {
  private static let schedule = """
    [{"t_id": "a", "startTime": "18-10-00", "description": "One", "locations": ["P", "Q"]},
     {"t_id": "a", "t_index": 1, "title": "First", "speaker_name": "Ada"},
     {"t_id": "a", "t_index": 2, "title": "Second", "speaker_name": "Bo", "level": 3},
     {"name": "Ada", "organizer": true}, {"name": "P", "address": "Street"}]
    """

  private func run(_ line: String) -> Output {
    var run = CommandLineRun()
    run.input = Array(Self.schedule.utf8)
    return run("\(line) --data - --month 2015-05 --zone UTC")
  }

  /// The keys of the records that a rule finds.
  private func keys(_ rule: String) throws -> [String] {
    let root = try SourceDocument(json: run("entities \(rule) --json").out).root
    return root.elements.map { $0["components"]?["RecordKey"]?["name"]?.string ?? "" }
  }

  @Test(
    "a rule consists of names after the words of a matcher",
    arguments: [
      ("title", ["talk a/1", "talk a/2"]), ("all title none unreadfields", ["talk a/1"]),
      ("any title organizer", ["talk a/1", "talk a/2", "person Ada"]),
      ("name any address organizer none organizer", ["location P"]),
      ("none RecordKey title", [""]), ("none name none title all session_id", ["session a"]),
      ("UNREAD-FIELDS,", ["talk a/2"]), ("all(Name).none(Address,Description)", ["person Ada"]),
      ("title name", []), ("title.text = first or name = ada", ["talk a/1", "person Ada"]),
      ("speakernames ~ bo", ["talk a/2"]), ("talk-index.number >= 2", ["talk a/2"]),
      ("timing.start >= 2015-05-18T10", ["session a"]), ("title limit 1", ["talk a/1"]),
    ])
  func rules(rule: String, expected: [String]) throws {
    #expect(try keys(rule) == expected)
  }

  @Test("all by itself matches every entity, in creation order")
  func everything() throws {
    let records = try SourceDocument(json: run("entities all --json").out).root.elements
    let numbers = records.compactMap { $0["entity"]?.integer }
    #expect(numbers == Array(1...6))
  }

  @Test("the components of an entity are objects with their fields")
  func fields() throws {
    let records = try SourceDocument(json: run("entities talkindex --json").out).root.elements
    let second = try #require(records.map { $0 }.last?["components"])
    #expect(second["Title"]?.json == #"{"text":"Second"}"#)
    #expect(second["TalkIndex"]?.json == #"{"number":2}"#)
    #expect(second["SpeakerNames"]?.json == #"{"names":["Bo"]}"#)
    #expect(second["UnreadFields"]?.json == #"{"fields":[{"name":"level","json":"3"}]}"#)
    let session = try SourceDocument(json: run("entities timing --json").out).root.elements
    let components = try #require(session.map { $0 }.first?["components"])
    #expect(components["StartClock"]?.json == #"{"clock":"18-10-00"}"#)
    #expect(components["Timing"]?.json == #"{"start":"2015-05-18T10:00:00+00:00","end":null}"#)
    let organizer = try SourceDocument(json: run("entities organizer --json").out).root.elements
    #expect(organizer.map { $0 }.first?["components"]?["Organizer"]?.json == "{}")
  }

  @Test("times and lengths are formatted for people")
  func times() throws {
    var run = CommandLineRun()
    run.input = Array(FrabConference.json.utf8)
    let records = try SourceDocument(json: run("entities written-length --data - --json").out)
    let components = try #require(records.root.elements.map { $0 }.first?["components"])
    #expect(components["WrittenLength"]?.json == #"{"duration":"45 min"}"#)
    #expect(components["DayClock"]?.json == #"{"time":"10:00"}"#)
    #expect(components["DayDate"]?.json == #"{"date":"2016-03-26"}"#)
    #expect(
      components["WrittenStart"]?.json == #"{"time":"2016-03-26T10:00+01:00","zone":null}"#)
    let text = run("entities written-length --data -").text
    #expect(
      text.contains("\n  WrittenLength  45 min\n") && text.contains("  DayClock       10:00\n"))
  }

  @Test("the numbers of components, groups and indices match the schedule")
  func numbers() throws {
    let output = run("entities --json")
    let parts = try output.values("part")
    let names = try output.values("name")
    let counts = try output.values("entities")
    func count(_ part: String, _ name: String) -> String? {
      zip(zip(parts, names), counts).first { $0.0 == (part, name) }?.1
    }
    #expect(count("components", "Title") == "2" && count("components", "Rating") == "0")
    #expect(count("groups", "all(Title)") == "2" && count("groups", "all(Acronym)") == nil)
    let components = zip(parts, names).filter { $0.0 == "components" }.map(\.1)
    #expect(components == components.sorted())
  }

  @Test(
    "an invalid query is reported with a valid one",
    arguments: [
      (
        "titel", 1,
        "konf: entities: at character 1 of the query: found \"titel\"; did you mean Title?\n"
      ),
      ("any", 64, "found the end; expected a condition after any\n"),
      ("title none", 64, "at character 11 of the query: found the end; expected a condition"),
      ("any none title", 64, "found \"none\"; expected a condition after any\n"),
      ("xyz", 1, "found \"xyz\"; expected a component: Address, "),
      ("title added", 64, "character 7 of the query: found \"added\"; expected a component, "),
      ("events", 64, "character 1 of the query: found \"events\"; expected entities\n"),
      ("title.words = 1", 1, "found \"words\"; expected a field of Title: text\n"),
    ])
  func refused(rule: String, status: Int32, note: String) {
    let output = run("entities \(rule)")
    #expect(output.status.rawValue == status && output.text.isEmpty)
    #expect(output.notes.contains(note), "\(output.notes)")
  }
}
