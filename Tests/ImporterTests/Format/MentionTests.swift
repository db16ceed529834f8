import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// People whose facts are spread over several mentions in a file.
@Suite("A person has the facts of every mention, in any order")
struct MentionTests {
  /// A format whose events contain their people.
  enum Format: String, CaseIterable {
    case json1, json2, xml, trySwift
  }

  private struct Mention {
    let name: String
    /// The facts of the mention, by field of schedule.json.
    let facts: [String: String]
  }

  private static let names = ["Ada Holm", "Bo Li", "Zoë Ölund"]

  /// Returns one mention for each fact of each person, and a mention without facts, in any order.
  private static func mentions(_ fields: [String], seed: UInt64) -> [Mention] {
    var random = SplitMix64(seed: seed)
    return names.enumerated().flatMap { number, name in
      let bare = [Mention(name: name, facts: [:])]
      return bare + fields.map { Mention(name: name, facts: [$0: fact($0, number)]) }
    }.shuffled(using: &random)
  }

  private static func fact(_ field: String, _ person: Int) -> String {
    switch field {
    case "code", "guid": "ID\(person)"
    case "biography": "Biography \(person)."
    case "avatar": "https://a.org/\(person).png"
    default: "https://a.org/\(person)"
    }
  }

  private static func fields(of format: Format) -> [String] {
    switch format {
    case .json1: ["code", "biography", "avatar", "links"]
    case .json2: ["guid", "biography", "avatar", "links"]
    case .xml: ["guid", "biography", "avatar"]
    case .trySwift: ["biography", "links"]
    }
  }

  private static func person(_ mention: Mention, as format: Format) -> String {
    func member(_ name: String, _ value: String) -> String {
      switch (format, name) {
      case (.xml, _): " \(name)=\"\(value)\""
      case (.trySwift, "biography"): ", \"bio\": \"\(value)\""
      case (_, "links"): ", \"links\": [{\"title\": \"site\", \"url\": \"\(value)\"}]"
      default: ", \"\(name)\": \"\(value)\""
      }
    }
    let facts = mention.facts.map { member($0.key, $0.value) }.joined()
    return format == .xml
      ? "<person\(facts)>\(mention.name)</person>" : "{\"name\": \"\(mention.name)\"\(facts)}"
  }

  private static func file(_ mentions: [Mention], as format: Format) -> String {
    let events = mentions.enumerated().map { number, mention in
      let person = person(mention, as: format)
      return switch format {
      case .json1: "{\"guid\": \"g\(number)\", \"title\": \"T\(number)\", \"persons\": [\(person)]}"
      case .json2:
        """
        {"guid": "g\(number)", "title": "T\(number)", "start": "2025-02-01T10:00:00Z",
         "persons": [\(person)]}
        """
      case .xml:
        "<event id=\"\(number)\"><title>T\(number)</title><persons>\(person)</persons></event>"
      case .trySwift: "{\"id\": \(number), \"title\": \"T\(number)\", \"speakers\": [\(person)]}"
      }
    }
    let list = events.joined(separator: format == .xml ? "" : ", ")
    return switch format {
    case .json1:
      """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2025-02-01", "rooms":
        {"R": [\(list)]}}]}}}
      """
    case .json2: "{\"schedule\": {\"conference\": {\"title\": \"C\"}, \"events\": [\(list)]}}"
    case .xml: "<schedule><day date=\"2025-02-01\"><room name=\"R\">\(list)</room></day></schedule>"
    case .trySwift:
      """
      {"id": 1, "title": "D", "date": "2025-02-01T00:00:00Z", "schedules": [
       {"time": "2025-02-01T10:00:00Z", "sessions": [\(list)]}]}
      """
    }
  }

  private static func facts(of person: Entity) -> [String: String] {
    var facts: [String: String] = [:]
    facts["id"] = person[SourceID.self]?.text
    facts["biography"] = person[Biography.self]?.text
    facts["avatar"] = person[Photo.self]?.link
    facts["links"] = person[WebLinks.self]?.links.map(\.text).joined()
    return facts
  }

  @Test("fills what the first mention lacks", arguments: Format.allCases, UInt64(1)...8)
  func fills(format: Format, seed: UInt64) throws {
    let fields = Self.fields(of: format)
    let text = Self.file(Self.mentions(fields, seed: seed), as: format)
    let fixture = try ScheduleFixture(text)
    let people = fixture.schedule.people.entities.map {
      ($0[Name.self]?.text ?? "", Self.facts(of: $0))
    }
    #expect(people.count == Self.names.count)
    let known = Dictionary(people) { first, _ in first }
    for (number, name) in Self.names.enumerated() {
      for field in fields {
        let id = ["guid", "code"].contains(field) ? "id" : field
        #expect(known[name]?[id] == Self.fact(field, number), "\(name) \(field)")
      }
    }
    // A second import of the file changes nothing, and searches find the text of any mention.
    let again = try ScheduleImport(options: .withoutZoneFiles).run(
      Array(text.utf8), into: fixture.context)
    #expect(again.report.changed == 0 && again.report.created == 0 && again.report.removed == 0)
    var options = ScheduleImport.Options.withoutZoneFiles
    options.prose = .withWords(["biography"])
    let searched = try ScheduleFixture(text, options: options)
    let found = searched.schedule.people.count { $0.has(Biography.self) }
    #expect(found == Self.names.count)
  }

  @Test("a newer version without the later facts loses them", arguments: Format.allCases)
  func newerVersion(format: Format) throws {
    let mentions = Self.mentions(Self.fields(of: format), seed: 3)
    let fixture = try ScheduleFixture(Self.file(mentions, as: format))
    let bare = mentions.map { Mention(name: $0.name, facts: [:]) }
    let newer = Self.file(bare, as: format)
    try ScheduleImport(options: .withoutZoneFiles).run(Array(newer.utf8), into: fixture.context)
    #expect(fixture.schedule.people.allSatisfy { Self.facts(of: $0).isEmpty })
  }

  @Test("the first of two biographies is read, also by a search for a word of the second")
  func twoBiographies() throws {
    let text = Self.file(
      [
        Mention(name: "Ada", facts: [:]), Mention(name: "Ada", facts: ["biography": "Sails."]),
        Mention(name: "Ada", facts: ["biography": "Flies."]),
        Mention(name: "Ada", facts: ["biography": "Swims."]),
      ], as: .json1)
    var options = ScheduleImport.Options.withoutZoneFiles
    for prose in [ScheduleImport.Prose.all, .withWords(["flies"]), .none] {
      options.prose = prose
      let fixture = try ScheduleFixture(text, options: options)
      let biographies = fixture.schedule.people.compactMap { $0[Biography.self]?.text }
      #expect(biographies == (prose == .all ? ["Sails."] : []))
      #expect(fixture.messages.count { $0.contains("another biography") } == 1)
    }
  }

  @Test("of two listed people with one name, the one that a talk refers to has the name")
  func referredTo() throws {
    for isReversed in [false, true] {
      let people = [
        #"{"id": "A", "fullName": "Ann", "bio": "Sits.", "profilePicture": "https://a.org/a"}"#,
        #"{"id": "B", "fullName": "Ann", "bio": "Walks.", "profilePicture": "https://a.org/b"}"#,
      ]
      let list = isReversed ? people.reversed() : people
      let fixture = try ScheduleFixture(
        """
        {"sessions": [{"id": "1", "title": "T", "startsAt": "2026-02-22T09:00:00",
          "speakers": ["B"]}], "speakers": [\(list.joined(separator: ", "))], "rooms": [],
         "categories": [], "questions": []}
        """)
      let ann = try #require(fixture.schedule.speakers.first)
      #expect(ann[Name.self]?.text == "Ann" && ann[SourceID.self]?.text == "B")
      #expect(ann[Biography.self]?.text == "Walks." && ann[Photo.self]?.link == "https://a.org/b")
      #expect(fixture.schedule.people.count == 1)
      #expect(fixture.messages.count == 1)
      let merged = try ScheduleFixture(
        """
        {"schedule": {"conference": {"title": "C"}, "persons": [\(list.joined(separator: ", ")
          .replacing("\"id\"", with: "\"code\"").replacing("fullName", with: "name")
          .replacing("bio", with: "biography").replacing("profilePicture", with: "avatar"))],
         "events": [{"guid": "g", "title": "T", "start": "2025-02-01T10:00:00Z",
          "persons": [{"code": "B", "name": "Ann"}]}]}}
        """)
      let person = try #require(merged.schedule.speakers.first)
      #expect(person[SourceID.self]?.text == "B" && person[Biography.self]?.text == "Walks.")
    }
  }

  @Test("two people with one name in one talk are two people in each format with identifiers")
  func namesakes() throws {
    let sessionize = """
      {"sessions": [{"id": "1", "title": "T", "startsAt": "2026-02-22T09:00:00",
        "speakers": ["A", "B"]}], "speakers": [{"id": "A", "fullName": "Ann"},
        {"id": "B", "fullName": "Ann"}], "rooms": [], "categories": [], "questions": []}
      """
    let gridSmart = """
      [{"date": "2026-02-22T00:00:00", "timeSlots": [], "rooms": [{"id": 1, "name": "R",
        "sessions": [{"id": "1", "title": "T", "startsAt": "2026-02-22T09:00:00", "speakers":
         [{"id": "A", "name": "Ann"}, {"id": "B", "name": "Ann"}]}]}]}]
      """
    let coscup = """
      {"sessions": [{"id": "1", "en": {"title": "T"}, "start": "2026-02-22T09:00:00Z",
        "speakers": ["A", "B"]}], "speakers": [{"id": "A", "en": {"name": "Ann"}},
        {"id": "B", "en": {"name": "Ann"}}], "rooms": [], "session_types": []}
      """
    for text in [sessionize, gridSmart, coscup] {
      let fixture = try ScheduleFixture(text)
      let names = fixture.schedule.speakerNames(of: try fixture.entity("T"))
      #expect(names == ["Ann [A]", "Ann [B]"])
      #expect(fixture.schedule.people.map { $0[SourceID.self]?.text } == ["A", "B"])
    }
  }
}
