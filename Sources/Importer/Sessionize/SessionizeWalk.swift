// Traverses a document of Sessionize and resolves the IDs in it.
// Called by ScheduleFormat.sessionize for each of its three views.
// A session that the file repeats unchanged is read once; an unknown ID is an issue of its session.

import Schedule
import SourceText
import TextBasics

struct SessionizeWalk {
  /// A reference to an unknown ID, or an unreadable value.
  private typealias Unread = (field: String, value: SourceValue, accepted: String)

  private enum Meaning {
    case track, language, type
  }

  private var rooms: [String: String] = [:]
  /// The location component of each room, shared so that all its sessions use one array.
  private var locations: [String: LocationNames] = [:]
  private var speakers: [String: String] = [:]
  /// The people who list a session as their own, by the identifier of the session.
  private var speakersBySession: [String: [String]] = [:]
  private var questions: [String: String] = [:]
  /// The category items that are tracks, languages or types, by identifier.
  private var items: [String: (meanings: Set<Meaning>, name: String)] = [:]
  /// The hash of the JSON of the first session with each identifier.
  private var hashes: [String: Int] = [:]

  mutating func read(_ root: SourceValue, _ records: inout RecordImport) {
    if root.kind != .array { return readAll(root, &records) }
    for part in root.elements { readPart(part, &records) }
  }

  private mutating func readAll(_ root: SourceValue, _ records: inout RecordImport) {
    records.look(at: root, as: SessionizeTable.file.rawValue)
    for room in records.elements("rooms", of: root) { readRoom(room, as: .location, &records) }
    for speaker in records.elements("speakers", of: root) {
      let draft = records.read(speaker, as: SessionizeTable.person.rawValue)
      guard let name = draft[Name.self]?.text else { continue }
      if let id = speaker["id"]?.label { speakers[id] = name }
      for session in speaker["sessions"]?.elements.map({ $0 }) ?? [] {
        let id = session["id"]?.label ?? session.label
        if let id { speakersBySession[id, default: []].append(name) }
      }
    }
    for question in records.elements("questions", of: root) {
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

  /// Returns true if no earlier session has the same identifier and content.
  ///
  /// A slot repeats sessions of the day's rooms, so in a slot the identifier alone decides.
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
    let people = list("speakers", of: session, &unread)
    let inherited = components(of: session, in: room, people, categories, &unread)
    let draft = records.read(
      session, as: SessionizeTable.session.rawValue, inheriting: inherited)
    for (field, value, accepted) in unread {
      records.add(
        .unreadable(field: field, found: value.found, accepted: accepted),
        at: value.position, key: draft[RecordKey.self]?.text)
    }
    if let given = draft[LocationNames.self], let name = given.names.first, locations[name] == nil {
      locations[name] = given
      records.add(named: name, from: session, as: SessionizeTable.location.rawValue)
    }
    for person in people where person.kind == .object {
      guard let name = person.name(in: Self.nameFields) else { continue }
      if let id = person["id"]?.label, speakers[id] == nil { speakers[id] = name }
      records.read(person, as: SessionizeTable.person.rawValue)
    }
  }

  /// Reports unknown fields of a category, and stores its items if they are tracks, languages or
  /// types.
  ///
  /// The words in the title decide, because organizers define the categories.
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

  /// Returns the components that follow from a session's references, and collects unknown IDs.
  private mutating func components(
    of session: SourceValue, in room: String?, _ people: [SourceValue],
    _ categories: [SourceValue], _ unread: inout [Unread]
  ) -> Draft {
    var draft = Draft()
    let location = self.room(of: session, in: room, &unread)
    draft[LocationNames.self] = location.map { locations[$0] ?? LocationNames(names: [$0]) }
    var given = speakers(among: people, &unread)
    // They are used only once; otherwise many sessions with one identifier would multiply them.
    if given.isEmpty, let id = session["id"]?.label {
      given = speakersBySession.removeValue(forKey: id) ?? []
    }
    draft.addLinks(answers(of: session, &unread))
    if !given.isEmpty { draft[SpeakerNames.self] = SpeakerNames(names: given) }
    let items = items(of: session, categories, &unread)
    func names(_ meaning: Meaning) -> [String] {
      items.filter { $0.meanings.contains(meaning) }.map(\.name)
    }
    draft[Track.self] = names(.track).first.map { Track(name: $0) }
    draft[SessionType.self] = names(.type).first.map { SessionType(name: $0) }
    let spoken = names(.language)
    if !spoken.isEmpty { draft[Language.self] = Language(code: spoken.joined(separator: ", ")) }
    return draft
  }

  /// Returns the name of a session's room: from its own field, or of the room that contains it.
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
      let own = speaker.kind == .object ? speaker.name(in: Self.nameFields) : nil
      let id = speaker.kind == .object ? speaker["id"]?.label : speaker.label
      if let name = own ?? id.flatMap({ speakers[$0] }) {
        if seen.insert(name).inserted { given.append(name) }
      } else {
        unread.append(("speakers", speaker, "the id of a speaker"))
      }
    }
    return given
  }

  /// Returns the answers that are web addresses, with their questions as titles.
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
