import Schedule
import SourceText
import TextBasics

/// The people whom the events of a schedule name.
///
/// Two mentions are one person if the names are the same. They are as well if guid or code are the
/// same, or if the names differ only in case and accents and nothing says that they are two: the
/// ids are the same, or one of them has none. A number alone does not make one person of two names,
/// since files that were put together from several have the same numbers for different people.
/// For the same reason two ids do not make two people of one name. Only if one event lists the name
/// with both ids, the name is that of several people, and the id is added to it: "Ada Lee [8XQLJY]".
struct FrabPeople {
  /// A person in the list of an event.
  struct Mention {
    let value: SourceValue
    /// The field that it is in.
    let field: String
    /// The name of the person throughout the schedule; nil if it is unknown.
    let name: String?

    /// The role of the person other than a speaker, such as "Moderator"; nil for a speaker.
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
    /// The position of the one before that has the same name but for case and accents; -1 if there
    /// is none.
    var previous: Int32 = -1

    /// Whether only the name identifies the person.
    var isBare: Bool { code == nil && number == nil }

    /// Whether another of nearly the same name may be the same person.
    func canBe(_ other: Identity) -> Bool {
      if isBare || other.isBare { return true }
      if let code, let theirs = other.code { return code == theirs }
      return number == other.number && number != nil
    }
  }

  /// The fields of a name, from the best to the last choice.
  private static let nameFields = ["public_name", "name", "full_public_name", "person"]

  /// The most people of one folded name that are distinguished; only a malicious file has more.
  private static let mostOfOneName = 16

  /// The number of people of an event up to which they are not looked for in a set.
  private static let fewPeople = 8

  private var nameByCode: [String: String] = [:]
  /// The numbers of the fields with people: those that are lists, and the one that is a person.
  private var fields: (lists: [(name: String, key: Int)], person: Int?)?
  /// The names of those whom the document names anywhere, by guid, code and number.
  ///
  /// It is made when a person is first mentioned without a name. A number that two names have leads
  /// to none.
  private var directory: [String: String?]?
  /// The name that is used for each spelling.
  private var nameBySpelling: [String: String] = [:]
  private var identities: ContiguousArray<Identity> = []
  /// The position of the last identity of each folded name.
  private var lastOfName: [String: Int32] = [:]
  /// The names that two people of one event have; nil before the first mention.
  private var sharedNames: Set<String>?
  /// The first biography of each person; nil once another one was found.
  private var biographies: [String: SourceValue?] = [:]
  /// Biographies that differ from the first one of the same person, at most one of each.
  private(set) var otherBiographies: [(name: String, text: SourceValue)] = []

  /// Finds those whom an event names.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - limit: The most people that are found; if there are more, one more than that.
  ///   - note: Is called with each value that cannot be read: the field, the value and the expected
  ///     form.
  /// - Returns: The people in the order of the event, each once, also those without a name.
  /// - Complexity: O(*n*) expected, where *n* is the length of the event.
  mutating func mentions(
    in event: SourceValue, upTo limit: Int, note: (String, SourceValue, String) -> Void
  ) -> [Mention] {
    var mentions: [Mention] = []
    // An event has few people, among whom one is found faster than in a set; only a malicious file has many.
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
        // There may be one person instead of a list.
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

  /// The name of a person throughout the schedule; nil if it is unknown.
  mutating func name(of person: SourceValue) -> String? {
    guard let name = person.name(in: Self.nameFields), !name.isEmpty else {
      return nameElsewhere(of: person, Self.code(of: person))
    }
    let identity = identity(of: person, called: name)
    let isKnown = identity.code.map { nameByCode[$0] != nil } ?? false
    let known = self.name(identity)
    if !isKnown { compareBiography(of: person, called: known) }
    return known
  }

  /// The identity of a person, whose name has the id if other people have the name.
  private mutating func identity(of person: SourceValue, called name: String) -> Identity {
    let shared = sharedNames ?? Self.sharedNames(in: person.tape)
    sharedNames = shared
    var identity = Identity(
      name: name, code: Self.code(of: person), number: Self.number(of: person))
    if shared.contains(name) {
      // The shortest id, since people may type it.
      let code = person["code"]?.label.flatMap { $0.isEmpty ? nil : $0 }
      let id = code ?? identity.number ?? identity.code
      identity.name += id.map { " [\($0)]" } ?? ""
    }
    return identity
  }

  /// The guid of a person, else the code.
  private static func code(of person: SourceValue) -> String? {
    (person["guid"] ?? person["code"])?.label.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The number of a person; 0 stands for everybody who has none.
  private static func number(of person: SourceValue) -> String? {
    person["id"]?.label.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
  }

  // MARK: Mentions without a name

  /// The name of a person who is mentioned without it, and with it elsewhere in the document.
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

  /// What a person is referred to by, apart from the name.
  private static func keys(of person: SourceValue) -> [String] {
    let codes = ["guid", "code"].compactMap { person[$0]?.label }
    return codes.filter { !$0.isEmpty } + (number(of: person).map { ["#\($0)"] } ?? [])
  }

  /// Finds all who have a name in the document that a value is of.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the size of the document.
  private static func directory(of value: SourceValue) -> [String: String?] {
    var directory: [String: String?] = [:]
    for list in lists(in: value.tape) {
      for person in list.things where person.kind == .object {
        guard let name = person.name(in: nameFields), !name.isEmpty else { continue }
        for key in keys(of: person) {
          directory[key] = directory[key, default: name] == name ? name : .some(nil)
        }
      }
    }
    return directory
  }

  /// All lists of people in a document.
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

  // MARK: People of one name

  /// Finds the names that two people of one event have.
  ///
  /// A list of everybody may have one person several times, if it was put together from several.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the size of the document.
  private static func sharedNames(in tape: SourceTape) -> Set<String> {
    let schedules = SourceValue(tape: tape, index: 0).all("schedule")
    let whole = Set(schedules.flatMap { $0.all("persons") }.map(\.index))
    var shared: Set<String> = []
    for list in lists(in: tape) where !whole.contains(list.index) {
      let people = list.things
      if people.count < 2 { continue }
      let names = people.map { $0.name(in: nameFields) ?? "" }
      // Ids are only read if a name is there twice.
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

  /// Notes a biography that differs from the first one of the same name.
  private mutating func compareBiography(of person: SourceValue, called name: String) {
    guard let text = person["biography"], text.kind != .null else { return }
    guard let first = biographies[name] else {
      biographies[name] = text
      return
    }
    guard let first, first.text != text.text, let words = text.readableText, !words.isEmpty,
      first.readableText != words
    else { return }
    if first.readableText?.isEmpty ?? true {
      biographies[name] = text
    } else {
      otherBiographies.append((name, text))
      biographies[name] = .some(nil)
    }
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

  /// The name of the person whose name differs only in case and accents; remembers this person.
  private mutating func nameOfSame(_ person: Identity) -> String? {
    let folded = person.name.folded
    let last = lastOfName[folded] ?? -1
    var found: Int?
    var count = 0
    var place = Int(last)
    while place >= 0 {
      // The first possible person is taken.
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
