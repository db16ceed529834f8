package import ECSKit

/// What slots and talks are known by.
extension Programme {
  /// The identifier of the slot a talk belongs to, even if there is no such slot.
  package func slotID(of talk: Entity) -> String? {
    slot(of: talk).map(id(of:)) ?? talk[PartOf.self]?.slot
  }

  /// The identifier of a slot or a talk, which no other has.
  ///
  /// That of a slot, and of an event that is slot and talk in one, is what it calls itself, with a
  /// number behind it if others of that name came before, such as "lunch#2". That of another talk is
  /// made of its slot and its number there, such as "session1Day1/2"; see `TalkNumbering`.
  ///
  /// - Parameter entity: A slot or a talk.
  /// - Returns: The identifier.
  /// - Complexity: O(log *k*) expected, where *k* is the number of slots that call themselves so; for
  ///   the first talk of a slot O(*k* log *k*), where *k* is the number of its talks.
  package func id(of entity: Entity) -> String {
    if let id = entity[SlotID.self]?.text {
      let earlier = slotsByID.position(of: entity, under: id) ?? 0
      return earlier == 0 ? id : "\(id)#\(earlier + 1)"
    }
    let slot = entity[PartOf.self]?.slot ?? ""
    return "\(slot)/\(numbering.number(of: entity, in: slot) ?? 1)"
  }

  /// The talk or the slot with an identifier.
  ///
  /// - Parameter id: What `id(of:)` returns.
  /// - Returns: The talk or the slot, or nil if there is none.
  /// - Complexity: As that of `id(of:)`; O(*k*) for one of *k* slots that call themselves so.
  package func target(_ id: String) -> Entity? {
    if let slot = slot(id) { return slot }
    guard let slash = id.lastIndex(of: "/"), let number = Int(id[id.index(after: slash)...]),
      // The number is compared as it is written: "session1Day1/02" is nobody.
      id[id.index(after: slash)...] == "\(number)"
    else { return nil }
    return numbering.talk(number, in: String(id[..<slash]))
  }

  /// Returns the slot with an identifier.
  ///
  /// - Parameter id: What a slot calls itself, which means the first one of that name, or what
  ///   `id(of:)` calls it, such as "lunch#2" for the second.
  /// - Returns: The slot, or nil if there is none.
  package func slot(_ id: String) -> Entity? {
    if let slot = slotsByID.first(id) { return slot }
    guard let mark = id.lastIndex(of: "#"), let number = Int(id[id.index(after: mark)...]) else {
      return nil
    }
    let slots = slotsByID[String(id[..<mark])]
    // The number is compared as it is written: "lunch#02" is nobody.
    guard number > 1, number <= slots.count, self.id(of: slots[number - 1]) == id else {
      return nil
    }
    return slots[number - 1]
  }
}
