import Basics

extension PairingSearch {
  mutating func setNames() {
    var texts = FoldedNumbers()
    var people = Interned<[Int32]>()
    var ids = Interned<String>()
    renamings.people = names.older.renamedPeople(to: names.newer)
    let renamed = renamings.people
    let kinds = (older.map(IdentifierKind.init), newer.map(IdentifierKind.init))
    let counting = older.countingIDs(kinds.0).union(newer.countingIDs(kinds.1))
    let oldTitles = older.map { texts.number(of: $0.title) }
    let newTitles = newer.map { texts.number(of: $0.title) }
    let counts = [oldTitles, newTitles].map { Dictionary($0.map { ($0, 1) }, uniquingKeysWith: +) }
    func fields(
      _ facts: TalkFacts, _ names: [String], _ kind: IdentifierKind, _ number: Int32,
      _ others: [Int32: Int], _ own: [Int32: Int]
    ) -> PairingFields {
      var title = facts.title.isEmpty ? PairingFields.unknown : number
      if !facts.subtitle.isEmpty, others[title] == nil {
        // The title in one version may be the subtitle in the other version.
        let subtitle = texts.number(of: facts.subtitle)
        if others[subtitle] == 1, own[subtitle] == nil { title = subtitle }
      }
      let id = facts.ownID
      return PairingFields(
        title: title, people: people.number(of: texts.numbers(of: names)),
        id: ids.number(of: id), kind: kind, isCounting: counting.contains(id))
    }
    old = older.indices.map { place in
      let names = older[place].people
      return fields(
        older[place], renamed.isEmpty ? names : names.map { renamed[$0.folded] ?? $0 },
        kinds.0[place], oldTitles[place], counts[1], counts[0])
    }
    new = newer.indices.map { place in
      fields(
        newer[place], newer[place].people, kinds.1[place], newTitles[place], counts[0], counts[1])
    }
  }

  /// Sets the start and the location of all talks.
  ///
  /// For the older list, the common delay is added to the starts, and renamed locations get their
  /// new names.
  mutating func setTimesAndPlaces() {
    let shifts = VersionShifts(anchors.lazy.map { [older, newer] in (older[$0], newer[$1]) })
    isShifted = shifts.delay != .zero
    renamings.locations = shifts.renamedLocations(
      from: older.locationNames.union(names.older.locations),
      to: newer.locationNames.union(names.newer.locations))
    let renamedLocations = renamings.locations
    var starts = Interned<Instant?>()
    var names = FoldedNumbers()
    var locations = Interned<[Int32]>()
    for position in old.indices {
      guard let facts = older[position].timeAndPlace else { continue }
      old[position].start = starts.number(of: facts.start?.advanced(by: shifts.delay))
      old[position].location = locations.number(
        of: names.numbers(
          of: renamedLocations.isEmpty
            ? facts.locations : facts.locations.map { renamedLocations[$0.folded] ?? $0 }))
    }
    for position in new.indices {
      guard let facts = newer[position].timeAndPlace else { continue }
      new[position].start = starts.number(of: facts.start)
      new[position].location = locations.number(of: names.numbers(of: facts.locations))
    }
  }

  /// The index pairs of talks that are the same even if starts and locations are unknown.
  private var anchors: [(Int, Int)] {
    var found = oldByID.unique.compactMap { key, old in
      newByID[key].flatMap { isNamed(old, $0) && !haveOtherNames(old, $0) ? (old, $0) : nil }
    }
    let named = Dictionary(uniqueKeysWithValues: found)
    let news = UniquePositions(.names, new) { _ in true }
    for (key, old) in UniquePositions(.names, old, where: { _ in true }).unique {
      if let new = news[key], named[old] != new { found.append((old, new)) }
    }
    return found
  }
}
