import SourceText
import Testing
import XMLAndICalendar

@Suite("The overview of XMLAndICalendar")
struct XMLAndICalendarProgram {
  @Test("a client reads XML and calendars with what the product Importer has")
  func program() throws {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    // block
    let page = try SourceDocument(xml: Array("<day><title>Fish &amp; chips</title></day>".utf8))
    print(page.root["day"]?["title"]?.string ?? "")  // Fish & chips

    let lines = "BEGIN:VCALENDAR\nMETHOD:PUBLISH\nEND:VCALENDAR"
    let calendar = try SourceDocument(iCalendar: Array(lines.utf8))
    print(calendar.root["VCALENDAR"]?["METHOD"]?.string ?? "")  // PUBLISH
    // end
    #expect(printed == ["Fish & chips", "PUBLISH"])
  }
}
