import ECSKit
import Importer
import Schedule
import SourceText
import TestSupport
import Testing

/// Documents that are made of the published schemas of schedule.json.
@Suite("Documents valid under a schema")
struct SchemaDocumentsTests {
  /// What a document has of the fields that its schema allows.
  enum Fields: CaseIterable {
    /// Those that it must have.
    case required
    case all
  }

  /// Makes a document of a schema.
  private struct Writer {
    let schema: SourceValue
    let fields: Fields
    /// The keys of a reference to a room beside those that it must have.
    let roomKeys: Set<String>
    /// The definition that is written.
    private var owner = ""

    init(_ schema: SourceValue, _ fields: Fields, roomKeys: Set<String>) {
      self.schema = schema
      self.fields = fields
      self.roomKeys = roomKeys
    }

    func text() -> String { text(of: schema, name: "") }

    private func text(of schema: SourceValue, name: String) -> String {
      if let reference = schema["$ref"]?.string?.split(separator: "/").last.map(String.init),
        let definition = self.schema["definitions"]?[reference]
      {
        var writer = self
        writer.owner = reference
        return writer.text(of: definition, name: name)
      }
      if schema["properties"] == nil, let last = Array((schema["oneOf"] ?? schema).elements).last {
        return text(of: last, name: name)
      }
      if name == "state" { return "\"DELAYED\"" }
      if let word = Array((schema["enum"] ?? schema).elements).last?.string { return "\"\(word)\"" }
      let type = schema["type"]?.string ?? schema["type"]?.elements.first { _ in true }?.string
      switch type {
      case "object": return object(schema, name)
      case "array":
        guard let items = schema["items"] else { return "[]" }
        let kinds = Array((items["oneOf"] ?? items).elements)
        return
          "[\((kinds.isEmpty ? [items] : kinds).map { text(of: $0, name: name) }.joined(separator: ", "))]"
      case "integer", "number": return "1"
      case "boolean": return "false"
      default: return "\"\(string(schema, name))\""
      }
    }

    private func object(_ schema: SourceValue, _ name: String) -> String {
      if name == "rooms", schema["patternProperties"] != nil,
        let item = schema["patternProperties"]?[".*"]
      {
        return "{\"Hall One\": \(text(of: item, name: name))}"
      }
      let required = Set((schema["required"] ?? schema).elements.compactMap(\.string))
      var members: [String] = []
      if let pattern = schema["patternProperties"]?.members.first(where: { _ in true })?.key {
        let isMap = !pattern.hasPrefix("description")
        if isMap || fields == .all {
          members.append("\"\(isMap ? "" : "description_")en\": \"text\"")
        }
      }
      for property in schema["properties"]?.members.map({ $0 }) ?? [] {
        let key = property.key
        let isListed =
          owner == "RoomReference"
          ? roomKeys.contains(key) : fields == .all || ["events", "rooms", "tracks"].contains(key)
        if property.value.kind == .object,
          isListed || required.contains(key)
            || owner == "Person" && key == "name"
            || name == "tracks" && key != "color" && key != "colors"
        {
          members.append("\"\(key)\": \(text(of: property.value, name: key))")
        }
      }
      return "{\(members.joined(separator: ", "))}"
    }

    private func string(_ schema: SourceValue, _ name: String) -> String {
      if owner == "Reference", name == "title" { return "Slides" }
      switch (name, schema["format"]?.string ?? "") {
      case ("guid", _):
        return owner.hasPrefix("Room")
          ? Self.guid("aa") : Self.guid(owner.isEmpty ? "00" : owner == "Event" ? "e1" : "d1")
      case (_, "date-time"):
        return "2024-12-27T1\(name == "end" || name == "day_end" ? 1 : 0):00:00+01:00"
      case (_, "date"): return "2024-12-27"
      case (_, "uri"): return "https://example.org/\(name)"
      case ("start", _): return owner == "Event" ? "10:00" : "2024-12-27"
      case ("end", _): return "2024-12-28"
      case ("duration", _), ("timeslot_duration", _):
        return schema["pattern"]?.string?.hasPrefix("^P") == true ? "PT1H" : "01:00"
      case ("time_zone_name", _): return "UTC"
      case ("code", _): return "ABC1"
      case ("language", _): return "en"
      case ("slug", _):
        return owner.hasPrefix("Room") ? "hall-one" : owner == "Event" ? "event" : "track-one"
      case ("room", _): return "Hall One"
      case ("track", _): return "Track One"
      case ("name", _), ("public_name", _):
        return owner.hasPrefix("Room") ? "Hall One" : owner == "Conference" ? "Track One" : "Ada"
      case ("title", _): return "The \(owner)"
      default: return name
      }
    }

    private static func guid(_ end: String) -> String { "7d1e5a3c-0000-4000-8000-0000000000\(end)" }
  }

  @Test(
    "references are resolved by each key that the schema allows",
    .enabled(
      if: Repository.sharedData("schemas/voc-schedule-v2.schema.json") != nil,
      "the shared schemas are not here"),
    arguments: ["v1", "v2"], Fields.allCases)
  func references(version: String, fields: Fields) throws {
    let path = try #require(Repository.sharedData("schemas/voc-schedule-\(version).schema.json"))
    let schema = try SourceDocument(json: try #require(Repository.bytes(of: path)))
    for roomKeys in [[], ["name"], ["slug"], ["name", "slug"]] as [Set<String>] {
      let text = Writer(schema.root, fields, roomKeys: roomKeys.union(["guid"])).text()
      let fixture = try ScheduleFixture(text)
      #expect(fixture.messages.isEmpty, "\(text)")
      let event = try fixture.entity("The Event")
      #expect(fixture.schedule.locationNames(of: event) == ["Hall One"], "\(roomKeys)")
      #expect(event[Track.self]?.name == "Track One")
      #expect(fixture.schedule.locations.compactMap { $0[Name.self]?.text } == ["Hall One"])
      #expect(
        try fixture.time("The Event").hasSuffix("to 2024-12-27T11:00:00+01:00") || fields == .all)
      #expect(fixture.schedule.speakers(of: event).map(\.name) == ["Ada"])
      if version == "v2", fields == .all {
        #expect(event[Abstract.self]?.text.hasPrefix("Delayed.\n\nGuest: Ada\n\n") == true)
      }
    }
  }

  @Test("an unlisted room is reported, and roles, states and kinds of links are shown")
  func version2() throws {
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"version": "1", "persons": [{"guid": "b", "name": "Bo"}],
      "conference": {"title": "C", "rooms": [{"guid": "r", "name": "Hall"}]}, "events": [
      {"guid": "e", "title": "E", "start": "2024-12-27T10:00:00+01:00", "room": {"guid": "x"},
       "state": "delayed", "participants": [{"guid": "b"},
       {"guid": "a", "name": "Ada", "role": "MODERATOR"}],
       "links": [{"url": "https://a.org/f", "type": "FEEDBACK"}]},
      {"guid": "f", "title": "F", "start": "2024-12-27T10:00:00+01:00", "room": {"guid": "r"},
       "participants": [{"guid": "c", "name": "Cy", "role": "MODERATOR"}]}]}}
      """)
    let event = try fixture.entity("E")
    #expect(fixture.schedule.speakers(of: event).map(\.name) == ["Bo"])
    #expect(event[Abstract.self]?.text == "Delayed.\n\nModerator: Ada")
    #expect(event[WebLinks.self]?.links.map(\.title) == ["feedback"])
    #expect(fixture.messages.count == 1)
    #expect(
      fixture.messages.first?.contains("\"x\"; expected a room that the conference lists") == true)
    let other = try fixture.entity("F")
    #expect(fixture.schedule.speakers(of: other).map(\.name) == ["Cy"])
    #expect(fixture.schedule.locationNames(of: other) == ["Hall"])
  }
}
