import TextBasics

/// The search for the pairs of two lists, tier by tier.
struct PairingSearch {
  /// The conditions that two talks have to fulfil besides the fields in which they agree.
  private enum Demand {
    /// The identifier is one that no two talks share.
    case universalID
    /// Numbers are evidence.
    case trustedNumbers
    /// Title or people are the same.
    case recognized
    /// Nothing contradicts a pair that is based on names alone.
    case likely
    /// Both have a common speaker.
    case speaker
    /// A talk may have been renamed.
    case renamed
    /// No other talk agrees in more with either of the two.
    case best
  }

  /// What joins two talks.
  private struct Tier {
    let evidence: Pairing.Evidence
    let fields: FieldSet
    /// Whether no other talk of either list may have these fields, also if it has a partner.
    var isAmongAll = false
    var demands: [Demand] = []
  }

  private let older: [TalkFacts]
  private let newer: [TalkFacts]
  private var old: [PairingFields] = []
  private var new: [PairingFields] = []
  private var isPairedOld: [Bool]
  private var isPairedNew: [Bool]
  private var hasTrustedNumbers = true
  /// Whether nearly all of the newer version begins so much later.
  private var isShifted = false
  /// The talks by the fields of a set, also those with a partner; made at the first use.
  private var allOld: [FieldSet: UniquePositions] = [:]
  private var allNew: [FieldSet: UniquePositions] = [:]
  private(set) var pairs: [Pairing.Pair] = []
  private(set) var renamedLocations: [String: String] = [:]

  init(_ older: [TalkFacts], _ newer: [TalkFacts]) {
    self.older = older
    self.newer = newer
    isPairedOld = Array(repeating: false, count: older.count)
    isPairedNew = Array(repeating: false, count: newer.count)
    pairs.reserveCapacity(min(older.count, newer.count))
    setNames()
    setWhereabouts()
  }

  mutating func run() {
    pair(Tier(evidence: .identifier, fields: .id, demands: [.universalID]))
    if isDone { return }
    hasTrustedNumbers = !hasContradictedNumbers
    // Starts that are shifted say less than a number that nothing contradicts.
    let tiers = isShifted ? [Self.byNumber] + Self.tiers : Self.tiers
    for tier in tiers where !isDone { pair(tier) }
  }

  private var isDone: Bool { pairs.count == min(older.count, newer.count) }

  // MARK: Tiers

  private static let byNumber = Tier(
    evidence: .number, fields: [.names, .id], demands: [.trustedNumbers])

  private static let tiers = [
    Tier(evidence: .everything, fields: [.content, .id]),
    Tier(evidence: .everything, fields: .content),
    byNumber,
    Tier(evidence: .start, fields: [.names, .start], demands: [.likely, .best]),
    Tier(evidence: .location, fields: [.names, .location], demands: [.likely, .best]),
    Tier(evidence: .renumbered, fields: .id, demands: [.trustedNumbers, .recognized, .best]),
    Tier(evidence: .names, fields: .names, isAmongAll: true, demands: [.likely, .best]),
    Tier(
      evidence: .title, fields: [.title, .start, .location], isAmongAll: true, demands: [.best]),
    Tier(
      evidence: .person, fields: .title, isAmongAll: true, demands: [.likely, .speaker, .best]),
    Tier(
      evidence: .slot, fields: [.people, .start, .location], isAmongAll: true,
      demands: [.renamed, .best]),
  ]

  private mutating func pair(_ tier: Tier) {
    let olds = UniquePositions(tier.fields, old) { tier.isAmongAll || !isPairedOld[$0] }
    let news = UniquePositions(tier.fields, new) { tier.isAmongAll || !isPairedNew[$0] }
    var found: [(old: Int, new: Int)] = []
    for (key, old) in olds.unique {
      guard let new = news[key], !isPairedOld[old], !isPairedNew[new] else { continue }
      found.append((old, new))
    }
    if found.isEmpty { return }
    if found.count > Self.fewCandidates, tier.demands.contains(.best) { prepare(for: found) }
    // The pairs that a tier finds do not depend on each other.
    for (old, new) in found where tier.demands.allSatisfy({ isFulfilled($0, old, new) }) {
      isPairedOld[old] = true
      isPairedNew[new] = true
      pairs.append(Pairing.Pair(old: old, new: new, evidence: tier.evidence))
    }
  }

  /// For so few candidates, comparing all talks is faster than making the tables of
  /// ``prepare(for:)``.
  private static let fewCandidates = 16

  // MARK: Demands

  private func isFulfilled(_ demand: Demand, _ old: Int, _ new: Int) -> Bool {
    switch demand {
    case .universalID: self.old[old].isUniversal
    case .trustedNumbers: hasTrustedNumbers
    case .recognized: isRecognized(old, new)
    case .likely: isLikely(old, new)
    case .speaker:
      !Set(older[old].people.map(\.folded)).isDisjoint(with: newer[new].people.map(\.folded))
    case .renamed: isRenamed(old, new)
    case .best: isBest(old, new)
    }
  }

  /// Whether title or people are the same.
  ///
  /// Having no people is evidence only together with the time or the location, if all talks of both
  /// versions are known, or if the identifier is that of a calendar.
  private func isRecognized(_ old: Int, _ new: Int) -> Bool {
    let agreement = self.old[old].agreement(with: self.new[new])
    if agreement.contains(.title) { return true }
    // The number of a talk in a session is a position and not an identifier.
    guard agreement.contains(.people), !older[old].isPart else { return false }
    if !older[old].people.isEmpty { return true }
    let isKnown = older[old].isListed || older[old].id.utf8.contains(UInt8(ascii: "@"))
    return isKnown && !agreement.isDisjoint(with: [.start, .location])
  }

  /// Whether two talks that agree only in their names can be the same: the old one must be known to
  /// have had no twin, or one of the identifiers must be of a kind that is used again.
  private func isLikely(_ old: Int, _ new: Int) -> Bool {
    if older[old].hasTwins == true { return false }
    return older[old].hasTwins == false || older[old].isListed
      || !self.old[old].isUniversal || !self.new[new].isUniversal
  }

  /// Whether two talks in one slot are one that got another title: it has the same people, or no
  /// other fields to identify it.
  private func isRenamed(_ old: Int, _ new: Int) -> Bool {
    if older[old].title.isEmpty || newer[new].title.isEmpty { return false }
    if !older[old].people.isEmpty { return true }
    let isNumbered = hasTrustedNumbers || self.old[old].isUniversal || self.new[new].isUniversal
    return !isNumbered
  }

  /// Whether no other talk agrees in more with either of two.
  private func isBest(_ old: Int, _ new: Int) -> Bool {
    let count = self.old[old].agreement(with: self.new[new]).count
    if count >= 5 { return true }
    if allOld[FieldSet.all(ofCount: count + 1)[0]] == nil {
      return self.old.allSatisfy { $0.agreement(with: self.new[new]).count <= count }
        && self.new.allSatisfy { self.old[old].agreement(with: $0).count <= count }
    }
    return FieldSet.all(ofCount: count + 1).allSatisfy { set in
      let isBeaten =
        self.old[old].key(set).map { allNew[set]?.has($0) ?? false } ?? false
        || self.new[new].key(set).map { allOld[set]?.has($0) ?? false } ?? false
      return !isBeaten
    }
  }

  /// Makes the tables that ``isBest(_:_:)`` needs for these candidates.
  private mutating func prepare(for candidates: [(old: Int, new: Int)]) {
    var counts: Set<Int> = []
    for (old, new) in candidates {
      counts.insert(self.old[old].agreement(with: self.new[new]).count + 1)
    }
    for set in counts.flatMap(FieldSet.all(ofCount:)) where allOld[set] == nil {
      allOld[set] = UniquePositions(set, old) { _ in true }
      allNew[set] = UniquePositions(set, new) { _ in true }
    }
  }

  /// Whether a number has another talk now, while its former talk has the number of another one.
  private var hasContradictedNumbers: Bool {
    let olds = UniquePositions(.id, old) { !old[$0].isUniversal && !older[$0].isPart }
    let news = UniquePositions(.id, new) { !new[$0].isUniversal && !newer[$0].isPart }
    for fields in isShifted ? [FieldSet.names] : [.names, .content] {
      let others = UniquePositions(fields, new) { !new[$0].isUniversal && !newer[$0].isPart }
      for (key, old) in olds.unique {
        guard let new = news[key],
          !self.old[old].agreement(with: self.new[new]).isSuperset(of: fields),
          let names = self.old[old].key(fields), let other = others[names],
          let number = self.new[other].key(.id)
        else { continue }
        // A talk whose fields were found before under this number is a twin. Nothing is known about
        // talks that a log does not name.
        let isTwin =
          olds[number].map {
            self.old[$0].agreement(with: self.new[other]).isSuperset(of: fields)
          } ?? !older[old].isListed
        if !isTwin { return true }
      }
    }
    return false
  }
}

// MARK: Fields

extension PairingSearch {
  /// Sets title, people and identifier of all talks, by numbers that both lists share.
  private mutating func setNames() {
    var names = FoldedNumbers()
    var people = Interned<[Int32]>()
    var ids = Interned<String>()
    func fields(_ facts: TalkFacts) -> PairingFields {
      PairingFields(
        title: facts.title.isEmpty ? PairingFields.unknown : names.number(of: facts.title),
        people: people.number(of: names.numbers(of: facts.people)), id: ids.number(of: facts.id),
        isPart: facts.isPart, isUniversal: facts.isUniversal)
    }
    old = older.map(fields)
    new = newer.map(fields)
  }

  /// Sets start and location of all talks: those of the older list as the newer one would have
  /// them, shifted by the common delay and with renamed locations.
  private mutating func setWhereabouts() {
    let shifts = VersionShifts(anchors.lazy.map { [older, newer] in (older[$0], newer[$1]) })
    isShifted = shifts.delay != .zero
    renamedLocations = shifts.renamedLocations(from: older, to: newer)
    var starts = Interned<Instant?>()
    var names = FoldedNumbers()
    var locations = Interned<[Int32]>()
    for position in old.indices {
      guard let facts = older[position].whereabouts else { continue }
      old[position].start = starts.number(of: facts.start?.advanced(by: shifts.delay))
      old[position].location = locations.number(
        of: names.numbers(
          of: renamedLocations.isEmpty
            ? facts.locations : facts.locations.map { renamedLocations[$0.folded] ?? $0 }))
    }
    for position in new.indices {
      guard let facts = newer[position].whereabouts else { continue }
      new[position].start = starts.number(of: facts.start)
      new[position].location = locations.number(of: names.numbers(of: facts.locations))
    }
  }

  /// Talks that are the same regardless of time and location.
  private var anchors: [(Int, Int)] {
    var found: [(Int, Int)] = []
    for set in [FieldSet.id, .names] {
      let isIncluded = { (fields: PairingFields) in set != .id || fields.isUniversal }
      let news = UniquePositions(set, new) { isIncluded(new[$0]) }
      for (key, old) in UniquePositions(set, old, where: { isIncluded(old[$0]) }).unique {
        if let new = news[key] { found.append((old, new)) }
      }
    }
    return found
  }
}
