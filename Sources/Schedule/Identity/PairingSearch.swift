import TextBasics

/// The search for the pairs of two lists, tier by tier.
struct PairingSearch {
  /// The conditions that two talks have to fulfil besides the fields in which they agree.
  private enum Demand {
    /// The identifier is no position in a session.
    case ownID
    /// Both are at the same position of one session, which has as many talks as before.
    case pairedSession
    /// The identifier names the talk.
    case namingID
    /// Nothing contradicts identifiers of this kind.
    case trustedID
    /// Title or people are the same.
    case recognized
    /// Nothing contradicts a pair that is based on names alone.
    case likely
    /// Both have a common speaker.
    case speaker
    /// The identifier of one is a code of the other.
    case otherID
    /// Both are turns of one talk whose identifiers count turns.
    case countedTurn
    /// A talk may have been renamed.
    case renamed
    /// Identifiers are no evidence, and both talks have people.
    case withoutIDs
    /// Title or people are the same, or those of one of the two are in its list alone.
    case ownNames
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

  let older: [TalkFacts]
  let newer: [TalkFacts]
  let names: (older: VersionNames, newer: VersionNames)
  var old: [PairingFields] = []
  var new: [PairingFields] = []
  /// The position of the partner of each older talk; -1 if it has none.
  private var partners: [Int32]
  private var isPairedNew: [Bool]
  /// The kinds of identifiers under which talks are found that had another one of the kind.
  var contradicted: Set<IdentifierKind> = []
  /// The older talks whose identifier another talk has taken over.
  var takenOver: Set<Int> = []
  /// True if both lists have a common identifier.
  private lazy var hasCommonIDs = oldByID.unique.contains { [newByID] in newByID.has($0.0) }
  /// The codes that several talks of one list have.
  private lazy var turnCodes = older.sharedCodes.union(newer.sharedCodes)
  var oldByID = UniquePositions()
  var newByID = UniquePositions()
  /// True if nearly all talks of the newer version begin later by the same time.
  var isShifted = false
  /// The talks by the fields of a set, also those with a partner; made at the first use.
  private var allOld: [FieldSet: UniquePositions] = [:]
  private var allNew: [FieldSet: UniquePositions] = [:]
  private lazy var oldNames = UniquePositions(.names, old) { _ in true }
  private lazy var newNames = UniquePositions(.names, new) { _ in true }
  private(set) lazy var oldSessions = older.sessions
  private lazy var newSessions = newer.sessions
  private(set) var pairs: [Pairing.Pair] = []
  var renamings = Renamings()

  init(
    _ older: [TalkFacts], _ newer: [TalkFacts], _ names: (older: VersionNames, newer: VersionNames)
  ) {
    self.older = older
    self.newer = newer
    self.names = names
    partners = Array(repeating: -1, count: older.count)
    isPairedNew = Array(repeating: false, count: newer.count)
    pairs.reserveCapacity(min(older.count, newer.count))
    setNames()
    oldByID = UniquePositions(.writtenID, old) { old[$0].kind != .position }
    newByID = UniquePositions(.writtenID, new) { new[$0].kind != .position }
    noteContradictions(by: .names)
    setWhereabouts()
    if !isShifted { noteContradictions(by: .content) }
    distrustContradicted()
  }

  mutating func run() {
    // Starts that are shifted say less than a number that nothing contradicts.
    for tier in isShifted
      ? Self.byIdentifier + [Self.byNumber] + Self.tiers : Self.byIdentifier + Self.tiers
    where !isDone { pair(tier) }
  }

  private var isDone: Bool { pairs.count == min(older.count, newer.count) }

  // MARK: Tiers

  private static let byIdentifier = [
    Tier(evidence: .turn, fields: .content, isAmongAll: true, demands: [.countedTurn]),
    Tier(evidence: .identifier, fields: .writtenID, demands: [.namingID]),
  ]

  private static let byNumber = Tier(
    evidence: .number, fields: [.names, .writtenID], demands: [.trustedID])

  private static let tiers =
    [
      Tier(evidence: .everything, fields: [.content, .writtenID]),
      Tier(evidence: .everything, fields: .content),
      byNumber,
      Tier(evidence: .start, fields: [.names, .start], demands: [.likely, .best]),
      Tier(evidence: .location, fields: [.names, .location], demands: [.likely, .best]),
      Tier(evidence: .renumbered, fields: .writtenID, demands: [.trustedID, .recognized, .best]),
      Tier(evidence: .names, fields: .names, isAmongAll: true, demands: [.likely, .best]),
      Tier(evidence: .lastTurn, fields: .names, demands: [.countedTurn]),
      Tier(evidence: .otherID, fields: .title, isAmongAll: true, demands: [.otherID]),
      Tier(evidence: .otherID, fields: [.start, .location], isAmongAll: true, demands: [.otherID]),
      Tier(
        evidence: .title, fields: [.title, .start, .location], isAmongAll: true, demands: [.best]),
      Tier(
        evidence: .person, fields: .title, isAmongAll: true, demands: [.likely, .speaker, .best]),
      Tier(
        evidence: .slot, fields: [.people, .start, .location], isAmongAll: true,
        demands: [.renamed, .best]),
    ]
    + [FieldSet.title, .people].flatMap { name in
      [FieldSet.start, .location].map { place in
        Tier(
          evidence: .half, fields: [name, place], isAmongAll: true, demands: [.withoutIDs, .best])
      }
    } + [
      Tier(evidence: .place, fields: [.writtenID, .start, .location], demands: [.ownID]),
      Tier(evidence: .place, fields: .writtenID, demands: [.pairedSession, .ownNames]),
    ]

  private mutating func pair(_ tier: Tier) {
    // Once most talks have a partner, the others have few keys in common.
    let keys = pairs.isEmpty ? nil : commonKeys(tier.fields)
    if let keys, keys.isEmpty { return }
    let olds = UniquePositions(tier.fields, old, among: keys) {
      tier.isAmongAll || partners[$0] < 0
    }
    let news = UniquePositions(tier.fields, new, among: keys) {
      tier.isAmongAll || !isPairedNew[$0]
    }
    var found: [(old: Int, new: Int)] = []
    for (key, old) in olds.unique {
      guard let new = news[key], partners[old] < 0, !isPairedNew[new] else { continue }
      found.append((old, new))
    }
    if found.isEmpty { return }
    if found.count > Self.fewCandidates, tier.demands.contains(.best) { prepare(for: found) }
    // The pairs that a tier finds do not depend on each other.
    for (old, new) in found {
      var isPair = true
      for demand in tier.demands where isPair { isPair = isFulfilled(demand, old, new) }
      if !isPair { continue }
      partners[old] = Int32(new)
      isPairedNew[new] = true
      pairs.append(Pairing.Pair(old: old, new: new, evidence: tier.evidence))
    }
  }

  /// Returns the keys that talks without a partner have in both lists.
  private func commonKeys(_ fields: FieldSet) -> Set<SIMD8<Int32>> {
    var keys: Set<SIMD8<Int32>> = []
    for position in old.indices where partners[position] < 0 {
      if let key = old[position].key(fields) { keys.insert(key) }
    }
    var common: Set<SIMD8<Int32>> = []
    for position in new.indices where !isPairedNew[position] {
      if let key = new[position].key(fields), keys.contains(key) { common.insert(key) }
    }
    return common
  }

  /// For so few candidates, comparing all talks is faster than making the tables of
  /// ``prepare(for:)``.
  private static let fewCandidates = 16

  // MARK: Demands

  private mutating func isFulfilled(_ demand: Demand, _ old: Int, _ new: Int) -> Bool {
    switch demand {
    case .ownID: self.old[old].kind != .position
    case .pairedSession: areInOneSession(old, new)
    case .namingID: isNamed(old, new)
    case .trustedID: isTrusted(self.old[old].kind)
    case .recognized: isRecognized(old, new)
    case .likely: isLikely(old, new)
    case .speaker:
      !Set(older[old].people.map(\.folded)).isDisjoint(with: newer[new].people.map(\.folded))
    case .otherID:
      older[old].id != newer[new].id && !older[old].codes.isDisjoint(with: newer[new].codes)
    case .countedTurn: areCountedTurns(old, new)
    case .renamed: isRenamed(old, new)
    case .withoutIDs:
      // If most talks are found without identifiers, these are new in each version.
      !idsCount(old, new) && 2 * pairs.count > min(older.count, newer.count)
        && !older[old].people.isEmpty && !newer[new].people.isEmpty
    case .ownNames: !haveOtherNames(old, new) || !areBothElsewhere(old, new)
    case .best: isBest(old, new)
    }
  }

  private func isTrusted(_ kind: IdentifierKind) -> Bool {
    // A session that has another number has other positions in it, too.
    kind == .position
      ? contradicted.isDisjoint(with: [.number, .name]) : !contradicted.contains(kind)
  }

  /// Returns true if the common identifier of two talks names them, and does not only count them.
  func isNamed(_ old: Int, _ new: Int) -> Bool {
    if takenOver.contains(old) { return false }
    let (old, new, isListed) = (self.old[old], self.new[new], older[old].isListed)
    guard old.kind != .position, isTrusted(old.kind) else { return false }
    // The marked talks of a log are too few to see how a file counts.
    return !old.isCounting && !new.isCounting && (isListed || old.kind == .universal)
  }

  /// Returns true if two talks are turns of a talk that is given several times, and their different
  /// identifiers depend on its other turns.
  ///
  /// Both have a code that several turns share, or each identifier is now, or was, that of another turn.
  private mutating func areCountedTurns(_ old: Int, _ new: Int) -> Bool {
    let (one, other) = (self.old[old], self.new[new])
    guard let id = one.key(.writtenID), let otherID = other.key(.writtenID), id != otherID else {
      return false
    }
    let codes = Set(older[old].otherIDs).intersection(newer[new].otherIDs)
    if !codes.isDisjoint(with: turnCodes) { return true }
    guard let successor = newByID[id], let predecessor = oldByID[otherID] else { return false }
    return self.new[successor].key(.names) == one.key(.names)
      && self.old[predecessor].key(.names) == other.key(.names)
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
      || self.old[old].kind != .universal || self.new[new].kind != .universal
  }

  /// Whether two talks in one slot are one that got another title: it has the same people, or no
  /// other fields to identify it.
  private mutating func isRenamed(_ old: Int, _ new: Int) -> Bool {
    if older[old].title.isEmpty || newer[new].title.isEmpty { return false }
    if !older[old].people.isEmpty { return true }
    return !idsCount(old, new)
  }

  /// Returns true if talks keep their identifiers, so that others are evidence against a pair.
  private mutating func idsCount(_ old: Int, _ new: Int) -> Bool {
    let isTold = isTrusted(self.old[old].kind) || isTrusted(self.new[new].kind)
    return isTold && (hasCommonIDs || !older[old].isListed)
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

  /// Returns true if the newer list has the title and people of the older talk, and the older list those of the
  /// newer one.
  private mutating func areBothElsewhere(_ old: Int, _ new: Int) -> Bool {
    guard let former = self.old[old].key(.names), let present = self.new[new].key(.names) else {
      return false
    }
    return newNames.has(former) && oldNames.has(present)
  }

  /// Returns true if two talks are parts of sessions that are a pair and have as many talks.
  private mutating func areInOneSession(_ old: Int, _ new: Int) -> Bool {
    guard let session = older[old].sessionID, session == newer[new].sessionID,
      let former = oldSessions[session], let present = newSessions[session]
    else { return false }
    return former.count == present.count && partners[former.position] == Int32(present.position)
  }
}
