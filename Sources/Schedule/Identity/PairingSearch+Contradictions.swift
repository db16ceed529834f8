import Basics

extension PairingSearch {
  /// Finds identifiers that contradict the content of the talks.
  ///
  /// An identifier is contradicted if it now belongs to another talk, and if its previous talk now
  /// has the identifier of a third talk. The kind of the identifier is then added to
  /// ``contradicted``. For UUIDs, a few contradictions are tolerated.
  ///
  /// An identifier is taken over if the title and people of its talk changed, and if the old or the
  /// new title and people also occur under another identifier. A taken-over identifier is
  /// distrusted, without any effect on other identifiers.
  ///
  /// - Parameter fields: The fields that identical talks have in common.
  mutating func noteContradictions(by fields: FieldSet) {
    let disagreeing = oldByID.unique.compactMap { key, old in
      newByID[key].flatMap {
        self.old[old].agreement(with: new[$0]).isSuperset(of: fields) ? nil : (old, $0)
      }
    }
    if disagreeing.isEmpty { return }
    let olds = UniquePositions(fields, old) { old[$0].kind != .position }
    let news = UniquePositions(fields, new) { new[$0].kind != .position }
    var contradicting: [IdentifierKind: Int] = [:]
    var takenOver: [(old: Int, new: Int)] = []
    for (old, new) in disagreeing where !isRestaffed(old, new) {
      let (former, present) = (self.old[old], self.new[new])
      let isOther = haveOtherNames(old, new)
      // A title without people identifies a talk only together with the time and the location. A
      // log may lack time and location.
      func isNamed(_ facts: TalkFacts) -> Bool {
        fields == .content || !facts.people.isEmpty || !older[old].isListed
      }
      if let key = former.key(fields), let other = news[key],
        let id = self.new[other].key(.writtenID)
      {
        // The other talk is a twin if it already had these fields under its identifier in the older
        // version. If the identifier is new, this is unknown. A log does not contain all talks of
        // its schedule, and a talk may be entered again under a new identifier.
        let common = former.kind == .number ? fields : .names
        let isTwin = oldByID[id].map {
          self.old[$0].agreement(with: self.new[other]).isSuperset(of: common)
        }
        if !(isTwin ?? (!older[old].isListed || former.kind != .number)) {
          for kind in Set([former.kind, self.new[other].kind]) {
            contradicting[kind, default: 0] += 1
          }
        }
        // Twins without people are often placeholders that get their names later.
        let mayBeTwin = older[old].hasTwins == true && older[old].people.isEmpty
        // If a talk in the log had no twins, the talk with the same content, time and location is
        // the same talk.
        let isCertain = fields == .content && older[old].hasTwins == false
        if isTwin == false || isCertain
          || isOther && isNamed(older[old]) && !(isTwin ?? mayBeTwin)
        {
          takenOver.append((old, new))
        }
      }
      if isOther, isNamed(newer[new]), let key = present.key(fields), let other = olds[key],
        let id = self.old[other].key(.writtenID),
        !(newByID[id].map { self.new[$0].agreement(with: self.old[other]).isSuperset(of: .names) }
          ?? false)
      {
        takenOver.append((old, new))
      }
    }
    for (old, new) in takenOver {
      self.old[old].distrustID()
      self.new[new].distrustID()
    }
    // A few exchanged UUIDs are not evidence against the other UUIDs.
    let most = oldByID.unique.count { [newByID] in newByID.has($0.0) } / 10
    for (kind, count) in contradicting where kind != .universal || count > most {
      contradicted.insert(kind)
    }
  }

  /// Returns true if two talks have different titles, and their people differ or are unknown.
  func haveOtherNames(_ old: Int, _ new: Int) -> Bool {
    let agreement = self.old[old].agreement(with: self.new[new])
    return !agreement.contains(.title)
      && (!agreement.contains(.people) || older[old].people.isEmpty)
  }

  /// Returns true if the older entry is a session with talks and the newer entry has its title.
  ///
  /// The people of such a session are the people of its talks, so they change together with the
  /// talks.
  private mutating func isRestaffed(_ old: Int, _ new: Int) -> Bool {
    self.old[old].agreement(with: self.new[new]).contains(.title)
      && oldSessions[older[old].ownID].map { $0.count > 0 } ?? false
  }

  mutating func distrustContradicted() {
    for position in old.indices where contradicted.contains(old[position].kind) {
      old[position].distrustID()
    }
    for position in new.indices where contradicted.contains(new[position].kind) {
      new[position].distrustID()
    }
  }
}
