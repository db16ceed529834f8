package import CommandLine
package import ECSKit
import Marks
package import Schedule
import TextBasics

/// Finding what the user names.
extension Run {
  /// The words after the command, as one text.
  package var words: String { invocation.operands.joined(separator: " ") }

  /// Returns the people or locations that the words of the command name.
  ///
  /// A filter finds the same by the same words.
  ///
  /// - Parameters:
  ///   - all: Where to look.
  ///   - kind: What is looked for, as messages call it.
  ///   - lister: The command that lists them.
  /// - Returns: At least one of them, in their order.
  /// - Throws: `Failure` with the status `notFound`.
  package func named(
    _ all: [ConferenceSchedule.Reference], kind: SafeText, lister: SafeText
  ) throws(Failure) -> [ConferenceSchedule.Reference] {
    if let found = all.first(where: { $0.isIdentified(by: words) }) { return [found] }
    let found = NameQuery(words).best(among: all, name: \.name)
    guard found.isEmpty else { return found }
    let hint = suggestion(for: words, among: all.map(\.name), lister: lister)
    throw Failure(
      .notFound, "\(invocation.command.name): no \(kind) matches \(words.quoted())", hint)
  }

  /// Returns the session with an identifier, without regard to case if no session has it exactly.
  package func session(_ id: String) -> Entity? {
    if let session = schedule.session(id) { return session }
    let folded = id.folded
    if let session = schedule.session(folded: folded) { return session }
    // No other identifier is in the way: the shown one of a session is its own or shorter.
    let shown = schedule.sessions(shortenedTo: folded)
    return shown.count == 1 ? shown.first : nil
  }

  /// Returns the talk or session with an identifier, a number, a code or an address, without regard to
  /// case if none has it exactly; nil also if several have it.
  package func target(_ id: String) -> Entity? {
    let found = targets(id)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the talks and sessions with an identifier, a number, a code or an address.
  package func targets(_ id: String) -> [Entity] {
    if let entity = schedule.target(id) ?? session(id) { return [entity] }
    let folded = id.folded
    // Those with an identifier of their own are sessions, too.
    let talk = schedule.talks.first {
      !$0.has(SessionID.self) && schedule.id(of: $0).isFolded(as: folded)
    }
    if let talk { return [talk] }
    let others = schedule.targets(alsoCalled: id)
    if !others.isEmpty { return others }
    if let cancelled = schedule.cancelled(id) { return [store.withAllMarks(cancelled)] }
    if WebAddress.isAddress(id) { return targets(atAddress: id) }
    if let bare = Self.bareID(id) { return targets(bare) }
    // Blanks are in no slug, and a single word is more likely one of a title.
    let found = id.contains("-") && !id.contains(" ") ? targets(ofSlug: id) : []
    return found.isEmpty ? [store.cancelledTalk(id)].compactMap(\.self) : found
  }

  /// The identifier within `#42`, as chats have it, or within `[42]`, as konf prints it; nil for all else.
  private static func bareID(_ text: String) -> String? {
    if text.hasPrefix("#"), text.dropFirst().first?.isNumber ?? false {
      return String(text.dropFirst())
    }
    guard text.count > 2, text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// Returns the thing of any kind to which the file gives an identifier.
  package func identified(by id: String) -> [Entity] {
    let folded = id.folded
    func isIdentified(_ entity: Entity) -> Bool {
      entity.has(Name.self) && entity.isIdentified(by: id, folded: folded)
    }
    return [target(id)].compactMap(\.self) + schedule.people.filter(isIdentified)
      + schedule.locations.filter(isIdentified)
  }

  /// The identifiers of all talks, and of all sessions that have one, as people type them.
  var targetIDs: [String] {
    let sessions = schedule.sessions.filter { session in
      schedule.talks(in: session).contains { $0 != session }
    }
    return (sessions + schedule.talks).map(schedule.shownID(of:))
  }

  /// Returns a guess at what the user meant by words that fit nothing, or else where to look.
  package func suggestion(
    for words: String, among names: [String], lister: SafeText
  ) -> SafeText {
    guard let nearest = NameQuery.nearest(to: words, among: names) else {
      return "\(lister) lists them all"
    }
    return "did you mean \(nearest)?"
  }
}

extension ConferenceSchedule {
  /// The name of a person or a location.
  package func nameOfLocationOrPerson(_ entity: Entity) -> String {
    entity[Name.self]?.text ?? ""
  }
}

extension ConferenceSchedule.Reference {
  /// Returns whether words are its identifier in the file, and not its name.
  func isIdentified(by words: String) -> Bool {
    entity?.isIdentified(by: words, folded: words.folded) ?? false
  }
}

extension Entity {
  /// Returns whether words are the identifier of a person or a location in the file.
  fileprivate func isIdentified(by words: String, folded: @autoclosure () -> String) -> Bool {
    guard let id = self[SourceID.self]?.text else { return false }
    return id == words || id.isFolded(as: folded())
  }
}
