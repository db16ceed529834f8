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
    _ all: [Programme.Reference], kind: SafeText, lister: SafeText
  ) throws(Failure) -> [Programme.Reference] {
    let found = NameQuery(words).best(among: all, name: \.name)
    guard found.isEmpty else { return found }
    let hint = suggestion(for: words, among: all.map(\.name), lister: lister)
    throw Failure(
      .notFound, "\(invocation.command.name): no \(kind) is called \(words.quoted())", hint)
  }

  /// Returns the slot with an identifier, without regard to case if no slot has it exactly.
  func slot(_ id: String) -> Entity? {
    if let slot = programme.slot(id) { return slot }
    let folded = id.folded
    if let slot = programme.slots.first(where: { programme.id(of: $0).folded == folded }) {
      return slot
    }
    let shown = programme.slots.filter { programme.shownID(of: $0).folded == folded }
    return shown.count == 1 ? shown.first : nil
  }

  /// Returns the talk or slot with an identifier, without regard to case if none has it exactly.
  func target(_ id: String) -> Entity? {
    if let entity = programme.target(id) ?? slot(id) { return entity }
    let folded = id.folded
    return programme.talks.first { programme.id(of: $0).folded == folded }
  }

  /// The identifiers of all talks, and of all slots that have one, as people type them.
  var targetIDs: [String] {
    let slots = programme.slots.filter { slot in
      programme.talks(in: slot).contains { $0 != slot }
    }
    return (slots + programme.talks).map(programme.shownID(of:))
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

extension Programme {
  /// The name of a person or a place.
  func nameOfPlaceOrPerson(_ entity: Entity) -> String {
    entity[Name.self]?.text ?? ""
  }
}

extension [Entity] {
  /// The entities in their order, each once.
  var uniqued: [Entity] {
    var seen: Set<Entity> = []
    return filter { seen.insert($0).inserted }
  }
}
