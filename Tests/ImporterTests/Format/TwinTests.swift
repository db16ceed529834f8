import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// Events that are published in two formats.
@Suite("One event in two formats")
struct TwinTests {
  /// Compares all fields that two formats have of the same events; returns what differs.
  private static func differences(
    _ first: [String: [TwinEvent.Field: String]], _ second: [String: [TwinEvent.Field: String]],
    _ fields: Set<TwinEvent.Field>
  ) -> [String] {
    let keys = Set(first.keys).union(second.keys).sorted()
    return keys.flatMap { key in
      guard let one = first[key], let other = second[key] else { return ["\(key) is in one only"] }
      return fields.filter { one[$0] != other[$0] }.sorted { $0.rawValue < $1.rawValue }.map {
        "\(key) \($0): \(one[$0] ?? "none") | \(other[$0] ?? "none")"
      }
    }
  }

  @Test("agrees in every common field, in all pairs of formats", arguments: UInt64(1)...12)
  func generated(seed: UInt64) throws {
    let events = TwinEvent.events(24, seed: seed)
    let truth = Dictionary(uniqueKeysWithValues: events.map { ($0.key, $0.facts) })
    let options = ScheduleImport.Options(
      zone: try Zone(named: "Europe/Berlin", in: ZoneFolders(paths: [])),
      zoneFolders: ZoneFolders(paths: []))
    var read: [TwinFormat: [String: [TwinEvent.Field: String]]] = [:]
    for format in TwinFormat.allCases {
      let schedule = TwinSchedule(try ScheduleFixture(format.text(events), options: options))
      #expect(schedule.messages == [], "seed \(seed), \(format)")
      read[format] = schedule.facts
      let wrong = Self.differences(schedule.facts, truth, format.fields)
      #expect(wrong == [], "seed \(seed), \(format)")
    }
    for (place, first) in TwinFormat.allCases.enumerated() {
      for second in TwinFormat.allCases[(place + 1)...] {
        let wrong = Self.differences(
          read[first] ?? [:], read[second] ?? [:], first.fields.intersection(second.fields))
        #expect(wrong == [], "seed \(seed), \(first) and \(second)")
      }
    }
  }

  @Test("the order of events, and of the rooms and people in them, means nothing")
  func shuffled() throws {
    let options = ScheduleImport.Options(
      zone: try Zone(named: "Europe/Berlin", in: ZoneFolders(paths: [])),
      zoneFolders: ZoneFolders(paths: []))
    for seed in UInt64(1)...4 {
      let events = TwinEvent.events(24, seed: seed)
      var random = SplitMix64(seed: seed)
      for format in TwinFormat.allCases {
        let ordered = TwinSchedule(try ScheduleFixture(format.text(events), options: options))
        let text = format.text(events.shuffled(using: &random))
        let other = TwinSchedule(try ScheduleFixture(text, options: options))
        #expect(ordered.facts == other.facts, "seed \(seed), \(format)")
      }
    }
  }

  // MARK: Real ones

  /// The facts of the talks of a real schedule by an identifier that both formats have.
  private static func facts(
    _ path: String, _ id: (Entity) -> String?
  ) throws -> [String: [String: String]] {
    let fixture = try ScheduleFixture(shared: path)
    let schedule = fixture.schedule
    var facts: [String: [String: String]] = [:]
    for session in schedule.sessions {
      guard let id = id(session) else { continue }
      facts[id] = [
        "title": schedule.name(of: session),
        "start": session[Timing.self]?.start?.iso8601(in: schedule.zone) ?? "",
        "end": session[Timing.self]?.end?.iso8601(in: schedule.zone) ?? "",
        "location": schedule.locationNames(of: session).joined(separator: " + "),
        "speakers": schedule.speakers(of: session).map(\.name).joined(separator: ", "),
        "track": schedule.track(of: session) ?? "",
        "language": schedule.language(of: session) ?? "",
        "abstract": session[Abstract.self]?.text ?? "",
      ]
    }
    return facts
  }

  @Test(
    "agrees in XML and JSON of 34C3",
    .enabled(
      if: Repository.sharedData("frab-json/voc-34C3-everything.json") != nil,
      "the shared sample files are not at hand"))
  func congress34() throws {
    let id = { (session: Entity) in session[SessionID.self]?.text }
    let xml = try Self.facts("frab-xml/voc-34C3-everything.xml", id)
    let json = try Self.facts("frab-json/voc-34C3-everything.json", id)
    #expect(xml.count > 600 && xml.keys == json.keys)
    for (id, facts) in xml { #expect(json[id] == facts, "\(id)") }
  }

  @Test(
    "agrees in XML and calendar of EMF 2022",
    .enabled(
      if: Repository.sharedData("twins/emf-2022.ics") != nil,
      "the shared sample files are not at hand"))
  func emf2022() throws {
    let xml = try Self.facts("twins/emf-2022.xml") { session in
      session[OtherIDs.self]?.texts.last
    }
    let calendar = try Self.facts("twins/emf-2022.ics") { $0[SessionID.self]?.text }
    let common = Set(xml.keys).intersection(calendar.keys)
    #expect(common.count > 150)
    for id in common {
      for field in ["title", "start", "end", "location"] {
        #expect(xml[id]?[field] == calendar[id]?[field], "\(id) \(field)")
      }
    }
  }
}
