import ECSKit
import Importer
import KonfResources
import Schedule
import SourceText
import TestSupport
import Testing

/// The schedule that the program carries: the facts of UIKonf 2015, and prose of its own.
@Suite("UIKonf 2015")
struct UIKonfFactsTests {
  private static let original = Repository.sharedData("uikonf/uikonf-2015.json")
  private static let bytes = Array(
    UnsafeBufferPointer(start: konf_uikonf_2015_bytes(), count: Int(konf_uikonf_2015_count)))

  private func imported() throws -> (schedule: ConferenceSchedule, report: ImportReport) {
    let context = Context()
    let result = try ScheduleImport(
      options: ScheduleImport.Options(zoneFolders: ZoneFolders(paths: []))
    ).run(Self.bytes, into: context)
    #expect(result.notes.isEmpty)
    return (ConferenceSchedule(context), result.report)
  }

  // MARK: Facts

  @Test("the program includes the file in the repository")
  func carried() {
    #expect(Repository.bytes(of: "data/uikonf-2015/schedule.json") == Self.bytes)
  }

  @Test("the first record has the name, time and venue of the conference")
  func conference() throws {
    let first = try #require(
      try SourceDocument(json: Self.bytes).root.elements.first { _ in true })
    #expect(first.members.map(\.key) == ["conference", "month", "zone"])
    #expect(first["conference"]?.string == "UIKonf 2015")
    #expect(first["month"]?.string == "2015-05")
    #expect(first["zone"]?.string == "Europe/Berlin")
  }

  @Test(
    "all other records have the facts of the original, one by one and in order",
    .enabled(if: original != nil, "uikonf/uikonf-2015.json is not at hand"))
  func facts() throws {
    let path = try #require(Self.original)
    let original = try SourceDocument(json: try #require(Repository.bytes(of: path)))
    let ours = try SourceDocument(json: Self.bytes)
    let records = Array(original.root.elements)
    let copies = Array(ours.root.elements.dropFirst())
    #expect(records.count == 83)
    #expect(copies.count == records.count)
    for (place, (record, copy)) in zip(records, copies).enumerated() {
      #expect(facts(of: copy) == facts(of: record), "record \(place + 1)")
      #expect(
        Set(copy.members.map(\.key)) == Set(record.members.map(\.key)), "record \(place + 1)")
    }
  }

  @Test(
    "no prose of the original is included",
    .enabled(if: original != nil, "uikonf/uikonf-2015.json is not at hand"))
  func prose() throws {
    let path = try #require(Self.original)
    let original = try SourceDocument(json: try #require(Repository.bytes(of: path)))
    let theirs = Set(original.root.elements.flatMap(prose(of:)))
    let ours = try SourceDocument(json: Self.bytes).root.elements.flatMap(prose(of:))
    #expect(ours.count == 22 + 11)
    for text in ours { #expect(!theirs.contains(text)) }
    // Not even half a sentence of it.
    let taken = Set(theirs.flatMap(phrases(of:)))
    for text in ours { #expect(taken.isDisjoint(with: phrases(of: text)), "\(text)") }
  }

  private func isProse(_ field: String, of record: SourceValue) -> Bool {
    field == "bio" || field == "description" && record["name"] != nil
  }

  private func facts(of record: SourceValue) -> [String: String] {
    var facts: [String: String] = [:]
    for member in record.members where !isProse(member.key, of: record) {
      let value = member.value
      facts[member.key] =
        value.string
        ?? (value.kind == .array
          ? "\(value.elements.map { $0.string ?? $0.found })" : value.found)
    }
    return facts
  }

  private func prose(of record: SourceValue) -> [String] {
    record.members.compactMap { isProse($0.key, of: record) ? $0.value.string : nil }
  }

  private func phrases(of text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard words.count >= 8 else { return [] }
    return Set((0...words.count - 8).map { words[$0..<$0 + 8].joined(separator: " ") })
  }

  // MARK: Invariants

  @Test("the counts match the conference")
  func counts() throws {
    let (schedule, report) = try imported()
    #expect(report.records == 84)
    #expect(report.counts == [84, 0, 0, 0])
    #expect(report.messages == [])
    #expect(schedule.sessions.count == 31)
    #expect(schedule.people.count == 22)
    #expect(schedule.organizers.count == 4)
    #expect(schedule.speakers.count == 18)
    #expect(schedule.talks.count == 18)
    #expect(schedule.locations.count == 11)
    #expect(schedule.context.group(.all(Server.self)).count == 1)
    #expect(schedule.title == "UIKonf 2015")
    #expect(schedule.zone.name == "Europe/Berlin")
    #expect(schedule.timeline.first?[SessionID.self]?.text == "beforeConference")
    #expect(schedule.timeline.last?[SessionID.self]?.text == "goodBye")
  }

  @Test("each location named by a session is one location, and each location has a name")
  func places() throws {
    let (schedule, _) = try imported()
    var named: Set<Entity> = []
    for session in schedule.sessions {
      for name in session[LocationNames.self]?.names ?? [] {
        let found = schedule.locations.filter { $0[Name.self]?.text == name }
        #expect(found.count == 1, "\(name)")
        named.formUnion(found)
      }
      #expect(schedule.locations(of: session).allSatisfy { $0.entity != nil })
    }
    #expect(named.count == 11)
  }

  @Test("each talk has a speaker with a biography, and a session with a description")
  func talks() throws {
    let (schedule, _) = try imported()
    for talk in schedule.talks {
      let speakers = schedule.speakers(of: talk)
      #expect(speakers.count == 1)
      #expect(speakers.allSatisfy { $0.entity?.has(Biography.self) == true })
      let session = try #require(schedule.session(of: talk))
      #expect(session.has(Description.self))
    }
    for person in schedule.people { #expect(person.has(Photo.self)) }
    for organizer in schedule.organizers { #expect(schedule.talks(by: organizer).isEmpty) }
  }

  @Test("the talks of a session are numbered 1, 2, 3 without gaps")
  func indices() throws {
    let (schedule, _) = try imported()
    var sizes: [Int] = []
    for session in schedule.timeline {
      let talks = schedule.talks(in: session)
      if talks.isEmpty { continue }
      sizes.append(talks.count)
      #expect(talks.map { $0[TalkIndex.self]?.number } == (1...talks.count).map(\.self))
      #expect(
        talks.map(schedule.id(of:))
          == (1...talks.count).map { "\(session[SessionID.self]?.text ?? "")/\($0)" })
    }
    #expect(sizes == [2, 2, 3, 2, 2, 2, 3, 2])
  }

  @Test("importing twice duplicates nothing and notifies no observer")
  func twice() throws {
    let (schedule, _) = try imported()
    let log = EventLog(schedule.context)
    let result = try ScheduleImport(
      options: ScheduleImport.Options(zoneFolders: ZoneFolders(paths: []))
    ).run(Self.bytes, into: schedule.context)
    #expect(result.report.counts == [0, 0, 84, 0])
    #expect(log.take().isEmpty)
    #expect(schedule.sessions.count == 31)
  }

  @Test("names of several people, and of one with an accent, are found")
  func names() throws {
    let (schedule, _) = try imported()
    func found(_ query: String) -> [String] {
      NameQuery(query).best(among: schedule.people) { $0[Name.self]?.text ?? "" }
        .compactMap { $0[Name.self]?.text }.sorted()
    }
    #expect(found("lee") == ["Graham Lee", "Mike Lee"])
    #expect(found("maxim") == ["Maxim Cramer", "Maxim Zaks"])
    #expect(found("hofele") == ["Claus Höfele"])
    #expect(found("hoefele") == ["Claus Höfele"])
  }
}
