import TestSupport

/// Changes of titles and people.
extension ChangeScript {
  mutating func changeCase() -> String? {
    retitleAny { title, _ in
      let changed = title == title.lowercased() ? title.uppercased() : title.lowercased()
      return changed == title ? nil : changed
    }
  }

  mutating func rename() -> String? {
    retitleAny { title, generator in
      generator.chance(30)
        ? "\(title): \(Vocabulary.title(&generator))" : Vocabulary.title(&generator)
    }
  }

  private mutating func retitleAny(
    _ change: (String, inout SplitMix64) -> String?
  ) -> String? {
    let slot = anySlot()
    let words = version.slots[slot].words
    let count = version.slots[slot].talks.count
    if count == 0 || version.shape == .flat && generator.chance(25) {
      guard let title = change(version.slots[slot].title, &generator) else { return nil }
      version.slots[slot].title = title
      return "the session of \(words) is called \(title)"
    }
    let talk = generator.number(in: 0...count - 1)
    guard let title = change(version.slots[slot].talks[talk].title, &generator) else { return nil }
    let old = version.slots[slot].talks[talk].words
    version.slots[slot].talks[talk].title = title
    return "\(old) is called \(title)"
  }

  mutating func changePeople() -> String? {
    guard let (slot, talk) = anyTalk() else { return nil }
    var people = version.slots[slot].talks[talk].people
    if !people.isEmpty, version.shape == .flat || generator.chance(50) {
      people.removeLast()
    } else {
      people.append(Vocabulary.person(&generator))
    }
    version.slots[slot].talks[talk].people = people
    return "\(version.slots[slot].talks[talk].words) is given by \(people)"
  }

  mutating func retitle() -> String? {
    let old = version.title
    version.title =
      generator.chance(50)
      ? "\(old) – The Conference" : Vocabulary.fairs.oneElement(using: &generator)
    return version.title == old ? nil : "the conference is called \(version.title)"
  }
}
