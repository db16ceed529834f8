// Traverses a document of Sessionize and resolves the IDs in it. ScheduleFormat.sessionize calls it
// for each of the three views. If the file repeats a session unchanged, the session is read once.
// An unknown ID is reported as an issue of its session.

import Basics
import Schedule
import SourceText

struct SessionizeWalk {
  /// An unread value: a reference to an unknown ID, or an unreadable value.
  private typealias Unread = (field: String, value: SourceValue, accepted: String)

  private enum Meaning {
    case track, language, type
  }

  private var rooms: [String: String] = [:]
  /// The names of the rooms in order.
  ///
  /// A session that takes place in all rooms has these names as its locations.
  private var roomNames: [String] = []
  /// The locations of a plenum session, by the location that the session names.
  ///
  /// A plenum session takes place in all rooms.
  private var plenums: [String?: LocationNames] = [:]
  private var people = ListedPeople([]) { [] }

  /// The maximum number of rooms for which a plenum session lists all rooms.
  ///
  /// With more rooms, many plenum sessions would take quadratic memory.
  private static let mostPlenumRooms = 32
  /// The location component of each room, so that all sessions in a room share one array.
  private var locations: [String: LocationNames] = [:]
  private var speakers: [String: String] = [:]
  /// The people whose records list a session, by the identifier of the session.
  private var speakersBySession: [String: [String]] = [:]
  private var questions: [String: String] = [:]
  /// The category items for tracks, languages and types, by identifier.
  private var items: [String: (meanings: Set<Meaning>, name: String)] = [:]
  /// The hash of the first session with each identifier.
  private var hashes: [String: Int] = [:]

  mutating func read(_ root: SourceValue, _ records: inout RecordImport) {
    if root.kind != .array { return readAll(root, &records) }
    people = Self.people(in: root)
    for part in root.elements { readPart(part, &records) }
  }

  private mutating func readAll(_ root: SourceValue, _ records: inout RecordImport) {
    records.look(at: root, as: SessionizeTable.file.rawValue)
    let rooms = Self.sorted(records.elements("rooms", of: root))
    roomNames = rooms.compactMap { readRoom($0, as: .location, &records) }
    let listed = records.elements("speakers", of: root)
    people = Self.people(listed, root)
    for speaker in listed {
      let id = speaker["id"]?.label
      let draft = records.read(
        speaker, id, among: people, as: SessionizeTable.person.rawValue)
      guard let name = draft?[Name.self]?.text else { continue }
      if let id { speakers[id] = name }
      for session in speaker["sessions"]?.elements.map({ $0 }) ?? [] {
        let id = session["id"]?.label ?? session.label
        if let id { speakersBySession[id, default: []].append(name) }
      }
    }
    for question in records.elements("questions", of: root) {
      records.look(at: question, as: SessionizeTable.question.rawValue)
      if let id = question["id"]?.label { questions[id] = question["question"]?.label }
    }
    for category in records.elements("categories", of: root) { look(at: category, &records) }
    for session in records.elements("sessions", of: root) {
      readSession(session, in: nil, &records)
    }
  }

  /// Reads a day of the view "GridSmart", one of its slots, or a group of the view "Sessions".
  private mutating func readPart(_ part: SourceValue, _ records: inout RecordImport) {
    guard part.kind == .object else {
      return records.addRecord(part, as: SessionizeTable.part.rawValue)
    }
    records.look(at: part, as: SessionizeTable.part.rawValue)
    let names = part.all("rooms").flatMap(\.elements).compactMap { $0["name"]?.label }
    if !names.isEmpty {
      roomNames = names.filter { !$0.isEmpty }.uniqued
      plenums = [:]
    }
    for room in records.elements("rooms", of: part) {
      let name = readRoom(room, as: .room, &records)
      for session in records.elements("sessions", of: room) where isNew(session) {
        readSession(session, in: name, &records)
      }
      for session in records.parts("session", of: room) where isNew(session, inSlot: true) {
        readSession(session, in: name, &records)
      }
    }
    // A session with two categories is listed in both groups.
    for session in records.elements("sessions", of: part) where isNew(session) {
      readSession(session, in: nil, &records)
    }
    for slot in records.elements("timeSlots", of: part) { readPart(slot, &records) }
  }

  /// Returns false if the session repeats the first session with the same identifier.
  ///
  /// Outside of time slots, a session counts as repeated only if its content is the same, too. Time
  /// slots list the sessions of the rooms again, so only the identifier is compared there.
  private mutating func isNew(_ session: SourceValue, inSlot: Bool = false) -> Bool {
    guard let id = session["id"]?.label else { return true }
    let first = hashes[id]
    if inSlot, first != nil { return false }
    let hash = session.json.hashValue
    if first == nil { hashes[id] = hash }
    return first != hash
  }

  @discardableResult
  private mutating func readRoom(
    _ room: SourceValue, as table: SessionizeTable, _ records: inout RecordImport
  ) -> String? {
    let name = records.read(room, as: table.rawValue)[Name.self]?.text
    if let id = room["id"]?.label { rooms[id] = name }
    if let name { locations[name] = LocationNames(names: [name]) }
    return name
  }

  private mutating func readSession(
    _ session: SourceValue, in room: String?, _ records: inout RecordImport
  ) {
    if let title = session["title"]?.label, title.isMarkedCancelled {
      return records.leaveOut(session, .cancelled, key: "session \(title)")
    }
    var unread: [Unread] = []
    let categories = list("categories", of: session, &unread)
    for category in categories { look(at: category, &records) }
    for answer in session.all("questionAnswers").flatMap(\.elements) {
      records.look(at: answer, as: SessionizeTable.answer.rawValue)
    }
    let people = list("speakers", of: session, &unread)
    let inherited = components(of: session, in: room, people, categories, &unread)
    let draft = records.read(
      session, as: SessionizeTable.session.rawValue, inheriting: inherited)
    for (field, value, accepted) in unread {
      records.add(
        .unreadable(field: field, found: value.found, accepted: accepted),
        at: value.position, key: draft[RecordKey.self]?.text)
    }
    for name in draft[LocationNames.self]?.names ?? [] where locations[name] == nil {
      locations[name] = LocationNames(names: [name])
      records.add(named: name, from: session, as: SessionizeTable.location.rawValue)
    }
    for person in people where person.kind == .object {
      let id = person["id"]?.label
      guard let name = Self.name(of: person).map({ self.people.name($0, of: id) }) else { continue }
      if let id, speakers[id] == nil { speakers[id] = name }
      _ = records.read(person, id, among: self.people, as: SessionizeTable.person.rawValue)
    }
  }

  /// Returns the people in the view "All".
  ///
  /// In this view, sessions refer to people by ID.
  private static func people(_ speakers: [SourceValue], _ root: SourceValue) -> ListedPeople {
    let listed = speakers.compactMap { speaker in
      speaker["id"]?.label.flatMap { id in name(of: speaker).map { (id: id, name: $0) } }
    }
    return ListedPeople(listed) {
      root.all("sessions").flatMap(\.elements).map { session in
        session.all("speakers").flatMap(\.elements).compactMap { $0["id"]?.label ?? $0.label }
      }
    }
  }

  /// Returns the people in the views "GridSmart" and "Sessions".
  ///
  /// In these views, sessions contain people.
  private static func people(in parts: SourceValue) -> ListedPeople {
    let rooms = parts.elements.flatMap { $0.all("rooms").flatMap(\.elements) }
    let sessions = (rooms + parts.elements).flatMap { $0.all("sessions").flatMap(\.elements) }
    let talks = sessions.map { session in
      session.all("speakers").flatMap(\.elements).compactMap { person in
        person["id"]?.label.flatMap { id in name(of: person).map { (id: id, name: $0) } }
      }
    }
    return ListedPeople(talks.flatMap(\.self)) { talks.map { $0.map(\.id) } }
  }

  private static func name(of person: SourceValue) -> String? {
    if person.kind != .object { return nil }
    if let name = person.name(in: nameFields) { return name }
    let parts = ["firstName", "lastName"].compactMap { person[$0]?.label }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Sorts rooms by the field "sort".
  ///
  /// Rooms without the field are last, in file order.
  private static func sorted(_ rooms: [SourceValue]) -> [SourceValue] {
    let order = rooms.map { $0["sort"]?.integer ?? .max }
    return rooms.indices.sorted { (order[$0], $0) < (order[$1], $1) }.map { rooms[$0] }
  }

  /// Reports unknown fields of a category, and stores its items.
  ///
  /// Only items that are tracks, languages or types are stored. Organizers define the categories,
  /// so the words in a category's title determine its meaning.
  private mutating func look(at category: SourceValue, _ records: inout RecordImport) {
    records.look(at: category, as: SessionizeTable.category.rawValue)
    let meanings = Self.meanings(of: category)
    for list in ["items", "categoryItems"] {
      for item in records.elements(list, of: category) {
        records.look(at: item, as: SessionizeTable.item.rawValue)
        guard let id = item["id"]?.label else { continue }
        items[id] = Self.named(item, meanings)
      }
    }
  }

  private static func meanings(of category: SourceValue) -> Set<Meaning> {
    let title = category["title"]?.label ?? category["name"]?.label ?? ""
    let words = title.lowercased().split { !$0.isLetter }
    var meanings: Set<Meaning> = []
    if words.contains("track") { meanings.insert(.track) }
    if words.contains("language") { meanings.insert(.language) }
    if words.contains("format") || words.contains("type") { meanings.insert(.type) }
    return meanings
  }

  private static func named(
    _ item: SourceValue, _ meanings: Set<Meaning>
  ) -> (meanings: Set<Meaning>, name: String)? {
    guard !meanings.isEmpty, let name = item["name"]?.label, !name.isBlank else { return nil }
    return (meanings, name)
  }

  /// Returns the components of a session that depend on its references and on its room.
  ///
  /// Unknown IDs and unreadable values are appended to `unread`.
  private mutating func components(
    of session: SourceValue, in room: String?, _ people: [SourceValue],
    _ categories: [SourceValue], _ unread: inout [Unread]
  ) -> Draft {
    var draft = Draft()
    let location = self.room(of: session, in: room, &unread)
    let isEverywhere = session["isPlenumSession"]?.bool == true
    draft[LocationNames.self] =
      isEverywhere && 1...Self.mostPlenumRooms ~= roomNames.count
      ? plenum(at: location) : location.map { locations[$0] ?? LocationNames(names: [$0]) }
    var given = speakers(among: people, &unread)
    // Each list is used only once, because many sessions with the same identifier would multiply
    // it.
    if given.isEmpty, let id = session["id"]?.label {
      given = speakersBySession.removeValue(forKey: id) ?? []
    }
    draft.addLinks(answers(of: session, &unread))
    if !given.isEmpty { draft[SpeakerNames.self] = SpeakerNames(names: given) }
    let items = items(of: session, categories, &unread)
    func names(_ meaning: Meaning) -> [String] {
      items.filter { $0.meanings.contains(meaning) }.map(\.name)
    }
    draft[Track.self] = Track(names: names(.track).uniqued)
    let types = names(.type).uniqued
    if !types.isEmpty { draft[SessionType.self] = SessionType(name: types.joined(separator: ", ")) }
    let spoken = names(.language)
    if !spoken.isEmpty { draft[Language.self] = Language(code: spoken.joined(separator: ", ")) }
    return draft
  }

  /// Returns the session's location followed by all other rooms.
  ///
  /// Sessions with the same location share the list.
  private mutating func plenum(at location: String?) -> LocationNames {
    if let known = plenums[location] { return known }
    let others = roomNames.filter { $0 != location }
    let names = LocationNames(names: (location.map { [$0] } ?? []) + others)
    plenums[location] = names
    return names
  }

  /// Returns the name of a session's room.
  ///
  /// The session's own field takes precedence over the room that contains the session.
  private func room(
    of session: SourceValue, in room: String?, _ unread: inout [Unread]
  ) -> String? {
    if let value = session["room"], value.kind != .null {
      if value.label == nil { unread.append(("room", value, "the name of a room")) }
      if let name = value.label, !name.isEmpty { return name }
    }
    guard room == nil, let id = session["roomId"], id.kind != .null else { return room }
    let name = id.label.flatMap { rooms[$0] }
    if name == nil { unread.append(("roomId", id, "the id of a room")) }
    return name
  }

  private func speakers(among people: [SourceValue], _ unread: inout [Unread]) -> [String] {
    var given: [String] = []
    var seen: Set<String> = []
    for speaker in people {
      let id = speaker.kind == .object ? speaker["id"]?.label : speaker.label
      let own = Self.name(of: speaker).map { self.people.name($0, of: id) }
      if let name = own ?? id.flatMap({ speakers[$0] }) {
        if seen.insert(name).inserted { given.append(name) }
      } else {
        unread.append(("speakers", speaker, "the id of a speaker"))
      }
    }
    return given
  }

  /// Returns a link for each answer that is a web address, with the question as its title.
  private func answers(of session: SourceValue, _ unread: inout [Unread]) -> [WebLink] {
    list("questionAnswers", of: session, &unread).compactMap { answer in
      let text = (answer["answerValue"] ?? answer["answer"])?.label ?? ""
      let title = answer["question"]?.label ?? answer["questionId"]?.label.flatMap { questions[$0] }
      return WebLink(title: title ?? "", text: text).flatMap { $0.address == nil ? nil : $0 }
    }
  }

  private static let nameFields = ["fullName", "name"]

  private func items(
    of session: SourceValue, _ categories: [SourceValue], _ unread: inout [Unread]
  ) -> [(meanings: Set<Meaning>, name: String)] {
    let ids = list("categoryItems", of: session, &unread).compactMap(\.label)
    // Items listed within the session may have no identifier.
    let own = categories.flatMap { category in
      let meanings = Self.meanings(of: category)
      return category.all("categoryItems").flatMap(\.elements).compactMap { item in
        item["id"]?.label.flatMap { items[$0] } ?? Self.named(item, meanings)
      }
    }
    return ids.compactMap { items[$0] } + own
  }

  private func list(
    _ field: String, of session: SourceValue, _ unread: inout [Unread]
  ) -> [SourceValue] {
    session.all(field).filter { $0.kind != .null }.flatMap { list in
      if list.kind != .array { unread.append((field, list, "a list")) }
      return Array(list.elements)
    }
  }
}
