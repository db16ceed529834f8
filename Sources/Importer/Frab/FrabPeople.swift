// Identifies people across the events of a schedule and gives each a unique name.
// Called by FrabWalk for each event and each list of people.
// The rules allow for errors of real files: IDs may be missing, new per mention, or shared.

import Schedule
import SourceText
import TextBasics

/// The people in the events of a schedule.
///
/// Mentions with equal names, GUIDs or codes are one person. Mentions whose names differ only in
/// case and accents are also one person, unless their IDs differ. Merged files reuse numbers, so
/// equal numbers do not unite two names, and different IDs do not separate mentions with the same
/// name. The only exception is an event that lists one name with two IDs. The name then belongs to
/// several people, and each person's name includes the ID, as in "Ada Lee [8XQLJY]".
struct FrabPeople {
  struct Mention {
    let value: SourceValue
    let field: String
    /// The unique name of the person in the schedule, or nil if it is unknown.
    let name: String?

    /// The role, such as "Moderator", or nil for a speaker.
    let role: String?

    init(_ value: SourceValue, field: String, name: String?) {
      self.value = value
      self.field = field
      self.name = name
      role = value["role"]?.label.flatMap {
        Self.roles.contains($0.uppercased())
          ? $0.prefix(1).uppercased() + $0.dropFirst().lowercased() : nil
      }
    }

    private static let roles: Set = ["MODERATOR", "CONTRIBUTOR", "HOST", "GUEST"]
  }

  private struct Identity {
    var name: String
    var code: String?
    var number: String?
    /// The index of the previous identity with the same folded name, or -1 if there is none.
    var previous: Int32 = -1

    var isBare: Bool { code == nil && number == nil }

    /// Returns true if another identity with the same folded name may be the same person.
    func canBe(_ other: Identity) -> Bool {
      if isBare || other.isBare { return true }
      if let code, let theirs = other.code { return code == theirs }
      return number == other.number && number != nil
    }
  }

  private static let nameFields = ["public_name", "name", "full_public_name", "person"]

  /// The maximum number of identities per folded name; only a malicious file exceeds it.
  private static let mostOfOneName = 16

  /// The number of people in an event below which a linear search is faster than a set.
  private static let fewPeople = 8

  private var nameByCode: [String: String] = [:]
  /// The key IDs of the fields for people: the lists, and the field for a single person.
  private var fields: (lists: [(name: String, key: Int)], person: Int?)?
  /// The names of all people in the document, by GUID, code and number.
  ///
  /// Filled at the first mention without a name. An identifier with two names maps to nil.
  private var directory: [String: String?]?
  /// The unique name of a person, by each spelling of the name.
  private var nameBySpelling: [String: String] = [:]
  private var identities: ContiguousArray<Identity> = []
  /// The index of the last identity with each folded name.
  private var lastOfName: [String: Int32] = [:]
  /// The names shared by two people of one event, or nil before the first mention.
  private var sharedNames: Set<String>?

  /// Returns the people in an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - limit: The maximum number of people. If the event has more people, the result has one
  ///     person more than the limit.
  ///   - note: Called for each unreadable value, with the field, the value and the expected form.
  /// - Returns: The distinct people in the order of the event, including people without a name.
  /// - Complexity: O(*n*) expected, where *n* is the length of the event.
  mutating func mentions(
    in event: SourceValue, upTo limit: Int, note: (String, SourceValue, String) -> Void
  ) -> [Mention] {
    var mentions: [Mention] = []
    // Events have few people, except in a malicious file, so a linear search usually suffices.
    var seen: Set<String> = []
    func isNew(_ name: String) -> Bool {
      if mentions.count < Self.fewPeople { return !mentions.contains { $0.name == name } }
      if seen.isEmpty { seen = Set(mentions.compactMap(\.name)) }
      return seen.insert(name).inserted
    }
    func add(_ value: SourceValue, _ field: String, _ people: inout FrabPeople) {
      if mentions.count > limit { return }
      let name = people.name(of: value)
      if let name, !isNew(name) { return }
      mentions.append(Mention(value, field: field, name: name))
    }
    let fields = fields ?? Self.fields(of: event)
    self.fields = fields
    for (field, key) in fields.lists {
      for list in event.all(keyID: key) where list.kind != .null {
        guard list.kind == .array || list.kind == .object else {
          note(field, list, "a list of texts or objects with a name")
          continue
        }
        if let stray = list.mixedText { note(field, stray, "elements") }
        // The field may have a single person instead of a list.
        let isAlone = list.kind == .object && !list.isElement && name(of: list) != nil
        for person in isAlone ? [list] : list.things { add(person, field, &self) }
      }
    }
    for person in fields.person.map(event.all(keyID:)) ?? [] where person.kind != .null {
      add(person, "person", &self)
    }
    return mentions
  }

  private static func fields(
    of event: SourceValue
  ) -> (lists: [(name: String, key: Int)], person: Int?) {
    let lists = ["persons", "participants"].compactMap { name in
      event.keyID(of: name).map { (name: name, key: $0) }
    }
    return (lists, event.keyID(of: "person"))
  }

  /// Returns the unique name of a person in the schedule, or nil if it is unknown.
  mutating func name(of person: SourceValue) -> String? {
    guard let name = Self.ownName(of: person) else {
      return nameElsewhere(of: person, Self.code(of: person))
    }
    return self.name(identity(of: person, called: name))
  }

  /// Returns the identity of a person; its name includes the ID if several people share the name.
  private mutating func identity(of person: SourceValue, called name: String) -> Identity {
    let shared = sharedNames ?? Self.sharedNames(in: person.tape)
    sharedNames = shared
    var identity = Identity(
      name: name, code: Self.code(of: person), number: Self.number(of: person))
    if shared.contains(name) {
      // Prefer the shortest ID, because people may type it.
      let code = person["code"]?.label.flatMap { $0.isEmpty ? nil : $0 }
      let id = code ?? identity.number ?? identity.code
      identity.name += id.map { " [\($0)]" } ?? ""
    }
    return identity
  }

  /// Returns the name in a mention, or nil if it has none.
  static func ownName(of person: SourceValue) -> String? {
    person.name(in: nameFields).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the GUID of a person, or else the code.
  static func code(of person: SourceValue) -> String? {
    (person["guid"] ?? person["code"])?.label.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func number(of person: SourceValue) -> String? {
    person["id"]?.label.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
  }

  // MARK: Mentions without a name

  /// Looks up the name of a person by ID in other mentions, for a mention without a name.
  private mutating func nameElsewhere(of person: SourceValue, _ code: String?) -> String? {
    if let name = code.flatMap({ nameByCode[$0] }) { return name }
    guard person.kind == .object else { return nil }
    let known = directory ?? Self.directory(of: person)
    directory = known
    guard let name = Self.keys(of: person).firstNonNil({ known[$0] ?? nil }) else {
      return nil
    }
    return self.name(identity(of: person, called: name))
  }

  private static func keys(of person: SourceValue) -> [String] {
    let codes = ["guid", "code"].compactMap { person[$0]?.label }
    return codes.filter { !$0.isEmpty } + (number(of: person).map { ["#\($0)"] } ?? [])
  }

  /// Returns the names of all people in the document that contains `value`, by identifier.
  private static func directory(of value: SourceValue) -> [String: String?] {
    var directory: [String: String?] = [:]
    for list in lists(in: value.tape) {
      for person in list.things where person.kind == .object {
        guard let name = ownName(of: person) else { continue }
        for key in keys(of: person) {
          directory[key] = directory[key, default: name] == name ? name : .some(nil)
        }
      }
    }
    return directory
  }

  private static func lists(in tape: SourceTape) -> [SourceValue] {
    let root = SourceValue(tape: tape, index: 0)
    let keys = ["persons", "participants"].compactMap(root.keyID(of:))
    var lists: [SourceValue] = []
    for (index, token) in tape.tokens.enumerated()
    where token.holdsOthers && token.keyStart > 0 && keys.contains(token.keyID) {
      lists.append(SourceValue(tape: tape, index: index))
    }
    return lists
  }

  // MARK: Namesakes

  /// Returns the names that two people of one event share.
  ///
  /// Lists of all people are ignored, because merged files may list a person several times.
  private static func sharedNames(in tape: SourceTape) -> Set<String> {
    let schedules = SourceValue(tape: tape, index: 0).all("schedule")
    let whole = Set(schedules.flatMap { $0.all("persons") }.map(\.index))
    var shared: Set<String> = []
    for list in lists(in: tape) where !whole.contains(list.index) {
      let people = list.things
      if people.count < 2 { continue }
      let names = people.map { $0.name(in: nameFields) ?? "" }
      if Set(names).count == names.count { continue }
      var first: [String: Identity] = [:]
      for (name, person) in zip(names, people) where person.kind == .object && !name.isEmpty {
        let identity = Identity(name: name, code: code(of: person), number: number(of: person))
        guard let other = first[name], !other.isBare else {
          first[name] = identity
          continue
        }
        if !other.canBe(identity) { shared.insert(name) }
      }
    }
    return shared
  }

  private mutating func name(_ person: Identity) -> String {
    if let known = nameBySpelling[person.name] {
      if let code = person.code, nameByCode[code] == nil { nameByCode[code] = known }
      return known
    }
    let known = person.code.flatMap { nameByCode[$0] } ?? nameOfSame(person) ?? person.name
    nameBySpelling[person.name] = known
    if let code = person.code { nameByCode[code] = known }
    return known
  }

  /// Returns the name of a known person with the same folded name, or adds a new identity and
  /// returns nil.
  private mutating func nameOfSame(_ person: Identity) -> String? {
    let folded = person.name.folded
    let last = lastOfName[folded] ?? -1
    var found: Int?
    var count = 0
    var place = Int(last)
    while place >= 0 {
      // The search runs backward, so the earliest match wins.
      if identities[place].canBe(person) { found = place }
      place = Int(identities[place].previous)
      count += 1
    }
    if let found {
      identities[found].code = identities[found].code ?? person.code
      identities[found].number = identities[found].number ?? person.number
    } else if count < Self.mostOfOneName {
      var person = person
      person.previous = last
      lastOfName[folded] = Int32(truncatingIfNeeded: identities.count)
      identities.append(person)
    }
    return found.map { identities[$0].name }
  }
}
