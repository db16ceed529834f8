// Identifies people across the events of a schedule and gives each a unique name. FrabWalk calls it
// for each event and each list of people. The rules allow for errors in real files: an ID may be
// missing, may differ for each mention, or may be used for several people.

import Basics
import Schedule
import SourceText

/// The people in the events of a schedule.
///
/// Mentions with equal names, GUIDs or codes are one person. Mentions whose names differ only in
/// case and accents are also one person, unless their IDs differ. A file merged from several
/// sources may give one number to two people, or two numbers to one person. So different names with
/// equal numbers are different people, and an equal name with different IDs is one person. But if
/// one event lists a name with two IDs, the name belongs to several people. Each person's name then
/// includes the ID, as in "Ada Lee [8XQLJY]".
struct FrabPeople {
  enum Field: Int, KnownField {
    case publicName, name, fullPublicName, person, guid, code, id, role

    static let keys = [
      "public_name", "name", "full_public_name", "person", "guid", "code", "id", "role",
    ]
  }

  fileprivate typealias Person = KnownMembers<Field>

  struct Mention {
    let value: SourceValue
    let field: String
    /// The unique name of the person in the schedule, or nil if the file does not name the person.
    let name: String?

    /// The role, such as "Moderator", or nil for a speaker.
    let role: String?

    fileprivate init(_ person: Person, field: String, name: String?) {
      value = person.value
      self.field = field
      self.name = name
      role = person[.role]?.label.flatMap {
        Self.roles.contains($0.uppercased())
          ? $0.prefix(1).uppercased() + $0.dropFirst().lowercased() : nil
      }
    }

    private static let roles: Set = ["MODERATOR", "CONTRIBUTOR", "HOST", "GUEST"]
  }

  private struct Identity {
    var name: String
    var code: String?
    /// The value in the file that contains the person's number.
    ///
    /// Its text is read only for people who share a name.
    var numberValue: SourceValue?
    /// The index of the previous identity with the same folded name, or -1 for the first one.
    var previous: Int32 = -1

    init(_ person: Person, name: String) {
      self.name = name
      code = FrabPeople.code(of: person)
      numberValue = person[.id]
    }

    var number: String? { numberValue?.label.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 } }

    var isBare: Bool { code == nil && number == nil }

    /// Returns true if another identity with the same folded name may be the same person.
    func canBe(_ other: Identity) -> Bool {
      if isBare || other.isBare { return true }
      if let code, let theirs = other.code { return code == theirs }
      return number.map { $0 == other.number } ?? false
    }
  }

  private static let nameFields = [Field.publicName, .name, .fullPublicName, .person]

  /// The maximum number of identities per folded name.
  ///
  /// Only a malicious file exceeds this limit.
  private static let mostOfOneName = 16

  /// The maximum number of people in an event for a linear search.
  ///
  /// For more people, a set is faster.
  private static let fewPeople = 8

  private let keys: KnownKeys<Field>
  private let sharedNames: Set<String>
  /// True if all names are already unique, as in files that konf wrote.
  var hasUniqueNames = false
  private var nameByCode: [String: String] = [:]
  /// The names of all people in the document, by GUID, code and number.
  ///
  /// The table is filled at the first mention that has no name. The value is nil for an identifier
  /// with two names.
  private var directory: [String: String?]?
  /// The unique name of each person, by every spelling of the name in the file.
  private var nameBySpelling: [String: String] = [:]
  private var identities: ContiguousArray<Identity> = []
  private var lastOfName: [String: Int32] = [:]

  init(in document: SourceDocument) {
    keys = KnownKeys(in: document)
    sharedNames = Self.sharedNames(in: document, keys)
  }

  /// Returns the distinct people in an event, in order, including people without a name.
  ///
  /// If the event has more people than the limit, the result contains one person more than the
  /// limit allows. The closure `note` is called for each unreadable value, with the field, the
  /// value and the expected form.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the length of the event.
  mutating func mentions(
    in event: KnownMembers<FrabEventField>, upTo limit: Int,
    note: (String, SourceValue, String) -> Void
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
      let mention = people.mention(value, field: field)
      if let name = mention.name, !isNew(name) { return }
      mentions.append(mention)
    }
    for field in [FrabEventField.persons, .participants] {
      event.forEach(field) { list in
        let name = FrabEventField.keys[field.rawValue]
        if list.kind == .null { return }
        guard list.kind == .array || list.kind == .object else {
          return note(name, list, "a list of strings or objects with a name")
        }
        if let stray = list.mixedText { note(name, stray, "elements") }
        // The field may contain a single person instead of a list.
        if list.kind == .object, !list.isElement, mention(list, field: name).name != nil {
          add(list, name, &self)
        } else {
          list.forEachThing { add($0, name, &self) }
        }
      }
    }
    event.forEach(.person) { if $0.kind != .null { add($0, "person", &self) } }
    return mentions
  }

  /// Returns the mention of a person, with the person's unique name in the schedule.
  mutating func mention(_ value: SourceValue, field: String) -> Mention {
    let person = keys.members(of: value)
    let name: String? =
      if let name = Self.ownName(of: person) {
        self.name(identity(of: person, called: name))
      } else {
        nameElsewhere(of: person)
      }
    return Mention(person, field: field, name: name)
  }

  /// Returns the identifier and the name in a mention.
  ///
  /// The identifier is the GUID, or the code if the GUID is missing. A missing identifier or name
  /// is nil.
  func identifier(of value: SourceValue) -> (code: String?, name: String?) {
    let person = keys.members(of: value)
    return (Self.code(of: person), Self.ownName(of: person))
  }

  /// Returns the identity of a person.
  ///
  /// If several people share the name, the name in the identity includes the ID.
  private func identity(of person: Person, called name: String) -> Identity {
    var identity = Identity(person, name: name)
    if sharedNames.contains(name) {
      // The shortest ID is preferred, because people may type it.
      let id = person[.code]?.label?.nonEmpty ?? identity.number ?? identity.code
      identity.name += id.map { " [\($0)]" } ?? ""
    }
    return identity
  }

  private static func ownName(of person: Person) -> String? {
    let content = person.value.content
    guard content.isObject else { return content.label?.nonEmpty }
    return nameFields.firstNonNil { person[$0]?.label?.nonEmpty }
  }

  private static func code(of person: Person) -> String? {
    (person[.guid] ?? person[.code])?.label?.nonEmpty
  }

  // MARK: Mentions without a name

  /// Returns the name of a nameless mention, as found in other mentions with the same ID.
  private mutating func nameElsewhere(of person: Person) -> String? {
    if let name = Self.code(of: person).flatMap({ nameByCode[$0] }) { return name }
    guard person.value.isObject else { return nil }
    let known = directory ?? Self.directory(of: person.value.tape, keys)
    directory = known
    guard let name = Self.keys(of: person).firstNonNil({ known[$0] ?? nil }) else {
      return nil
    }
    return self.name(identity(of: person, called: name))
  }

  private static func keys(of person: Person) -> [String] {
    let codes = [Field.guid, .code].compactMap { person[$0]?.label?.nonEmpty }
    return codes + (Identity(person, name: "").number.map { ["#\($0)"] } ?? [])
  }

  private static func directory(
    of tape: SourceTape, _ known: KnownKeys<Field>
  ) -> [String: String?] {
    var directory: [String: String?] = [:]
    for list in lists(in: tape) {
      for value in list.things where value.isObject {
        let person = known.members(of: value)
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
  /// Lists of all people are ignored, because a file merged from several sources may list a person
  /// several times.
  private static func sharedNames(
    in document: SourceDocument, _ keys: KnownKeys<Field>
  ) -> Set<String> {
    let whole = Set(document.root.all("schedule").flatMap { $0.all("persons") }.map(\.index))
    var shared: Set<String> = []
    for list in lists(in: document.root.tape) where !whole.contains(list.index) {
      // Most lists have one person, or a few people with different names.
      var count = 0
      list.forEachThing { _ in count += 1 }
      if count < 2 { continue }
      let people = list.things.map(keys.members(of:))
      let names = people.map { ownName(of: $0) ?? "" }
      let areDistinct =
        count < fewPeople
        ? names.indices.allSatisfy { !names[..<$0].contains(names[$0]) }
        : Set(names).count == count
      if areDistinct { continue }
      var first: [String: Identity] = [:]
      for (name, person) in zip(names, people) where person.value.isObject && !name.isEmpty {
        let identity = Identity(person, name: name)
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
    if hasUniqueNames { return person.name }
    if let known = nameBySpelling[person.name] {
      if let code = person.code, nameByCode[code] == nil { nameByCode[code] = known }
      return known
    }
    let known = person.code.flatMap { nameByCode[$0] } ?? nameOfSame(person) ?? person.name
    nameBySpelling[person.name] = known
    if let code = person.code { nameByCode[code] = known }
    return known
  }

  /// Returns the name of the earliest identity that may be the same person.
  ///
  /// Only identities with the same folded name are considered. If none matches, the person becomes
  /// a new identity, and the result is nil.
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
      if identities[found].number == nil { identities[found].numberValue = person.numberValue }
    } else if count < Self.mostOfOneName {
      var person = person
      person.previous = last
      lastOfName[folded] = Int32(truncatingIfNeeded: identities.count)
      identities.append(person)
    }
    return found.map { identities[$0].name }
  }
}
