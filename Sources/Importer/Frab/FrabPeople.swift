import Schedule
import SourceText

/// Who the people are that the events of a schedule name.
///
/// Two mentions are one person if the names are the same. They are as well if guid or code are the
/// same, or if the names differ only in case and accents and nothing says that they are two: the
/// ids are the same, or one of them has none. A number alone does not make one person of two names,
/// since files that were put together from several have the same numbers for different people.
struct FrabPeople {
  /// Somebody in the list of an event.
  struct Mention {
    let value: SourceValue
    /// The field it stands in.
    let field: String
    /// What the person is called throughout the schedule; nil if nothing says it.
    let name: String?

    /// What the person does there other than speak, such as "Moderator"; nil for a speaker.
    var role: String? {
      guard let role = value["role"]?.label, Self.roles.contains(role.uppercased()) else {
        return nil
      }
      return role.prefix(1).uppercased() + role.dropFirst().lowercased()
    }

    private static let roles: Set = ["MODERATOR", "CONTRIBUTOR", "HOST", "GUEST"]
  }

  private struct Identity {
    let name: String
    var code: String?
    var number: String?
    /// The place of the one before that has the same name but for case and accents; -1 if there is
    /// none.
    var previous: Int32 = -1

    /// Whether nothing but the name says who it is.
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

  /// How many of one folded name are distinguished; more than a file has that is not made for it.
  private static let mostOfOneName = 16

  private var nameByCode: [String: String] = [:]
  /// What each spelling of a name stands for.
  private var nameBySpelling: [String: String] = [:]
  private var identities: ContiguousArray<Identity> = []
  /// The place of the last identity of each folded name.
  private var lastOfName: [String: Int32] = [:]

  /// Finds those whom an event names.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - limit: How many are found; of more, that many and one.
  ///   - note: Takes what cannot be read: the field, the value and what would be.
  /// - Returns: The people in the order of the event, each once; who has no name is among them.
  /// - Complexity: O(*n*) expected, where *n* is the length of the event.
  mutating func mentions(
    in event: SourceValue, upTo limit: Int, note: (String, SourceValue, String) -> Void
  ) -> [Mention] {
    var mentions: [Mention] = []
    var seen: Set<String> = []
    func add(_ value: SourceValue, _ field: String, _ people: inout FrabPeople) {
      if mentions.count > limit { return }
      let name = people.name(of: value)
      if let name, !seen.insert(name).inserted { return }
      mentions.append(Mention(value: value, field: field, name: name))
    }
    for field in ["persons", "participants"] {
      for list in event.all(field) where list.kind != .null {
        guard list.kind == .array || list.kind == .object else {
          note(field, list, "a list of texts or objects with a name")
          continue
        }
        if let stray = list.mixedText { note(field, stray, "elements") }
        // One person may stand where a list should.
        let isAlone = list.kind == .object && !list.isElement && name(of: list) != nil
        for person in isAlone ? [list] : list.things { add(person, field, &self) }
      }
    }
    for person in event.all("person") where person.kind != .null { add(person, "person", &self) }
    return mentions
  }

  /// What a person is called throughout the schedule; nil if nothing says it.
  mutating func name(of person: SourceValue) -> String? {
    let code = (person["guid"] ?? person["code"])?.label.flatMap { $0.isEmpty ? nil : $0 }
    guard let name = person.name(in: Self.nameFields), !name.isEmpty else {
      // Who is listed elsewhere may be mentioned without a name.
      return code.flatMap { nameByCode[$0] }
    }
    // The number 0 stands for everybody who has none.
    let number = person["id"]?.label.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
    return self.name(Identity(name: name, code: code, number: number))
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

  /// The name of who has the same name but for case and accents; remembers who it is.
  private mutating func nameOfSame(_ person: Identity) -> String? {
    let folded = person.name.folded
    let last = lastOfName[folded] ?? -1
    var found: Int?
    var count = 0
    var place = Int(last)
    while place >= 0 {
      // The first of those that it can be is who it is.
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
