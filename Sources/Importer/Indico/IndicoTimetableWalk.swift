// Traverses Indico's timetable. An event contains days, and a day contains entries. The entry of a
// session contains the entries of its parts. ScheduleFormat.indicoTimetable calls it.

import Basics
import Schedule
import SourceText

/// A table of Indico's timetable format.
///
/// The raw value is the index of the table in the format.
enum IndicoTable: Int, CaseIterable {
  /// The tables for the file and for an entry: a contribution, a break or a session with parts.
  case file, entry
  case person, location
}

struct IndicoTimetableWalk {
  private enum EntryType: String {
    case contribution = "Contribution"
    case pause = "Break"
    case session = "Session"
  }

  private typealias Participant = (name: String, affiliation: String?)

  /// The host of the Indico server, from the timetable's address in the file.
  private var host: String?
  /// The first entry in the file with each key.
  private var entries: [String: SourceValue] = [:]

  mutating func read(_ root: SourceValue, _ records: inout RecordImport) {
    records.look(at: root, as: IndicoTable.file.rawValue)
    records.linkBase = root["url"]?.label.flatMap { LinkBase($0) }
    host = records.linkBase?.host
    for events in records.parts("results", of: root) {
      for event in members(of: events, &records) {
        for day in members(of: event.value, &records) {
          for entry in members(of: day.value, &records) where isNew(entry) {
            readEntry(entry, in: nil, &records)
          }
        }
      }
    }
  }

  private func members(
    of value: SourceValue, _ records: inout RecordImport
  ) -> SourceMembers {
    if value.kind != .object, value.kind != .null {
      records.addUnreadable(value.key, value, accepting: "an object")
    }
    return value.members
  }

  /// Returns false if an entry repeats the first entry with the same key.
  ///
  /// An entry counts as repeated only if its content is also the same. Indico lists a session that
  /// continues past midnight on both days.
  private mutating func isNew(_ entry: SourceMember) -> Bool {
    guard let first = entries[entry.key] else {
      entries[entry.key] = entry.value
      return true
    }
    return first.length != entry.value.length || first.json != entry.value.json
  }

  /// Reads an entry and its nested entries.
  ///
  /// The argument `session` is the title of the session that contains the entry.
  private mutating func readEntry(
    _ member: SourceMember, in session: String?, _ records: inout RecordImport
  ) {
    let entry = member.value
    guard entry.kind == .object else {
      return records.addRecord(entry, as: IndicoTable.entry.rawValue)
    }
    guard let type = entry["entryType"]?.label.flatMap({ EntryType(rawValue: $0) }) else {
      return records.addUnreadable(
        "entryType", entry["entryType"] ?? entry, accepting: "Contribution, Break or Session")
    }
    var draft = Draft()
    draft[SessionID.self] = SessionID(text: id(of: member, type))
    if type == .contribution {
      draft[OtherIDs.self] = entry["contributionId"]?.label.map { OtherIDs(texts: [$0]) }
    } else {
      draft[WithoutTalk.self] = WithoutTalk()
    }
    draft[Track.self] = session?.nonEmpty.map { Track(name: $0) }
    let speakers = readPeople("presenters", of: entry, &records).map(\.name).uniqued
    draft[SpeakerNames.self] = speakers.isEmpty ? nil : SpeakerNames(names: speakers)
    var others: [(role: String, name: String)] = []
    for (field, role) in [("authors", "Author"), ("conveners", "Convener")] {
      for (name, affiliation) in readPeople(field, of: entry, &records) {
        others.append((role, name + (affiliation.map { " (\($0))" } ?? "")))
      }
    }
    draft[EventRemarks.self] = EventRemarks(people: others)
    let place = Self.place(of: entry)
    draft[LocationNames.self] = place.map { LocationNames(names: [$0]) }
    draft.set(links(of: entry))
    records.read(entry, as: IndicoTable.entry.rawValue, inheriting: draft)
    if let place { records.add(named: place, from: entry, as: IndicoTable.location.rawValue) }
    guard type == .session else { return }
    let title = entry["title"]?.label ?? ""
    for parts in records.parts("entries", of: entry) {
      // Indico has no sessions within sessions, and reading sessions to any depth could take very
      // long.
      if session != nil {
        records.addUnreadable("entries", parts, accepting: "no session within another")
        continue
      }
      for part in members(of: parts, &records) where isNew(part) {
        readEntry(part, in: title, &records)
      }
    }
  }

  /// Returns the identifier that Indico's calendars use for an entry.
  ///
  /// Indico's calendars omit breaks, so the identifier of a break is its key.
  private func id(of entry: SourceMember, _ type: EntryType) -> String {
    let (name, field) =
      switch type {
      case .contribution: ("contribution", "contributionId")
      case .session: ("session-block", "sessionSlotId")
      case .pause: ("", "")
      }
    guard type != .pause, let number = entry.value[field]?.label?.nonEmpty else {
      return entry.key
    }
    return "indico-\(name)-\(number)" + (host.map { "@\($0)" } ?? "")
  }

  /// Returns the room and the venue of an entry, in the form of Indico's calendars.
  private static func place(of entry: SourceValue) -> String? {
    let room = entry["room"]?.label?.nonEmpty
    let venue = entry["location"]?.label?.nonEmpty
    if let room, let venue { return "\(room) (\(venue))" }
    return room ?? venue
  }

  // MARK: People

  private func readPeople(
    _ field: String, of entry: SourceValue, _ records: inout RecordImport
  ) -> [Participant] {
    records.elements(field, of: entry).compactMap { person in
      let name = records.read(person, as: IndicoTable.person.rawValue)[Name.self]?.text
      return name.map { ($0, person["affiliation"]?.label?.nonEmpty) }
    }
  }

  // MARK: Links

  private func links(of entry: SourceValue) -> LinkList {
    var links = LinkList()
    func add(_ title: String, _ address: SourceValue?) {
      guard let address = address?.label?.nonEmpty else { return }
      WebLink(title: title, text: address).map { links.add($0) }
    }
    add("web page", entry["url"])
    let attached = entry["attachments"]
    let folders = attached?["folders"]?.things.compactMap { $0["attachments"] } ?? []
    for list in [attached?["files"]].compactMap(\.self) + folders {
      for file in list.things { add(file["title"]?.label ?? "", file["download_url"]) }
    }
    return links
  }
}
