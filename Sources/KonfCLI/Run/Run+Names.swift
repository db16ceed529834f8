import ECSKit
import Schedule
import TextBasics

/// Finding what the user names.
extension Run {
  /// The words behind the command, as one text.
  var words: String { invocation.operands.joined(separator: " ") }

  /// Returns the people or places that the words of the command name.
  ///
  /// A filter finds the same by the same words.
  ///
  /// - Parameters:
  ///   - all: Where to look.
  ///   - kind: What is looked for, as messages call it.
  ///   - lister: The command that lists them.
  /// - Returns: At least one of them, in their order.
  /// - Throws: `Failure` with the status `notFound`.
  func named(
    _ all: [ConferenceSchedule.Reference], kind: SafeText, lister: SafeText
  ) throws(Failure) -> [ConferenceSchedule.Reference] {
    if let found = all.first(where: { $0.isIdentified(by: words) }) { return [found] }
    let found = NameQuery(words).best(among: all, name: \.name)
    guard found.isEmpty else { return found }
    let hint = suggestion(for: words, among: all.map(\.name), lister: lister)
    throw Failure(
      .notFound, "\(invocation.command.name): no \(kind) is called \(words.quoted())", hint)
  }

  /// Returns the session with an identifier, without regard to case if no session has it exactly.
  func session(_ id: String) -> Entity? {
    if let session = schedule.session(id) { return session }
    let folded = id.folded
    if let session = schedule.sessions.first(where: { schedule.id(of: $0).folded == folded }) {
      return session
    }
    let shown = schedule.sessions.filter { schedule.shownID(of: $0).folded == folded }
    return shown.count == 1 ? shown.first : nil
  }

  /// Returns the talk or session with an identifier, without regard to case if none has it exactly.
  func target(_ id: String) -> Entity? {
    if let entity = schedule.target(id) ?? session(id) { return entity }
    let folded = id.folded
    if let talk = schedule.talks.first(where: { schedule.id(of: $0).folded == folded }) {
      return talk
    }
    let others = schedule.targets(alsoCalled: id)
    if others.count == 1 { return others[0] }
    return others.isEmpty ? schedule.cancelled(id) : nil
  }

  /// Returns what the file calls by an identifier, of any kind.
  func identified(by id: String) -> [Entity] {
    let references = schedule.everybody + schedule.locations(in: .all)
    return [target(id)].compactMap(\.self)
      + references.filter { $0.isIdentified(by: id) }.compactMap(\.entity)
  }

  /// The identifiers of all talks, and of all sessions that have one, as people type them.
  var targetIDs: [String] {
    let sessions = schedule.sessions.filter { session in
      schedule.talks(in: session).contains { $0 != session }
    }
    return (sessions + schedule.talks).map(schedule.shownID(of:))
  }

  /// Returns what the user may have meant by words that nothing fits, or else where to look.
  func suggestion(
    for words: String, among names: [String], lister: SafeText
  ) -> SafeText {
    guard let nearest = NameQuery.nearest(to: words, among: names) else {
      return "\(lister) lists what there is"
    }
    return "did you mean \(nearest)?"
  }
}

extension ConferenceSchedule {
  /// The name of a person or a place.
  func nameOfLocationOrPerson(_ entity: Entity) -> String {
    entity[Name.self]?.text ?? ""
  }
}

extension ConferenceSchedule.Reference {
  /// Returns whether words are the identifier that the file has for it, and not its name.
  func isIdentified(by words: String) -> Bool {
    guard let id = entity?[SourceID.self]?.text else { return false }
    return id == words || id.folded == words.folded
  }
}

extension Array where Element: Hashable {
  /// The elements in their order, each once.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
