import Basics
import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

@Suite("Single-line texts")
struct OneLineTests {
  @Test(
    "have one space per run of white space, and none at the ends",
    arguments: [
      ("", ""), (" ", ""), ("\n\u{3000}", ""), ("a", "a"), ("a b", "a b"), (" a", "a"), ("a ", "a"),
      ("Ada  Lovelace", "Ada Lovelace"), ("Ada\u{a0}Lovelace", "Ada Lovelace"),
      ("\tAda \u{2003}\r\n Lovelace\n", "Ada Lovelace"), ("a\u{85}b\u{1680}c\u{2028}d", "a b c d"),
      ("a\u{200B}b", "a\u{200B}b"), ("e\u{301}  f", "e\u{301} f"), ("Größe – “x”", "Größe – “x”"),
      ("a\u{1}b", "a\u{1}b"), ("日本\u{3000}語", "日本 語"), ("👩🏽‍🚀  x", "👩🏽‍🚀 x"),
    ])
  func knownTexts(text: String, line: String) {
    #expect(Array(text.onOneLine.unicodeScalars) == Array(line.unicodeScalars))
  }

  @Test("consist of the words of the text, whatever its contents", arguments: 0..<50)
  func random(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pieces: [Unicode.Scalar] = [
      " ", " ", "\n", "\t", "\u{a0}", "\u{2009}", "\u{205f}", "\u{202f}", "\u{1}", "a", "b", "é",
      "–",
      "ह", "語", "😀", "\u{301}",
    ]
    for _ in 0..<100 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        text.append(pieces.randomElement(using: &generator) ?? " ")
      }
      #expect(Array(String(text).onOneLine.unicodeScalars) == Self.onOneLine(text))
    }
  }

  @Test("consist of the words of a longer text with few unusual characters", arguments: 0..<50)
  func longRandom(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<100 {
      var text = String.UnicodeScalarView(
        "Ada Lovelace, Grace Hopper and Joan! Clarke".unicodeScalars)
      let length = Int.random(in: 0...text.count, using: &generator)
      text.removeFirst(length)
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0...text.count, using: &generator)
        let pieces: [Unicode.Scalar] = [" ", "\t", "\u{1}", "é", "\u{a0}", "\u{85}"]
        text.insert(
          pieces.randomElement(using: &generator) ?? " ",
          at: text.index(text.startIndex, offsetBy: place))
      }
      #expect(Array(String(text).onOneLine.unicodeScalars) == Self.onOneLine(text), "\(text)")
    }
  }

  /// The words of a text, with a blank between two of them.
  private static func onOneLine(_ text: String.UnicodeScalarView) -> [Unicode.Scalar] {
    let words = text.split { $0.properties.isWhitespace }
    return Array(words.joined(separator: [" "]))
  }

  // MARK: Formats

  @Test("are names and titles of schedule.xml, and equal names are one person")
  func xml() throws {
    let fixture = try ScheduleFixture(
      """
      <schedule><conference><title>Fix
        Con</title></conference><day index="1" date="2026-09-12"><room name="Main  Hall">
      <event id="1"><title>A
        title</title><start>10:00</start><duration>0:30</duration><room>Main Hall</room>
      <abstract>One

        two</abstract>
      <persons><person id="1">Ada  Lovelace</person></persons></event>
      <event id="2"><title>B</title><start>11:00</start><duration>0:30</duration>
      <persons><person id="1">Ada Lovelace</person></persons></event>
      </room></day></schedule>
      """)
    let schedule = fixture.schedule
    #expect(schedule.title == "Fix Con")
    #expect(schedule.people.map { $0[Name.self]?.text } == ["Ada Lovelace"])
    #expect(schedule.locations.map { $0[Name.self]?.text } == ["Main Hall"])
    #expect(schedule.talks.map { $0[Title.self]?.text } == ["A title", "B"])
    #expect(try fixture.entity("A title")[Abstract.self]?.text == "One\n\n  two")
    #expect(schedule.people.map { schedule.talks(by: $0).count } == [2])
  }

  @Test("are names of schedule.json, including rooms that are keys")
  func json() throws {
    let fixture = try ScheduleFixture(
      #"""
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2026-09-12", "rooms": {
        "Main  Hall": [
          {"id": 1, "title": "A\nB", "subtitle": "c\td", "start": "10:00", "duration": "0:30",
           "description": "e  f\n\ng", "persons": [{"public_name": "Ada\u00a0Lovelace"}]}],
        "Main Hall": [
          {"id": 2, "title": "C", "start": "11:00", "duration": "0:30",
           "persons": [{"public_name": "Ada Lovelace"}]}]}}]}}}
      """#)
    let schedule = fixture.schedule
    #expect(schedule.people.map { $0[Name.self]?.text } == ["Ada Lovelace"])
    #expect(schedule.locations.map { $0[Name.self]?.text } == ["Main Hall"])
    let talk = try fixture.entity("A B")
    #expect(talk[Subtitle.self]?.text == "c d")
    #expect(talk[Abstract.self]?.text == "e  f\n\ng")
  }

  @Test("are names of Sessionize")
  func sessionize() throws {
    let fixture = try ScheduleFixture(
      #"""
      {"sessions": [{"id": "1", "title": "A\nB", "description": "c  d", "speakers": ["s"],
        "roomId": 3, "categoryItems": [5]}],
       "speakers": [{"id": "s", "fullName": "Ada  Lovelace", "bio": "e\n\nf"}],
       "rooms": [{"id": 3, "name": "Main  Hall"}],
       "categories": [{"id": 1, "title": "Track", "items": [{"id": 5, "name": "i  OS"}]}]}
      """#)
    let talk = try fixture.entity("A B")
    #expect(talk[Abstract.self]?.text == "c  d")
    #expect(talk[Track.self]?.name == "i OS")
    let schedule = fixture.schedule
    #expect(schedule.speakers(of: talk).map(\.name) == ["Ada Lovelace"])
    #expect(schedule.locations(of: talk).map(\.name) == ["Main Hall"])
    #expect(schedule.speakers.map { $0[Biography.self]?.text } == ["e\n\nf"])
  }

  @Test("are names of iCalendar")
  func iCalendar() throws {
    let event = CalendarText.event(
      #"""
      UID:1
      SUMMARY:A\nB
      LOCATION:Main  Hall\nStreet 1
      DESCRIPTION:c  d\n\ne
      ATTENDEE;CN=Ada  Lovelace:mailto:ada@example.org
      DTSTART:20260912T100000Z
      """#)
    let fixture = try ScheduleFixture(CalendarText.calendar(event))
    let talk = try fixture.entity("A B")
    #expect(talk[Abstract.self]?.text == "c  d\n\ne")
    #expect(talk[LocationNames.self]?.names == ["Main Hall Street 1"])
    #expect(talk[SpeakerNames.self]?.names == ["Ada Lovelace"])
  }

  @Test("are empty if they contain only tags")
  func emptyHTML() throws {
    let fixture = try ScheduleFixture(
      #"{"schedule": {"events": [{"id": 1, "title": "A", "abstract": "<p></p>"}]}}"#)
    #expect(try fixture.entity("A")[Abstract.self] == nil)
  }
}
