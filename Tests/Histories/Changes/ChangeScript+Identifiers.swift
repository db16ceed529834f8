import TestSupport

/// Changes of what files call things by, and of their order.
extension ChangeScript {
  /// A name for a session that no session has.
  mutating func freeName() -> String { "s\(newKey())" }

  /// A number that no talk has.
  func freeNumber() -> Int { (version.talks.map(\.number).max() ?? 0) + 1 }

  /// Gives all numbers and names again, and sometimes GUIDs, too.
  mutating func renumber() -> String? {
    switch generator.number(in: 0...2) {
    case 0: version.renumber(from: 1)
    case 1: version.renumber(from: generator.number(in: 2...900) * 10)
    default: version.renumber(from: version.talks.first.map { $0.number + 1 } ?? 1)
    }
    guard version.shape.hasGUIDs, generator.chance(15) else { return "all numbers are new" }
    for slot in version.slots.indices {
      for talk in version.slots[slot].talks.indices {
        version.slots[slot].talks[talk].guid = generator.guid()
      }
    }
    return "all numbers and GUIDs are new"
  }

  /// Inserts a talk at the beginning, so that all numbers move on by one.
  mutating func insertInFront() -> String? {
    let first = version.talks.map(\.number).min() ?? 1
    let slot = newSlot(titled: Vocabulary.title(&generator), people: [])
    version.slots.insert(slot, at: 0)
    version.renumber(from: first)
    return "\(slot.words) is new in front of all, and all numbers move on"
  }

  /// Deletes a few talks and enters them again.
  mutating func newIdentifiers() -> String? {
    var words: [String] = []
    for _ in 0..<generator.number(in: 1...3) {
      guard let (slot, talk) = anyTalk() else { continue }
      version.slots[slot].talks[talk].guid = generator.guid()
      version.slots[slot].talks[talk].number = freeNumber()
      if version.shape == .flat { version.slots[slot].name = freeName() }
      words.append(version.slots[slot].talks[talk].words)
    }
    return words.isEmpty ? nil : "\(words.joined(separator: ", ")) was entered again"
  }

  mutating func shuffle() -> String? {
    version.slots.shuffle(using: &generator)
    return "the order of the file is another"
  }
}
