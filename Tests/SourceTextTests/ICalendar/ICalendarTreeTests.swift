import SourceText
import TestSupport
import Testing
import XMLAndICalendar

@Suite("Trees of iCalendar files")
struct ICalendarTreeTests {
  @Test(
    "have members for components, properties and parameters",
    arguments: [
      ("", "{}"),
      ("UID:1", #"{"UID":"1"}"#),
      ("uid:1\nUid:2", #"{"UID":"1","UID":"2"}"#),
      ("UID:", #"{"UID":""}"#),
      ("SUMMARY: a:b;c,d ", #"{"SUMMARY":" a:b;c,d "}"#),
      (
        "BEGIN:VEVENT\nUID:1\nBEGIN:VALARM\nEND:VALARM\nEND:VEVENT\nBEGIN:VEVENT\nEND:VEVENT",
        #"{"VEVENT":{"UID":"1","VALARM":{}},"VEVENT":{}}"#
      ),
      ("begin:vevent\nend:VEvent", #"{"VEVENT":{}}"#),
      (
        "DTSTART;TZID=Europe/Berlin:20250201T093000",
        #"{"DTSTART":{"TZID":"Europe/Berlin","DTSTART":"20250201T093000"}}"#
      ),
      (
        "ATTENDEE;CN=\"Li; Bo: x\";role=CHAIR:mailto:a",
        #"{"ATTENDEE":{"CN":"Li; Bo: x","ROLE":"CHAIR","ATTENDEE":"mailto:a"}}"#
      ),
      ("A;M=\"a\",\"b\";N=c,d;O=:v", #"{"A":{"M":"\"a\",\"b\"","N":"c,d","O":"","A":"v"}}"#),
      ("CATEGORIES:a", #"{"CATEGORIES":"a"}"#),
      ("CATEGORIES:a,b\\, c,,d", #"{"CATEGORIES":["a","b, c","","d"]}"#),
      ("Categories;LANGUAGE=de:a,b", #"{"CATEGORIES":{"LANGUAGE":"de","CATEGORIES":["a","b"]}}"#),
      ("VTIMEZONE: Europe/Rome", #"{"VTIMEZONE":" Europe/Rome"}"#),
      ("X-A_b:1\n\n\r\nUID:2", #"{"X-A_B":"1","UID":"2"}"#),
    ])
  func members(lines: String, tree: String) {
    let reading = ICalendarReading(lines: lines)
    #expect(reading.description == #"{"VCALENDAR":\#(tree)}"#)
    #expect(reading.flaws == [])
    let windows = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    #expect(ICalendarReading(lines: windows).description == reading.description)
  }

  @Test(
    "have decoded escapes of values and carets of parameters",
    arguments: [
      (#"A:a\nb\Nc\,d\;e\\n"#, #"{"A":"a\u000ab\u000ac,d;e\\n"}"#),
      (#"A:\x\:\"\"#, #"{"A":"\\x\\:\\\"\\"}"#),
      (#"A:a^nb"#, #"{"A":"a^nb"}"#),
      ("A;CN=a^nb^'c^^n\\n:\\n", #"{"A":{"CN":"a\u000ab\"c^n\\n","A":"\u000a"}}"#),
      ("A;CN=\"^'a^'\":b", #"{"A":{"CN":"\"a\"","A":"b"}}"#),
    ])
  func escapes(lines: String, tree: String) {
    #expect(ICalendarReading(lines: lines).description == #"{"VCALENDAR":\#(tree)}"#)
  }

  @Test("join folded lines at any position, even inside a character")
  func folds() {
    let text = "BEGIN:VCALENDAR\nDescription;CN=\"é^n\";X=1:a\\, b\\n日本 c\nUID:1\nEND:VCALENDAR\n"
    let bytes = Array(text.utf8)
    let whole = ICalendarReading(of: bytes)
    #expect(
      whole.description
        == #"{"VCALENDAR":{"DESCRIPTION":{"CN":"é\u000a","X":"1","DESCRIPTION":"a, b\u000a日本 c"},"#
        + #""UID":"1"}}"#)
    let start = "BEGIN:VCALENDAR\n".utf8.count
    let end = bytes.count - "\nUID:1\nEND:VCALENDAR\n".utf8.count
    for fold in ["\n ", "\r\n\t", "\r\r\n "] {
      for place in start + 1...end {
        var folded = bytes
        folded.insert(contentsOf: Array(fold.utf8), at: place)
        let reading = ICalendarReading(of: folded)
        #expect(reading.description == whole.description, "\(place)")
        #expect(reading.flaws == [])
      }
    }
    var everywhere: [UInt8] = Array(bytes[...start])
    for byte in bytes[(start + 1)..<end] { everywhere += [0x0D, 0x0A, 0x20, byte] }
    everywhere += bytes[end...]
    #expect(ICalendarReading(of: everywhere).description == whole.description)
  }

  @Test("have the positions of values and names")
  func positions() throws {
    let text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=\"X\":2025\r\n"
    let document = try SourceDocument(iCalendar: Array(text.utf8))
    let event = try #require(document.root["VCALENDAR"]?["VEVENT"])
    #expect(event.position == SourcePosition(line: 2, column: 1))
    let start = try #require(event["DTSTART"])
    #expect(start.members.map(\.keyPosition.description) == ["3:9", "3:1"])
    #expect(start.members.map(\.value.position.description) == ["3:15", "3:18"])
  }

  @Test(
    "include each real file completely",
    .enabled("the shared sample files are not at hand") {
      Repository.sharedData("ical/moca24.ics") != nil
    },
    arguments: [("kielux_2020", 24), ("moca24", 88)])
  func realFiles(name: String, events: Int) throws {
    let bytes = try #require(
      Repository.sharedData("ical/\(name).ics").flatMap { Repository.bytes(of: $0) })
    let document = try SourceDocument(iCalendar: bytes)
    #expect(document.flaws == [])
    let calendar = try #require(document.root["VCALENDAR"])
    #expect(calendar.members.filter { $0.key == "VEVENT" }.count == events)
  }
}
