import ECSKit
import Importer
import Schedule
import Testing

@Suite("People of schedule.json and schedule.xml")
struct FrabPeopleTests {
  private func schedule(_ people: [String]) throws -> ScheduleFixture {
    let events = people.enumerated().map {
      "{\"guid\": \"g\($0)\", \"title\": \"T\($0)\", \"persons\": [\($1)]}"
    }
    return try ScheduleFixture(
      """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2025-02-01", "rooms":
        {"R": [\(events.joined(separator: ","))]}}]}}}
      """)
  }

  private func names(_ people: String...) throws -> [String] {
    let fixture = try schedule(people)
    let named = fixture.schedule.talks.flatMap { fixture.schedule.speakers(of: $0) }
    #expect(named.allSatisfy { $0.entity != nil })
    return fixture.schedule.people.compactMap { $0[Name.self]?.text }
  }

  @Test("one code or guid is one person, however the name is spelled")
  func oneCode() throws {
    #expect(
      try names(
        #"{"code": "AB", "name": "Ada Lee"}"#, #"{"code": "AB", "name": "ada lee"}"#,
        #"{"code": "AB", "name": "Prof. Lee"}"#) == ["Ada Lee"])
    #expect(
      try names(#"{"guid": "1-2", "name": "Ada"}"#, #"{"guid": "1-2", "name": "ADA"}"#) == ["Ada"])
  }

  @Test("names differing in case and accents are one person unless their ids differ")
  func oneName() throws {
    #expect(
      try names(
        #"{"id": 7, "name": "Zoë Ray"}"#, #"{"id": 7, "name": "zoe ray"}"#, #""ZOE RAY""#,
        #"{"id": 0, "name": "Zoe Ray"}"#) == ["Zoë Ray"])
    #expect(
      try names(#"{"id": 7, "name": "Daniel"}"#, #"{"id": 8, "name": "daniel"}"#)
        == ["Daniel", "daniel"])
  }

  @Test("a number alone does not merge two names, and one name is one person")
  func numbers() throws {
    #expect(
      try names(#"{"id": 7, "name": "Ada"}"#, #"{"id": 7, "name": "Bob"}"#) == ["Ada", "Bob"])
    #expect(
      try names(#"{"id": 7, "name": "Ada"}"#, #"{"id": 8, "name": "Ada"}"#) == ["Ada"])
  }

  @Test("a person listed twice in a talk is shown once")
  func twice() throws {
    let fixture = try schedule([
      #"{"id": 7, "name": "Ada"}, {"id": 7, "name": "ada"}, "Bob", "Bob""#
    ])
    #expect(fixture.schedule.talks.entities.first?[SpeakerNames.self]?.names == ["Ada", "Bob"])
    #expect(fixture.schedule.people.count == 2)
  }

  @Test("two namesakes in one talk are two people, each with separate talks")
  func namesakes() throws {
    let (first, second) = (
      #"{"code": "AB", "guid": "1-2", "name": "Ada Lee"}"#,
      #"{"code": "CD", "guid": "3-4", "name": "Ada Lee"}"#
    )
    let fixture = try schedule([second, "\(first), \(second)", first, #""Ada Lee""#])
    let people = fixture.schedule.everybody
    #expect(people.map(\.name) == ["Ada Lee [CD]", "Ada Lee [AB]", "Ada Lee"])
    #expect(people.map(\.id) == ["3-4", "1-2", "Ada Lee"])
    let talks = people.map { fixture.schedule.talks(of: $0).map { $0[Title.self]?.text } }
    #expect(talks == [["T0", "T1"], ["T1", "T2"], ["T3"]])
    // In XML there is only a number.
    #expect(
      try names(
        #"{"id": 3, "name": "Bob"}, {"id": 4, "name": "Bob"}"#, #"{"id": 4, "name": "Bob"}"#)
        == ["Bob [3]", "Bob [4]"])
    #expect(try names(#"{"id": 3, "name": "Bob"}, {"id": 0, "name": "Bob"}"#) == ["Bob"])
  }

  @Test("one name with two codes is one person in several talks and in the list of all people")
  func severalSources() throws {
    let people = [#"{"code": "AB", "name": "Ada"}"#, #"{"code": "CD", "name": "Ada"}"#]
    #expect(try names(people[0], people[1]) == ["Ada"])
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"conference": {"title": "C"}, "persons": [\(people.joined(separator: ","))],
       "events": [{"guid": "g", "title": "T", "start": "2025-02-01T10:00:00Z",
                   "persons": [\(people[1])]}]}}
      """)
    #expect(fixture.schedule.people.compactMap { $0[Name.self]?.text } == ["Ada"])
  }

  @Test("a second biography under one name is a note, once")
  func biographies() throws {
    let fixture = try schedule([
      #"{"code": "AB", "name": "Ada", "biography": "Sails."}"#,
      #"{"code": "CD", "name": "Ada", "biography": "Flies."}"#,
      #"{"code": "CD", "name": "Ada", "biography": "Flies."}"#,
      #"{"code": "EF", "name": "Bob", "biography": "Swims."}"#,
      #"{"code": "GH", "name": "Bob", "biography": "<p>Swims.</p>"}"#,
    ])
    #expect(
      fixture.messages == [
        "2:192: \"Ada\" has another biography here; the first biography is shown"
      ])
    #expect(fixture.result.report.issues.allSatisfy { !$0.losesData })
  }

  @Test("the public name precedes the name, and the full public name is last")
  func fullPublicName() throws {
    #expect(
      try names(
        #"{"id": 1, "full_public_name": "Ada Lee"}"#,
        #"{"id": 2, "full_public_name": "Robert Ray", "public_name": "Bob"}"#,
        #"{"id": 3, "full_public_name": "Cleo May", "name": "Cleo", "public_name": ""}"#)
        == ["Ada Lee", "Bob", "Cleo"])
    let fixture = try ScheduleFixture(
      """
      <schedule><day date="2014-02-01"><event id="1"><title>A</title><persons><person id="1">
      <full_public_name>Ada Lee</full_public_name></person></persons></event></day></schedule>
      """)
    #expect(fixture.schedule.speakers.map { $0[Name.self]?.text } == ["Ada Lee"])
    #expect(fixture.messages == [])
  }

  @Test("people are read without a surrounding list, and durations in XML Schema notation")
  func withoutList() throws {
    let fixture = try ScheduleFixture(
      """
      <schedule><day date="2014-02-01"><event id="1"><title>A</title><start>10:00</start>
      <duration>P0Y0M0DT0H40M0.000S</duration><person>Ada</person><person id="2">Bob</person>
      </event></day></schedule>
      """)
    #expect(fixture.schedule.talks.entities.first?[SpeakerNames.self]?.names == ["Ada", "Bob"])
    #expect(fixture.schedule.people.count == 2)
    #expect(fixture.schedule.talks.entities.first?[Timing.self]?.length == .seconds(2400))
    #expect(fixture.messages == [])
  }

  @Test("many spellings of one name, each with its own number, are separate people")
  func manySpellings() throws {
    let people = (0..<2000).map { number in
      let name = String(
        "abcdefghijkl".enumerated().map { number >> $0 & 1 == 0 ? $1 : Character($1.uppercased()) })
      return "{\"id\": \(number + 1), \"name\": \"\(name)\"}"
    }
    let fixture = try schedule(people)
    #expect(fixture.schedule.people.count == 2000)
  }
}
