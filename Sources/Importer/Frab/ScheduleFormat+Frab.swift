// The two versions of schedule.json, and their traversal. The traversal also serves schedule.xml.
// FormatDetection tries both formats, and ScheduleFormat+FrabXML calls FrabWalk for XML. Events
// repeat their people and rooms, but each person and each room becomes only one entity. FrabPeople
// identifies the people.

import Basics
import ECSKit
import Schedule
import SourceText

extension ScheduleFormat {
  /// Version 1 of schedule.json: days with rooms, and rooms with events.
  ///
  /// frab and pretalx write this version.
  static let frabJSON = ScheduleFormat(
    name: "schedule.json", tables: ConverterTable.frab, calendar: .dates,
    recognizes: { document in
      document.root.all("schedule").contains { schedule in
        schedule["events"] == nil
          && schedule.all("conference").contains { $0["days"]?.kind == .array }
      }
    },
    walk: { document, _, records in
      var walk = FrabWalk(in: document, isStrict: true)
      walk.readFile(document.root, &records)
    })

  /// Version 2 of schedule.json: a list of events.
  ///
  /// The hub of the Chaos Computer Club writes this version.
  static let schedule2 = ScheduleFormat(
    name: "schedule.json v2", tables: ConverterTable.frab, calendar: .dates,
    recognizes: { document in
      document.root.all("schedule").contains { schedule in
        schedule.all("events").contains { $0.kind == .array }
      }
    },
    walk: { document, _, records in
      var walk = FrabWalk(in: document, isStrict: false)
      walk.readFile(document.root, &records)
    })
}

/// An event field that the traversal reads itself, without a table.
enum FrabEventField: Int, KnownField {
  case state, title, room, doNotRecord, recording, persons, participants, person, id, answers

  static let keys = [
    "state", "title", "room", "do_not_record", "recording", "persons", "participants", "person",
    "id", "answers",
  ]
}

struct FrabWalk {
  /// True if violations of the schema of schedule.json, version 1, are reported as issues.
  let isStrict: Bool
  private let keys: KnownKeys<FrabEventField>
  private var people: FrabPeople
  /// The fields whose violation of the schema was already reported.
  ///
  /// Each field is reported only once.
  private var offSchema: Set<String> = []
  /// A draft for a person or a location that has only a name, reused to save memory.
  private var named = Draft()
  /// The names of tracks by slug.
  private var tracks: [String: String] = [:]
  /// The names of rooms by GUID and slug.
  private var rooms: [String: String] = [:]
  /// The names of the locations that events have mentioned.
  private var places: Set<String> = []
  private var lastPlace = ""
  /// The program that wrote the file, or nil for a program that is not in ``FrabMaker``.
  var maker: FrabMaker? {
    didSet { people.hasUniqueNames = maker == .konf }
  }

  init(in document: SourceDocument, isStrict: Bool) {
    self.isStrict = isStrict
    keys = KnownKeys(in: document)
    people = FrabPeople(in: document)
  }

  // MARK: JSON

  fileprivate mutating func readFile(_ file: SourceValue, _ records: inout RecordImport) {
    records.look(at: file, as: FrabTable.file.rawValue)
    for schedule in records.parts("schedule", of: file) {
      maker = FrabMaker(of: schedule) ?? FrabMaker(of: file)
      records.isMarkdown = maker == .pretalx
      let inherited = records.readSchedule(schedule)
      for conference in records.parts("conference", of: schedule) {
        readConference(conference, inheriting: inherited, &records)
        readTracks(of: conference, &records)
        let days = records.elements("days", of: conference)
        let isFromZero = days.contains { $0["index"]?.integer == 0 }
        for day in days {
          let inherited = records.readDay(day, isFromZero: isFromZero)
          for rooms in records.parts("rooms", of: day) {
            readRooms(rooms, inheriting: inherited, &records)
          }
        }
      }
      for rooms in schedule.all("rooms") where isStrict {
        note("rooms", of: "schedule", rooms, expected: "rooms in the conference", &records)
      }
      for room in records.elements("rooms", of: schedule) { readLocation(room, &records) }
      readPeople(of: schedule, &records)
      for event in records.elements("events", of: schedule) {
        readListedEvent(event, &records)
      }
    }
  }

  private mutating func readTracks(of conference: SourceValue, _ records: inout RecordImport) {
    for list in conference.all("tracks") where list.kind == .array {
      for track in list.elements where track.kind == .object {
        records.look(at: track, as: FrabTable.track.rawValue)
        if let slug = track["slug"]?.label { tracks[slug] = track["name"]?.label }
      }
    }
  }

  private mutating func readRooms(
    _ rooms: SourceValue, inheriting inherited: Draft, _ records: inout RecordImport
  ) {
    if rooms.kind != .object {
      records.addUnreadable("rooms", rooms, accepting: "an object with a list for each room")
    }
    for room in rooms.members {
      var inherited = inherited
      let name = room.key.onOneLine
      inherited[LocationNames.self] = records.readPlace(name, &named, from: room.value)
      if room.value.kind != .array {
        records.addUnreadable(room.key, room.value, accepting: "a list of events")
      }
      for event in room.value.elements {
        readEvent(event, as: .event, in: name, inheriting: &inherited, &records)
      }
    }
  }

  private mutating func readListedEvent(_ event: SourceValue, _ records: inout RecordImport) {
    let slug = event["track"]?["slug"]?.label
    var inherited = Draft()
    inherited[Track.self] = slug.map { Track(name: tracks[$0] ?? $0) }
    if let room = event["room"], room.kind == .object, room.name(in: ["name"])?.nonEmpty == nil {
      let ids = Self.roomKeys.compactMap { room[$0]?.label?.nonEmpty }
      let name = ids.compactMap { rooms[$0] }.first
      inherited[LocationNames.self] = name.map { LocationNames(names: [$0]) }
      if name == nil, let id = ids.first {
        records.add(
          .unreadable(
            field: "room", found: "the room \(id.quoted())",
            accepted: "a room that the conference lists"),
          at: room.position, key: event["guid"]?.label.map { "event \($0)" })
      }
    }
    readEvent(event, as: .listedEvent, inheriting: &inherited, &records)
  }

  // MARK: JSON and XML

  mutating func readConference(
    _ conference: SourceValue, inheriting inherited: Draft, _ records: inout RecordImport
  ) {
    let draft = records.read(
      conference, as: FrabTable.conference.rawValue, inheriting: inherited)
    if let base = conference["base_url"]?.label.flatMap({ LinkBase($0) }) {
      records.linkBase = base
    }
    if draft[ConferencePage.self]?.link.hasPrefix("http://") == true {
      records.linkScheme = "http:"
    }
    // In XML, the schema permits a list of rooms here but does not define its content.
    for room in conference.isElement ? [] : records.elements("rooms", of: conference) {
      readLocation(room, &records)
    }
  }

  /// Reads a room from the list of all rooms, and stores its name by GUID and slug.
  private mutating func readLocation(_ room: SourceValue, _ records: inout RecordImport) {
    let name = records.read(room, as: FrabTable.location.rawValue)[Name.self]?.text
    for key in Self.roomKeys {
      if let id = room[key]?.label, !id.isEmpty, rooms[id] == nil { rooms[id] = name }
    }
  }

  /// The fields that identify a room if an event refers to it without its name.
  private static let roomKeys = ["guid", "slug"]

  /// Reads an event with its people and locations.
  ///
  /// A cancelled event is reported and skipped. The speakers of the event are added to `inherited`.
  /// The argument `room` is the name of the room element that contains the event.
  mutating func readEvent(
    _ value: SourceValue, as table: FrabTable, in room: String? = nil,
    inheriting inherited: inout Draft, _ records: inout RecordImport
  ) {
    if records.isRefused { return }
    let event = keys.members(of: value)
    let state = event[.state]?.label?.uppercased()
    if state.map(Self.absentStates.contains) ?? false || event[.title]?.isMarkedCancelled ?? false {
      let name = ["guid", "code", "id", "title"].firstNonNil { value[$0]?.label }
      return records.leaveOut(value, .cancelled, key: name.map { "event \($0)" })
    }
    var unread: [(field: String, value: SourceValue, accepted: String)] = []
    let mentions = people.mentions(in: event, upTo: records.mostRecords) {
      unread.append(($0, $1, $2))
    }
    if mentions.count > records.mostRecords {
      records.isOverfull = true
      return
    }
    var speakers = mentions.compactMap { $0.role == nil ? $0.name : nil }
    // If nobody has the role of speaker, all people count as speakers.
    if speakers.isEmpty { speakers = mentions.compactMap(\.name) }
    inherited[SpeakerNames.self] = speakers.isEmpty ? nil : SpeakerNames(names: speakers)
    inherited[FrabSetting.self] = FrabSetting(maker, room: room, of: event[.room])
    inherited[EventRemarks.self] = EventRemarks(
      isDelayed: state == "DELAYED",
      // wafer marks breaks as not recorded. A break needs no such remark.
      isRecorded: maker == .wafer && mentions.isEmpty
        || event[.doNotRecord]?.isTrue != true && event[.recording]?["optout"]?.isTrue != true,
      people: mentions.compactMap { mention in
        mention.role.flatMap { role in mention.name.map { (role, $0) } }
      })
    let key = records.add(value, as: table.rawValue, inheriting: inherited)
    let locations = records.reading.draft[LocationNames.self]?.names ?? []
    for (field, value, accepted) in unread {
      if value.isOwnText {
        records.add(.strayText(found: value.strayText), at: value.keyPosition, key: key?.text)
      } else {
        records.add(
          .unreadable(field: field, found: value.found, accepted: accepted), at: value.position,
          key: key?.text)
      }
    }
    checkEvent(event, &records)
    for name in locations where name != lastPlace {
      lastPlace = name
      // After the first mention, a mention with only the name adds nothing.
      if places.insert(name).inserted { records.readPlace(name, &named, from: value) }
    }
    for mention in mentions {
      checkPerson(mention.value, &records)
      records.readPerson(mention, &named, of: key)
    }
  }

  /// Reads the list of all people.
  ///
  /// A record is omitted if events refer only to another record with the same name.
  private mutating func readPeople(of schedule: SourceValue, _ records: inout RecordImport) {
    let listed = records.elements("persons", of: schedule)
    if listed.isEmpty { return }
    let identifiers = listed.map(people.identifier(of:))
    let withBoth = identifiers.compactMap { each in
      each.code.flatMap { id in each.name.map { (id: id, name: $0) } }
    }
    let distinct = ListedPeople(withBoth) {
      schedule.all("events").flatMap(\.elements).map { event in
        ["persons", "participants"].flatMap { event.all($0) }.flatMap(\.things)
          .compactMap { people.identifier(of: $0).code }
      }
    }
    for (person, (id, _)) in zip(listed, identifiers)
    where !records.leavesOut(person, id, among: distinct) {
      records.readPerson(people.mention(person, field: "persons"), &named, of: nil)
    }
  }

  private static let absentStates: Set = [
    "CANCELED", "CANCELLED", "WITHDRAWN", "REJECTED", "DELETED",
  ]

  // MARK: The schema of schedule.json

  private mutating func checkEvent(
    _ event: KnownMembers<FrabEventField>, _ records: inout RecordImport
  ) {
    guard isStrict else { return }
    if let id = event[.id], id.kind == .string {
      note("id", of: "event", id, expected: "a whole number", &records)
    }
    // pretalx writes an empty list of answers into each event, so an empty list is not reported.
    if let answers = event[.answers], answers.kind != .array || answers.sizeOfInsides > 0 {
      note("answers", of: "event", answers, expected: "no field \"answers\" in an event", &records)
    }
  }

  private mutating func checkPerson(_ person: SourceValue, _ records: inout RecordImport) {
    guard isStrict else { return }
    if let id = person["id"], id.kind == .string {
      note("id", of: "person", id, expected: "a whole number", &records)
    }
    if let code = person["code"], code.kind != .null,
      code.string?.utf8.allSatisfy(Self.isOfCode) != true
    {
      note("code", of: "person", code, expected: "only letters from A to Z and digits", &records)
    }
  }

  private static func isOfCode(_ byte: UInt8) -> Bool {
    ASCII.zero...ASCII.nine ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private mutating func note(
    _ field: String, of owner: String, _ value: SourceValue, expected: String,
    _ records: inout RecordImport
  ) {
    guard offSchema.insert("\(owner) \(field)").inserted else { return }
    records.add(
      .offSchema(field: field, found: value.found, expected: expected), at: value.position)
  }
}

extension RecordImport {
  private mutating func label(_ name: String, of value: SourceValue) -> String? {
    var label: String?
    for part in parts(name, of: value) {
      if part.label == nil { addUnreadable(name, part, accepting: "a string") }
      label = label ?? part.label
    }
    return label.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Reports unknown parts of a schedule, and returns the components that its conference inherits.
  mutating func readSchedule(_ schedule: SourceValue) -> Draft {
    look(at: schedule, as: FrabTable.schedule.rawValue)
    var inherited = Draft()
    inherited[ScheduleVersion.self] = label("version", of: schedule).map {
      ScheduleVersion(text: $0)
    }
    let base = label("base_url", of: schedule)
    linkBase = base.flatMap { LinkBase($0) }
    inherited[ConferencePage.self] = base.map { ConferencePage(link: $0) }
    return inherited
  }

  /// Reads a day, and returns the components that its events inherit.
  @discardableResult
  mutating func readDay(_ day: SourceValue, isFromZero: Bool = false) -> Draft {
    var start = Draft()
    if isFromZero { start[FirstIsZero.self] = FirstIsZero() }
    var inherited = Draft()
    inherited[DayDate.self] =
      read(day, as: FrabTable.day.rawValue, inheriting: start)[DayDate.self]
    return inherited
  }

  /// Adds a location by name, and returns the component that refers to the location.
  ///
  /// The result is nil if the name is empty.
  @discardableResult
  fileprivate mutating func readPlace(
    _ name: String, _ location: inout Draft, from value: SourceValue
  ) -> LocationNames? {
    if name.isEmpty { return nil }
    location[Name.self] = Name(text: name)
    add(location, from: value, as: FrabTable.location.rawValue)
    return LocationNames(names: [name])
  }

  fileprivate mutating func readPerson(
    _ mention: FrabPeople.Mention, _ draft: inout Draft, of event: RecordKey?
  ) {
    draft[Name.self] = mention.name.map { Name(text: $0) }
    if mention.value.kind == .object {
      add(mention.value, as: FrabTable.person.rawValue, inheriting: draft)
    } else if mention.name != nil {
      add(draft, from: mention.value, as: FrabTable.person.rawValue)
    } else {
      let kind = ImportIssue.Kind.unreadable(
        field: mention.field, found: mention.value.found, accepted: "a name")
      add(kind, at: mention.value.position, key: event?.text)
    }
  }
}
