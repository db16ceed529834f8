import ECSKit
import Importer
import Schedule
import SourceText
import TestSupport
import Testing
import XMLAndICalendar

/// Documents that are made of the published schema of schedule.xml.
@Suite(
  "Documents valid under the schema of schedule.xml",
  .enabled(
    if: Repository.sharedData("schemas/schedule.xml.xsd") != nil, "the shared schemas are not here")
)
struct ScheduleXMLSchemaTests {
  /// Makes a document of a schema.
  private struct Writer {
    let schema: SourceValue
    /// Whether it has all that may be there, or only what must.
    let isFull: Bool

    func text() -> String { schema["xs:element"].map { element($0, of: "") } ?? "" }

    private func element(_ declaration: SourceValue, of owner: String) -> String {
      let name = declaration["name"]?.string ?? ""
      guard let type = type(of: declaration) else {
        return "<\(name)>\(value(name, of: owner))</\(name)>"
      }
      let simple = type["xs:simpleContent"]?["xs:extension"]
      let attributes = (simple ?? type).members
        .filter { $0.key == "xs:attribute" && (isFull || $0.value["use"]?.string == "required") }
        .compactMap { $0.value["name"]?.string }
        .map { " \($0)=\"\(value($0, of: name))\"" }
      let content = simple == nil ? elements(of: type, name) : value(name, of: owner)
      return "<\(name)\(attributes.joined())>\(content)</\(name)>"
    }

    private func type(of declaration: SourceValue) -> SourceValue? {
      if let type = declaration["xs:complexType"] { return type }
      let name = declaration["type"]?.string
      return schema.members.first { member in
        member.key == "xs:complexType" && member.value["name"]?.string == name
      }?.value
    }

    private func elements(of group: SourceValue, _ name: String) -> String {
      group.members.map { member in
        switch member.key {
        case "xs:sequence", "xs:all", "xs:choice": elements(of: member.value, name)
        case "xs:element"
        where isFull || member.value["minOccurs"]?.string != "0"
          // Without rooms and events there is nothing to refer to.
          || ["room", "event"].contains(member.value["type"]?.string):
          element(member.value, of: name)
        default: ""
        }
      }.joined()
    }

    private func value(_ name: String, of owner: String) -> String {
      switch (owner, name) {
      case ("event", "date"): "2024-12-27T10:00:00+01:00"
      case ("event", "start"): "10:00"
      case ("day", "start"): "2024-12-27T04:00:00+01:00"
      case ("day", "end"): "2024-12-28T04:00:00+01:00"
      case (_, "start"), (_, "end"), (_, "date"): "2024-12-27"
      case (_, "duration"), (_, "timeslot_duration"): "01:00"
      case (_, "title"): "The \(owner)"
      case (_, "room"), ("room", "name"): "Hall One"
      case ("event", "track"), ("track", "name"): "Track One"
      case ("persons", "person"): "Ada"
      case ("person", "id"): "7"
      case (_, "id"), (_, "index"), (_, "days"): "1"
      case (_, "guid"): "7d1e5a3c-0000-4000-8000-00000000\(owner == "person" ? "00ad" : "00e1")"
      case (_, "time_zone_name"): "Europe/Berlin"
      case (_, "optout"): "false"
      case (_, "language"): "en"
      case (_, "url"), (_, "logo"), (_, "base_url"), (_, "href"), (_, "link"):
        "https://example.org/\(owner)/\(name)"
      case (_, "code"): "ABC123"
      case (_, let name) where name.hasSuffix("_url"): "https://example.org/\(name)"
      default: "\(owner)-\(name)"
      }
    }
  }

  /// A mention of a person by some of the keys that the schema allows.
  private static func persons(_ keys: Set<String>) -> String {
    let guid = keys.contains("guid") ? #" guid="7d1e5a3c-0000-4000-8000-0000000000ad""# : ""
    let id = keys.contains("id") ? #" id="7""# : ""
    return "<persons><person\(id)\(guid)>\(keys.contains("text") ? "Ada" : "")</person></persons>"
  }

  private static let other = """
    <event id="2" guid="7d1e5a3c-0000-4000-8000-0000000000e2"><room>Hall One</room><title>Other</title>
    <type/><date>2024-12-27T12:00:00+01:00</date><start>12:00</start><duration>01:00</duration>
    <abstract/><track/>\(persons(["text", "id", "guid"]))</event>
    """

  @Test(
    "references are resolved by each key that the schema allows",
    arguments: [false, true], ["before", "after"])
  func references(isFull: Bool, otherIs: String) throws {
    let path = try #require(Repository.sharedData("schemas/schedule.xml.xsd"))
    let schema = try SourceDocument(xml: try #require(Repository.bytes(of: path)))
    let text = Writer(schema: try #require(schema.root["xs:schema"]), isFull: isFull).text()
    let start = try #require(text.range(of: "<event "))
    let end = try #require(text.range(of: "</event>"))
    let event = String(text[start.lowerBound..<end.upperBound])
    for keys in [["text"], ["id"], ["guid"], ["id", "guid"], ["text", "guid"]] as [Set<String>] {
      let persons = Self.persons(keys)
      let own =
        event.range(of: "<persons>").flatMap { first in
          event.range(of: "</persons>").map {
            event.replacingCharacters(in: first.lowerBound..<$0.upperBound, with: persons)
          }
        } ?? event.replacing("</event>", with: "\(persons)</event>")
      let events = otherIs == "before" ? Self.other + own : own + Self.other
      let fixture = try ScheduleFixture(text.replacing(event, with: events))
      #expect(fixture.messages.isEmpty, "\(text)")
      let found = try fixture.entity("The event")
      #expect(fixture.schedule.speakers(of: found).map(\.name) == ["Ada"], "\(keys)")
      #expect(fixture.context.group(.people).count == 1)
      #expect(fixture.schedule.locationNames(of: found) == ["Hall One"])
      #expect(fixture.schedule.locations.compactMap { $0[Name.self]?.text } == ["Hall One"])
      #expect(found[Track.self]?.name == "Track One")
      let time = "2024-12-27T10:00:00+01:00 to 2024-12-27T11:00:00+01:00"
      #expect(try fixture.time("The event") == time)
    }
  }

  @Test("a number shared by two people refers to neither, and this is reported")
  func sharedNumber() throws {
    func event(_ id: Int, _ person: String) -> String {
      """
      <event id="\(id)"><title>E\(id)</title><start>10:00</start><persons>\(person)</persons></event>
      """
    }
    let fixture = try ScheduleFixture(
      """
      <schedule><conference><title>C</title></conference><day date="2024-12-27" index="1">
      <room name="R">\(event(1, "<person id=\"7\"/>"))\(event(2, "<person id=\"7\">Ada</person>"))
      \(event(3, "<person id=\"7\">Bo</person><person id=\"8\"/>"))</room></day></schedule>
      """)
    #expect(fixture.schedule.speakers(of: try fixture.entity("E1")).isEmpty)
    #expect(fixture.schedule.speakers(of: try fixture.entity("E3")).map(\.name) == ["Bo"])
    #expect(fixture.messages.count == 2, "\(fixture.messages)")
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? {
    firstRange(of: part)
  }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
