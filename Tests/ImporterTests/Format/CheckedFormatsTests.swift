import ECSKit
import ECSReactive
import Importer
import Schedule
import TestSupport
import Testing

private let wholeHost = "which has an incomplete host"
private let noHost = "which has no host"

@Suite("Checks of published formats")
struct CheckedFormatsTests {
  /// The messages of the findings of the checks, by their rule.
  private func findings(_ fixture: ScheduleFixture, _ rule: String) throws -> [String] {
    try fixture.schedule.checks().execute()
    return fixture.context.group(.all(Finding.self)).entities.compactMap { $0[Finding.self] }
      .filter { $0.rule.name == rule }.map(\.message)
  }

  @Test("an unusable link of a talk is reported, but not one within the site of the conference")
  func links() throws {
    let fixture = try ScheduleFixture(
      """
      <schedule><day date="2025-02-01"><event id="1"><title>A</title><start>10:00</start><links>
      <link href="htp://x y">a</link><link href="/files/1.pdf">b</link><link href="1.pdf">c</link>
      <link href="irc://irc.example.org/a">d</link><link href="https://example.org/1">e</link>
      <link href="https:///1">f</link><link href="mailto:a@example.org">g</link></links></event>
      </day></schedule>
      """)
    #expect(
      try findings(fixture, "link") == [
        "a link is \"htp://x y\", which contains white space; malformed links: 2"
      ])
  }

  @Test(
    "a link is checked by its scheme and its host",
    arguments: [
      ("https://example.org", nil), ("HTTP://example.org/a b", "which contains white space"),
      ("https://localhost", nil), ("https://localhost:80/", nil), ("https://localhos", wholeHost),
      ("https://example", wholeHost), ("https://example/a.b", wholeHost), ("https://a.b?c", nil),
      ("https://?a.b", noHost), ("https://#a.b", noHost), ("https://", noHost),
      ("https://:80", noHost), ("https://example.", nil), ("https://a..b", wholeHost),
      ("https://.a", wholeHost), ("https://user@a.b", nil), ("https://a.b@c", wholeHost),
      ("https://a@b@c.d", nil), ("https://a.b@", noHost), ("https://[::1]:80/", nil),
      ("https://[::1", "whose host lacks the closing bracket"), ("https://a/@b.c", wholeHost),
      ("https://é.org", nil),
    ])
  func formOfLink(link: String, flaw: String?) throws {
    let fixture = try ScheduleFixture(
      """
      <schedule><day date="2025-02-01"><event id="1"><title>A</title><start>10:00</start><links>
      <link href="\(link)">a</link></links></event></day></schedule>
      """)
    let message = flaw.map { "a link is \"\(link)\", \($0)" }
    #expect(try findings(fixture, "link") == [message].compactMap(\.self))
  }

  @Test("each field that the schema of schedule.json does not allow is reported once")
  func schema() throws {
    let event =
      #"{"id": "7", "title": "A", "answers": 1, "persons": [{"id": "x", "code": "a-b", "name": "Ada"}]}"#
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2025-02-01", "rooms":
        {"R": [\(event), \(event)]}}]}, "rooms": [{"name": "S"}]}}
      """)
    #expect(
      fixture.messages.filter { $0.contains("schema") } == [
        "2:17, field \"id\": found the text \"7\"; the schema of the format expects a whole number",
        "2:47, field \"answers\": found the number 1; the schema of the format expects no field "
          + "\"answers\" in an event",
        "2:69, field \"id\": found the text \"x\"; the schema of the format expects a whole number",
        "2:82, field \"code\": found the text \"a-b\"; the schema of the format expects only letters "
          + "from A to Z and digits",
        "2:218, field \"rooms\": found a list; the schema of the format expects rooms in the conference",
      ])
    #expect(fixture.schedule.locations.map { $0[Name.self]?.text } == ["R", "S"])
    #expect(
      fixture.result.report.issues.allSatisfy {
        !$0.losesData || $0.kind.rule != ImportRule.schema.rule
      })
  }

  @Test(
    "the invalid example has a finding for each violation but pretalx's empty list",
    .enabled(
      if: Repository.sharedData("frab-json/voc-example-invalid-example.json") != nil,
      "the shared sample files are not at hand"))
  func invalidExample() throws {
    let fixture = try ScheduleFixture(shared: "frab-json/voc-example-invalid-example.json")
    let schema = fixture.result.report.issues.filter { $0.kind.rule == ImportRule.schema.rule }
    #expect(
      schema.map { issue in
        guard case .offSchema(let field, _, _) = issue.kind else { return "" }
        return field
      } == ["id", "id", "code", "rooms"])
  }

  @Test(
    "other samples of the format have no such finding",
    .enabled(
      if: Repository.sharedData("frab-json/voc-34C3-everything.json") != nil,
      "the shared sample files are not at hand"),
    arguments: [
      "voc-34C3-everything", "voc-example-pretalx-democon", "voc-example-hub-schedule2",
    ])
  func validExamples(name: String) throws {
    let fixture = try ScheduleFixture(shared: "frab-json/\(name).json")
    #expect(fixture.result.report.issues.allSatisfy { $0.kind.rule != ImportRule.schema.rule })
  }
}
