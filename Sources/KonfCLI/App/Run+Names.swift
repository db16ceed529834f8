import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

extension Run {
  /// The operands of the command, joined into one string.
  var words: String { invocation.operands.joined(separator: " ") }

  /// Returns the people or locations that match the operands of the command.
  ///
  /// If the operands are a full name, longer names that contain it do not match, but a note lists
  /// them. A filter with the same words has the same matches.
  ///
  /// - Returns: At least one match, in order.
  /// - Throws: `Failure` with the status `notFound` if no candidate matches.
  mutating func named(
    _ all: [ConferenceSchedule.Reference], kind: SafeText, lister: SafeText
  ) throws(Failure) -> [ConferenceSchedule.Reference] {
    let identified = all.first { $0.isIdentified(by: words) }
    let found = identified.map { [$0] } ?? NameQuery(words).best(among: all, name: \.name)
    let remark = Self.remark(
      onNames: found.map(\.name), matching: words, among: all.map(\.name))
    if let remark { streams.note(remark) }
    guard found.isEmpty else { return found }
    let hint = suggestion(for: words, among: all.map(\.name), lister: lister)
    throw Failure(
      .notFound, "\(invocation.command.name): no \(kind) matches \(words.quoted())", hint)
  }

  /// Returns a remark that lists the longer names that contain a full name.
  ///
  /// - Parameters:
  ///   - found: The matching names.
  ///   - words: The string that the user typed.
  ///   - all: All names, read only if a name in `found` equals `words`.
  /// - Returns: The remark, or nil if no longer name matches.
  static func remark(
    onNames found: [String], matching words: String, among all: @autoclosure () -> [String]
  ) -> SafeText? {
    let folded = words.folded
    guard found.contains(where: { $0.isFolded(as: folded) }) else { return nil }
    let longer = NameQuery(words).longerNames(among: all()).uniqued.filter { !found.contains($0) }
    if longer.isEmpty { return nil }
    let count = SafeText.counted(
      longer.count, "longer name also matches", "longer names also match")
    let names = longer.prefix(3).map { $0.quoted() }.joined(separator: ", ")
    let rest = longer.count > 3 ? " and \(longer.count - 3) more" : ""
    return "\(count) \(words.quoted()): \(names)\(rest)"
  }

  /// Returns the session with an identifier.
  ///
  /// If no identifier matches exactly, the search ignores case.
  func session(_ id: String) -> Entity? {
    if let session = schedule.session(id) { return session }
    let folded = id.folded
    if let session = schedule.session(folded: folded) { return session }
    // A shortened identifier cannot conflict with a full identifier. konf shows only full
    // identifiers and their beginnings.
    let shown = schedule.sessions(shortenedTo: folded)
    return shown.count == 1 ? shown.first : nil
  }

  /// Returns the talk or session with an identifier, a number, a code or an address.
  ///
  /// If nothing matches exactly, case is ignored. The result is nil if no talk or session matches,
  /// or if several match.
  func target(_ id: String) -> Entity? {
    let found = targets(id)
    return found.count == 1 ? found[0] : nil
  }

  func targets(_ id: String) -> [Entity] {
    if let entity = schedule.target(id) { return [entity] }
    let folded = id.folded
    // Equal titles without an id are equal identifiers. Only the exact form names one of them.
    let sharing = schedule.sessions(sharing: folded)
    if sharing.count > 1 { return sharing }
    if let session = session(id) { return [session] }
    // If a talk shares an identifier with its session, the session is the match.
    let talk = schedule.talks.first {
      !$0.has(SessionID.self) && schedule.id(of: $0).isFolded(as: folded)
    }
    if let talk { return [talk] }
    let others = schedule.targets(alsoCalled: id)
    if !others.isEmpty { return others }
    if let cancelled = schedule.cancelled(id) { return [store.withAllMarks(cancelled)] }
    if WebAddress.isAddress(id) { return targets(atAddress: id) }
    if let bare = Self.bareID(id) { return targets(bare) }
    // A slug contains a hyphen and no spaces. Any other word is more likely to be part of a title.
    let found = id.contains("-") && !id.contains(" ") ? targets(ofSlug: id) : []
    return found.isEmpty ? [store.cancelledTalk(id)].compactMap(\.self) : found
  }

  private static let leastBeginning = 4

  /// Returns the sessions with an identifier that begins with a string.
  ///
  /// The result includes cancelled talks with marks. It is empty if the string has fewer than four
  /// characters. Case is ignored. An identifier that is a number never matches, because the
  /// beginning of a number is a different number.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions.
  func targets(beginningWith text: String) -> [Entity] {
    let folded = text.folded
    guard folded.count >= Self.leastBeginning else { return [] }
    return (Array(schedule.sessions) + store.cancelledTalks).filter { session in
      [schedule.id(of: session), schedule.shownID(of: session)].contains {
        $0.folded.hasPrefix(folded) && !$0.allSatisfy(\.isNumber)
      }
    }
  }

  /// Returns the cancelled talks that words identify.
  ///
  /// The words are an identifier, or part of the title of a talk with marks. If nothing matches,
  /// the words may also be the beginning of an identifier.
  func cancelledTalks(_ words: String) -> [Entity] {
    let identified = targets(words).filter { $0.has(CancelledTalk.self) }
    if !identified.isEmpty { return identified }
    let named = NameQuery(words).best(among: store.cancelledTalks) { schedule.name(of: $0) }
    if !named.isEmpty { return named }
    return targets(beginningWith: words).filter { $0.has(CancelledTalk.self) }
  }

  /// Returns the identifier in `#42` or in `[42]`, or nil for any other string.
  ///
  /// People write `#42` in chats, and konf prints `[42]`.
  private static func bareID(_ text: String) -> String? {
    if text.hasPrefix("#"), text.dropFirst().first?.isNumber ?? false {
      return String(text.dropFirst())
    }
    guard text.count > 2, text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// Returns the talks, sessions, people and locations with an identifier.
  func identified(by id: String) -> [Entity] {
    let folded = id.folded
    func isIdentified(_ entity: Entity) -> Bool {
      entity.has(Name.self) && entity.isIdentified(by: id, folded: folded)
    }
    return [target(id)].compactMap(\.self) + schedule.people.filter(isIdentified)
      + schedule.locations.filter(isIdentified)
  }

  /// The displayed identifiers of all talks, and of all sessions that contain other talks.
  var targetIDs: [String] {
    let sessions = schedule.sessions.filter { session in
      schedule.talks(in: session).contains { $0 != session }
    }
    return (sessions + schedule.talks).map(schedule.shownID(of:))
  }

  /// Returns a hint with the nearest name, or with the command `lister` that lists all names.
  func suggestion(
    for words: String, among names: [String], lister: SafeText
  ) -> SafeText {
    guard let nearest = NameQuery.nearest(to: words, among: names) else {
      return "\(invocation.konf(lister)) lists them all"
    }
    return "did you mean \(nearest)?"
  }
}

extension ConferenceSchedule {
  func nameOfLocationOrPerson(_ entity: Entity) -> String {
    entity[Name.self]?.text ?? ""
  }
}

extension ConferenceSchedule.Reference {
  /// Returns true if a string is the identifier of this person or location.
  func isIdentified(by words: String) -> Bool {
    entity?.isIdentified(by: words, folded: words.folded) ?? false
  }
}

extension Entity {
  fileprivate func isIdentified(by words: String, folded: @autoclosure () -> String) -> Bool {
    guard let id = self[SourceID.self]?.text else { return false }
    return id == words || id.isFolded(as: folded())
  }
}
