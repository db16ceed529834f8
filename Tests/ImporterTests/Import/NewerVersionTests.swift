import ECSKit
import Importer
import Schedule
import Testing

@Suite("Importing a newer version over an older one")
struct NewerVersionTests {
  /// A talk as a file has it.
  struct Talk {
    var guid: String
    var id: Int
    var title: String
    var people: [String] = []
    var start = "10:00"
    var room = "Hall"
    var abstract = "same"

    var json: String {
      let persons = people.map { #"{"public_name": "\#($0)"}"# }.joined(separator: ", ")
      let guid = guid.isEmpty ? "" : #""guid": "\#(guid)", "#
      return
        #"{\#(guid)"id": \#(id), "date": "2016-03-26T\#(start):00+01:00", "duration": "00:30", "#
        + #""title": "\#(title)", "room": "\#(room)", "abstract": "\#(abstract)", "#
        + #""persons": [\#(persons)]}"#
    }
  }

  private func file(_ talks: [Talk]) -> [UInt8] {
    var rooms: [String: [String]] = [:]
    for talk in talks { rooms[talk.room, default: []].append(talk.json) }
    let listed = rooms.sorted { $0.key < $1.key }.map {
      #""\#($0.key)": [\#($0.value.joined(separator: ", "))]"#
    }
    return Array(
      """
      {"schedule": {"version": "1", "conference": {"title": "Fix Con", "days": [
        {"index": 1, "date": "2016-03-26", "rooms": {\(listed.joined(separator: ", "))}}]}}}
      """.utf8)
  }

  /// Imports two versions into one context, with the title of each talk as a rating beside the first.
  ///
  /// - Returns: For each title of the newer version the title that its entity had.
  private func former(_ older: [Talk], _ newer: [Talk]) throws -> [String: String] {
    let context = Context()
    try ScheduleImport().run(file(older), into: context)
    for talk in ConferenceSchedule(context).talksAndSessions {
      let title = talk[Title.self]?.text ?? ""
      talk.set(Rating(stars: 5, comment: title, time: Instant(secondsSince1970: 0)))
    }
    try ScheduleImport().run(file(newer), into: context)
    let fresh = Context()
    try ScheduleImport().run(file(newer), into: fresh)
    for talk in ConferenceSchedule(context).talksAndSessions {
      guard let rating = talk[Rating.self] else { continue }
      talk.remove(Rating.self)
      talk.set(Note(text: rating.comment))
    }
    var former: [String: String] = [:]
    for talk in ConferenceSchedule(context).talksAndSessions {
      former[talk[Title.self]?.text ?? ""] = talk[Note.self]?.text
      talk.remove(Note.self)
    }
    #expect(Contents(of: context) == Contents(of: fresh))
    return former
  }

  @Test("a talk keeps its entity when its guid and its number change")
  func newGuid() throws {
    let older = [
      Talk(guid: "a", id: 1, title: "One", people: ["Ada"]),
      Talk(guid: "b", id: 2, title: "Two", people: ["Bob"], start: "11:00"),
    ]
    let newer = [
      Talk(guid: "c", id: 7, title: "One", people: ["Ada"], start: "12:00"),
      Talk(guid: "d", id: 8, title: "Two", people: ["Bob"], start: "11:00"),
    ]
    #expect(try former(older, newer) == ["One": "One", "Two": "Two"])
  }

  @Test("reused numbers move no entity")
  func renumbered() throws {
    let talks = ["Ada", "Bob", "Cy"].enumerated().map {
      Talk(guid: "", id: $0 + 1, title: "On \($1)", people: [$1], start: "1\($0):00")
    }
    var newer = talks
    for place in newer.indices { newer[place].id = (place + 1) % 3 + 1 }
    #expect(
      try former(talks, newer) == ["On Ada": "On Ada", "On Bob": "On Bob", "On Cy": "On Cy"])
  }

  @Test("a number that another talk has now creates another entity")
  func replaced() throws {
    let older = [Talk(guid: "", id: 1, title: "One", people: ["Ada"])]
    let newer = [
      Talk(guid: "", id: 1, title: "Else", people: ["Bob"], start: "15:00", room: "Yard")
    ]
    #expect(try former(older, newer) == [:])
  }

  @Test("indistinguishable talks stay unchanged when the file is imported again")
  func twins() throws {
    let talks = (1...4).map { Talk(guid: "", id: 3, title: "Lunch", abstract: "\($0)") }
    let context = Context()
    try ScheduleImport().run(file(talks), into: context)
    let entities = ConferenceSchedule(context).talksAndSessions
    let report = try ScheduleImport().run(file(talks), into: context).report
    #expect(report.created == 0 && report.changed == 0 && report.removed == 0)
    #expect(ConferenceSchedule(context).talksAndSessions == entities)
  }

  @Test("an unusable file leaves everything unchanged")
  func refused() throws {
    let context = Context()
    try ScheduleImport().run(
      file([Talk(guid: "a", id: 1, title: "One", people: ["Ada"])]), into: context)
    let before = Contents(of: context)
    #expect(throws: ImportError.self) {
      try ScheduleImport().run(Array(#"{"schedule": {"conference": 1}}"#.utf8), into: context)
    }
    #expect(Contents(of: context) == before)
  }
}
