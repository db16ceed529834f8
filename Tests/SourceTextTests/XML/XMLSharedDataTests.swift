import SourceText
import TestSupport
import Testing
import XMLAndICalendar

@Suite("Real XML files")
struct XMLSharedDataTests {
  @Test(
    "are each read completely",
    .enabled("the shared sample files are not at hand") {
      Repository.sharedData("frab-xml/28c3.xml") != nil
    },
    arguments: [
      ("28c3", 85), ("debconf23", 117), ("fosdem-2012", 442), ("fosdem-2019", 775),
      ("fosdem-2025", 943), ("pentabarfkit-fosdem2023-tiny", 0), ("voc-34C3-everything", 661),
    ])
  func reads(name: String, events: Int) throws {
    let bytes = try #require(
      Repository.sharedData("frab-xml/\(name).xml").flatMap { Repository.bytes(of: $0) })
    let document = try SourceDocument(xml: bytes)
    let schedule = try #require(document.root["schedule"])
    var found = 0
    for day in schedule.members where day.key == "day" {
      for inDay in day.value.members {
        if inDay.key == "event" { found += 1 }
        if inDay.key == "room" { found += inDay.value.members.filter { $0.key == "event" }.count }
      }
    }
    #expect(found == events)
  }
}
