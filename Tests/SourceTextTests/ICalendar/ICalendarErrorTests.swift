import SourceText
import TestSupport
import Testing
import XMLAndICalendar

@Suite("Errors in iCalendar files")
struct ICalendarErrorTests {
  @Test("have positions in the original file, including folded lines")
  func positions() {
    let lines = "A:1\n 2\nB;X=é\n \n :3\nbro\n ken\nBEGIN:V\n EVENT\nUID:1\nE\n ND:VEVENT"
    let reading = ICalendarReading(lines: lines)
    #expect(
      reading.description == #"{"VCALENDAR":{"A":"12","B":{"X":"é","B":"3"},"VEVENT":{"UID":"1"}}}"#
    )
    #expect(
      reading.flaws == [
        "7:1: found \"broken\"; expected \":\" or \";\" after the name of a property"
      ])
  }

  @Test("include more property names than any calendar has")
  func names() {
    let lines = (0..<200).map { "X-\($0):1" }.joined(separator: "\n")
    let reading = ICalendarReading(lines: lines, limits: SourceLimits(keys: 100))
    #expect(
      reading.description
        == "101:1: found more than 100 different field names; expected at most 100")
  }

  @Test(
    "are reported for unreadable lines, which are skipped",
    arguments: [
      (
        "just text",
        "2:1: found \"just text\"; expected \":\" or \";\" after the name of a property"
      ),
      (": no name", "2:1: found \": no name\"; expected a name of letters, digits and hyphens"),
      ("A;B:c", "2:3: found \"B:c\"; expected the name of a parameter and \"=\""),
      ("A;B=c", "2:3: found \"B=c\"; expected \":\", \";\" or \",\" after the parameter"),
      ("A;B=\"c:d", "2:3: found \"B=\\\"c:d\"; expected the closing quote of the parameter"),
      ("BEGIN:", "2:7: found \"\\u{a}\"; expected a name of letters, digits and hyphens"),
      ("BEGIN:A B", "2:7: found \"A B\"; expected a name of letters, digits and hyphens"),
      ("END:VEVENT", "2:1: found \"END:VEVENT\"; expected the end of an open component"),
      (
        "BEGIN:VEVENT",
        "3:1: found \"END:VCALENDAR\"; expected the end of \"VEVENT\", which begins "
          + "at 2:7"
      ),
    ])
  func flaws(line: String, flaw: String) {
    let reading = ICalendarReading(lines: line)
    #expect(reading.flaws == [flaw])
    let tree = line == "BEGIN:VEVENT" ? #"{"VEVENT":{}}"# : "{}"
    #expect(reading.description == #"{"VCALENDAR":\#(tree)}"#)
  }

  @Test("affect nothing but the broken line")
  func rest() {
    let reading = ICalendarReading(
      lines: "BEGIN:VEVENT\nUID:1\nbroken\nSUMMARY:a\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nEND:VEVENT")
    #expect(
      reading.description
        == #"{"VCALENDAR":{"VEVENT":{"UID":"1","SUMMARY":"a"},"VEVENT":{"UID":"2"}}}"#)
    #expect(reading.flaws.count == 1)
  }

  @Test("include invalid UTF-8 bytes, which are read as replacement characters and reported")
  func encoding() {
    let latin = Array("BEGIN:VCALENDAR\nA:b".utf8) + [0xE9] + Array("\nUID:1\nEND:VCALENDAR".utf8)
    let reading = ICalendarReading(of: latin)
    #expect(reading.description == "{\"VCALENDAR\":{\"A\":\"b\u{fffd}\",\"UID\":\"1\"}}")
    #expect(
      reading.flaws == ["2:4: found the byte 0xe9, which is not valid UTF-8 here; expected UTF-8"])
  }

  @Test("include unclosed components at the end of the text, and other starts than a calendar")
  func ends() {
    let cut = ICalendarReading(of: Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1".utf8))
    #expect(cut.description == #"{"VCALENDAR":{"VEVENT":{"UID":"1"}}}"#)
    #expect(
      cut.flaws == [
        "3:6: found the end of the text; expected the end of \"VEVENT\", which begins at 2:7",
        "3:6: found the end of the text; expected the end of \"VCALENDAR\", which begins at 1:7",
      ])
    let after = ICalendarReading(
      of: Array("BEGIN:VCALENDAR\nEND:VCALENDAR\nUID:1\nBEGIN:VCALENDAR\nEND:VCALENDAR".utf8))
    #expect(after.description == #"{"VCALENDAR":{},"VCALENDAR":{}}"#)
    #expect(after.flaws == ["3:1: found \"UID:1\"; expected \"BEGIN:VCALENDAR\""])
    for (text, message) in [
      ("", "1:1: found an empty text; expected \"BEGIN:VCALENDAR\""),
      ("<a/>", "1:1: found \"<a/>\"; expected \"BEGIN:VCALENDAR\""),
      ("BEGIN:VCARD", "1:1: found \"BEGIN:VCARD\"; expected \"BEGIN:VCALENDAR\""),
    ] {
      #expect(ICalendarReading(of: Array(text.utf8)).description == message)
    }
  }

  @Test("include exceeded limits")
  func limits() {
    func reading(_ lines: String, _ limits: SourceLimits) -> String {
      ICalendarReading(lines: lines, limits: limits).description
    }
    #expect(
      reading("BEGIN:A\nBEGIN:B", SourceLimits(depth: 2))
        == "3:1: found values 3 levels deep; expected at most 2 levels")
    #expect(
      reading("A:1234", SourceLimits(textBytes: 3))
        == "2:3: found a string of 4 bytes; expected at most 3")
    #expect(
      reading("A:1\nB:1", SourceLimits(values: 3))
        == "3:3: found more than 3 values; expected at most 3")
    #expect(
      reading("broken\nlines", SourceLimits(values: 64))
        == "3:1: found \"lines\"; expected \":\" or \";\" after the name of a property")
  }

  @Test("never crash the program", arguments: UInt64(1)...20)
  func damaged(seed: UInt64) throws {
    let sample = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART;TZID="Europe/Berlin";X=a,b:20250201T093000
      SUMMARY:Fish\\, chips\\n日本 😀
       and more
      CATEGORIES:a,b\\,c
      END:VEVENT
      END:VCALENDAR
      """
    let pieces =
      ":;,=\"\\^ \t\n\r-aN".utf8.map { [$0] }
      + ["BEGIN:A\n", "END:A\n", "\r\n ", "\n\n ", "é"].map { Array($0.utf8) } + [[0xE9], [0xF0]]
    var generator = SplitMix64(seed: seed)
    for step in 0..<1000 {
      var bytes = Array(sample.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0..<3, using: &generator))
        bytes.replaceSubrange(place..<end, with: pieces.oneElement(using: &generator))
      }
      do throws(SourceError) {
        let document = try SourceDocument(iCalendar: bytes)
        let anew = try SourceDocument(json: Array(document.root.json.utf8))
        #expect(JSONTree(anew.root) == JSONTree(document.root), "seed \(seed), step \(step)")
        for flaw in document.flaws { #expect(flaw.description.contains("; expected ")) }
      } catch {
        #expect(error.description.contains("; expected "), "seed \(seed), step \(step)")
      }
    }
  }
}
