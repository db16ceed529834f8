import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// Where there is more about talks and people, in each format that can say it.
@Suite("Links of talks and people")
struct WebLinkImportTests {
  /// The links of the first entity with some, a line each.
  private static func links(_ schedule: ImportedSchedule) -> [String] {
    let links =
      schedule.context.group(.all(WebLinks.self)).entities.first?[WebLinks.self]?.links ?? []
    return links.map { "\($0.words)|\($0.address ?? "none")" }
  }

  private static func xml(_ fields: String) throws -> ImportedSchedule {
    try ImportedSchedule(
      """
      <schedule><conference><title>T</title></conference><day date="2025-02-01">
      <event id="1"><title>A</title><start>10:00</start>\(fields)</event></day></schedule>
      """, zone: .utc)
  }

  private static func json(_ fields: String) throws -> ImportedSchedule {
    try ImportedSchedule(
      """
      {"schedule": {"conference": {"title": "T", "days": [{"date": "2025-02-01", "rooms": {"R":
      [{"id": 1, "title": "A", "date": "2025-02-01T10:00:00Z", \(fields)}]}}]}}}
      """)
  }

  @Test("are read from schedule.xml once each, with the talk's page first")
  func frabXML() throws {
    let schedule = try Self.xml(
      """
      <feedback_url>https://a.org/f</feedback_url><video_download_url>https://a.org/v</video_download_url>
      <links><link href="https://a.org/1">One &amp; only</link><link href="https://a.org/p"/>
      <link>https://a.org/2</link><link href="x.html">More</link></links>
      <attachments><attachment href="https://a.org/s.pdf" type="slides">Slides</attachment></attachments>
      <url>https://a.org/p</url>
      """)
    #expect(schedule.issues == [])
    #expect(
      Self.links(schedule) == [
        "web page|https://a.org/p", "One & only|https://a.org/1", "|https://a.org/2",
        "More (x.html)|none", "Slides|https://a.org/s.pdf", "video|https://a.org/v",
        "feedback|https://a.org/f",
      ])
    let empty = try Self.xml(
      "<url/><links>\n</links><attachments></attachments><feedback_url> </feedback_url>")
    #expect(empty.issues == [])
    #expect(empty.count(.all(WebLinks.self)) == 0)
  }

  @Test("are read from schedule.json, for talks and people")
  func frabJSON() throws {
    let schedule = try Self.json(
      """
      "url": null, "links": [{"url": "https://a.org/1", "title": "One", "type": "related"}, null,
      "https://a.org/2", {"url": "https://a.org/3", "title": null}, {"title": "Just words", "url": ""}],
      "attachments": [{"url": "/s.pdf", "title": "Slides"}]
      """)
    #expect(schedule.issues == [])
    #expect(
      Self.links(schedule) == [
        "One|https://a.org/1", "|https://a.org/2", "|https://a.org/3", "Just words|none",
        "Slides (/s.pdf)|none",
      ])
    let person = try Self.json(
      #""persons": [{"name": "Ada", "links": [{"url": "https://ada.org", "title": "Home"}]}]"#)
    #expect(Self.links(person) == ["Home|https://ada.org"])
  }

  @Test("without a scheme use the scheme of the file, or else of today's web")
  func withoutScheme() throws {
    func links(_ conference: String) throws -> [String] {
      Self.links(
        try ImportedSchedule(
          """
          <schedule><conference><title>T</title>\(conference)</conference><day date="2025-02-01">
          <event id="1"><title>A</title><start>10:00</start><url>//a.org/1</url>
          <links><link href="//a.org/2">Two</link><link href="//">None</link></links></event></day>
          </schedule>
          """, zone: .utc))
    }
    let https = ["web page|https://a.org/1", "Two|https://a.org/2", "None (//)|none"]
    #expect(try links("") == https)
    #expect(try links("<base_url>https://a.org</base_url>") == https)
    #expect(
      try links("<base_url>http://a.org</base_url>")
        == https.map {
          $0.replacing("https", with: "http").replacing("(//)", with: "(http://)")
        })
  }

  @Test("to pictures also take the scheme of the file")
  func photo() throws {
    func photo(_ page: String) throws -> String? {
      let schedule = try ImportedSchedule(
        """
        {"schedule": {"base_url": "\(page)", "conference": {"title": "T", "days": [{"date":
        "2025-02-01", "rooms": {"R": [{"id": 1, "title": "A", "date": "2025-02-01T10:00:00Z",
        "persons": [{"name": "Ada", "avatar": "//a.org/ada.png"}]}]}}]}}}
        """)
      return schedule.context.group(.all(Photo.self)).entities.first?[Photo.self]?.link
    }
    #expect(try photo("https://a.org") == "https://a.org/ada.png")
    #expect(try photo("http://a.org") == "http://a.org/ada.png")
  }

  @Test("are reported if unreadable, and the talk's other links stay")
  func unreadable() throws {
    let schedule = try Self.json(
      #""url": "https://a.org/p", "links": 5, "attachments": [{"title": "Lost"}]"#)
    #expect(Self.links(schedule) == ["web page|https://a.org/p"])
    #expect(
      schedule.issues.map { $0.split(separator: "field ").last ?? "" } == [
        "\"links\": found the number 5; expected a list of addresses or objects with an address",
        "\"attachments\": found an object; expected a list of addresses or objects with an address",
      ])
  }

  @Test("disappear with their field")
  func gone() throws {
    let context = Context()
    let importing = ScheduleImport(options: ScheduleImport.Options(zone: .utc))
    func bytes(_ fields: String) -> [UInt8] {
      Array(
        """
        <schedule><conference><title>T</title></conference><day date="2025-02-01">
        <event id="1"><title>A</title><start>10:00</start>\(fields)</event></day></schedule>
        """.utf8)
    }
    _ = try importing.run(bytes("<url>https://a.org</url>"), into: context)
    #expect(context.group(.all(WebLinks.self)).count == 1)
    let report = try importing.run(bytes(""), into: context).report
    #expect(context.group(.all(WebLinks.self)).isEmpty)
    #expect(report.changed == 1)
  }

  @Test("are read from Sessionize")
  func sessionize() throws {
    func schedule(_ session: String, _ speaker: String) throws -> ImportedSchedule {
      try ImportedSchedule(
        """
        {"sessions": [{"id": "1", "title": "A"\(session)}], "rooms": [], "categories": [],
         "speakers": [{"id": "s", "fullName": "Ada"\(speaker)}]}
        """, zone: .utc)
    }
    let session = try schedule(
      #", "liveUrl": "https://a.org/l", "recordingUrl": "https://a.org/r""#, "")
    #expect(Self.links(session) == ["live|https://a.org/l", "recording|https://a.org/r"])
    let speaker = try schedule(
      #", "liveUrl": null"#,
      #", "links": [{"title": "Blog", "url": "https://ada.org", "linkType": "Blog"}]"#)
    #expect(Self.links(speaker) == ["Blog|https://ada.org"])
    #expect(speaker.issues == [])
  }

  @Test("are read from iCalendar", arguments: ["URL:", "URL;VALUE=URI:"])
  func iCalendar(property: String) throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        CalendarText.event("UID:1\nSUMMARY:A\n\(property)https://a.org/p\nDTSTART:20250201T090000Z")
      ))
    #expect(schedule.issues == [])
    #expect(Self.links(schedule) == ["web page|https://a.org/p"])
  }
}

@Suite(
  "Links in real files",
  .enabled("the shared sample files are not at hand") {
    Repository.sharedData("frab-json/voc-34C3-everything.json") != nil
  })
struct WebLinkFactsTests {
  @Test("34C3 has over 700, equal in XML and JSON except for the pages of its talks")
  func congress34() throws {
    func links(_ path: String) throws -> [WebLink] {
      let schedule = try ImportedSchedule(shared: path)
      return schedule.context.group(.talks).flatMap { $0[WebLinks.self]?.links ?? [] }
    }
    let json = try links("frab-json/voc-34C3-everything.json")
    let xml = try links("frab-xml/voc-34C3-everything.xml")
    #expect(json.count { $0.title == "web page" } == 170)
    #expect(xml.count > 700)
    #expect(Set(xml).isSubset(of: Set(json)))
  }
}
