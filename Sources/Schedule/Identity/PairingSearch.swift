// The algorithm of Pairing. No other code calls it. It works in tiers of evidence, strongest first.
// A tier pairs only keys that are unique in both lists. Therefore the result does not depend on the
// order of the lists, and no talk has two partners.
import Basics

struct PairingSearch {
  /// A condition that a pair must satisfy, in addition to the fields of its tier.
  private enum Demand {
    /// Requires an identifier other than an index in a session.
    case ownID
    /// Requires the same index in paired sessions with the same number of talks.
    case pairedSession
    /// Requires an identifier that names the talk instead of numbering it.
    case namingID
    /// Requires an identifier of a kind without contradictions.
    case trustedID
    /// Requires that title or people show that the talks are the same; see ``isRecognized(_:_:)``.
    case recognized
    /// Requires that the older talk is unlikely to have a twin; see ``isLikely(_:_:)``.
    case likely
    case speaker
    /// Requires different identifiers and a common code.
    case otherID
    /// Requires two occurrences of a repeated talk whose identifiers only number the occurrences.
    case countedTurn
    /// Requires talks in the same slot that may be one talk with a new title.
    case renamed
    /// Requires that both talks have people, and that different identifiers are not evidence.
    case withoutIDs
    /// Requires equal titles, equal people, or a title and people that occur in only one list.
    case ownNames
    /// Requires that no other talk agrees in more fields with either talk.
    case best
  }

  /// A step of the search, with one set of fields.
  private struct Tier {
    let evidence: Pairing.Evidence
    let fields: FieldSet
    /// True if the fields must be unique among all talks, including paired talks.
    var isAmongAll = false
    var demands: [Demand] = []
  }

  let older: [TalkFacts]
  let newer: [TalkFacts]
  let names: (older: VersionNames, newer: VersionNames)
  var old: [PairingFields] = []
  var new: [PairingFields] = []
  /// The index of each older talk's partner in the newer list, or -1 if it has no partner.
  private var partners: [Int32]
  private var isPairedNew: [Bool]
  /// The kinds of identifiers that are distrusted because of a contradiction.
  var contradicted: Set<IdentifierKind> = []
  /// True if an identifier occurs in both lists.
  private lazy var hasCommonIDs = oldByID.unique.contains { [newByID] in newByID.has($0.0) }
  private lazy var turnCodes = older.sharedCodes.union(newer.sharedCodes)
  var oldByID = UniquePositions()
  var newByID = UniquePositions()
  /// True if most talks start later, or earlier, by the same duration in the newer version.
  var isShifted = false
  /// Tables of all older talks, including paired talks, by field set.
  ///
  /// A table is created on demand.
  private var allOld: [FieldSet: UniquePositions] = [:]
  private var allNew: [FieldSet: UniquePositions] = [:]
  private lazy var oldNames = UniquePositions(.names, old) { _ in true }
  private lazy var newNames = UniquePositions(.names, new) { _ in true }
  private lazy var titles = (
    old: UniquePositions(.title, old) { _ in true }, new: UniquePositions(.title, new) { _ in true }
  )
  private lazy var newTitles = UniquePositions(.titleAndID, new) { _ in true }
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
    setTimesAndPlaces()
    if !isShifted { noteContradictions(by: .content) }
    distrustContradicted()
  }

  mutating func run() {
    // If most talks moved by the same duration, a start is weaker evidence than an uncontradicted
    // number.
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
      Tier(evidence: .person, fields: .title, demands: [.likely, .speaker, .best]),
      Tier(
        evidence: .slot, fields: [.people, .start, .location], isAmongAll: true,
        demands: [.renamed, .best]),
    ]
    + [FieldSet.title, .people].flatMap { name in
      [FieldSet.start, .location].map { place in
        Tier(
          evidence: .half, fields: [name, place], isAmongAll: true,
          demands: [.withoutIDs, .likely, .best])
      }
    } + [
      Tier(evidence: .place, fields: [.writtenID, .start, .location], demands: [.ownID]),
      Tier(evidence: .place, fields: .writtenID, demands: [.pairedSession, .ownNames]),
    ]

  private mutating func pair(_ tier: Tier) {
    // After most talks are paired, the remaining talks have few keys in common.
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
    // The pairs of one tier are independent of each other.
    for (old, new) in found {
      var isPair = true
      for demand in tier.demands where isPair { isPair = isFulfilled(demand, old, new) }
      if !isPair { continue }
      partners[old] = Int32(new)
      isPairedNew[new] = true
      pairs.append(Pairing.Pair(old: old, new: new, evidence: tier.evidence))
    }
  }

  /// Returns the keys that occur among the unpaired talks of both lists.
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

  /// The maximum number of candidates for a scan of all talks.
  ///
  /// For more candidates, the tables of ``prepare(for:)`` are faster.
  private static let fewCandidates = 16

  // MARK: Demands

  private mutating func isFulfilled(_ demand: Demand, _ old: Int, _ new: Int) -> Bool {
    switch demand {
    case .ownID: self.old[old].kind != .position
    case .pairedSession: areInOneSession(old, new)
    case .namingID: isNamed(old, new)
    case .trustedID: isTrusted(self.old[old].kind) && !isNumberedAnew(old, new)
    case .recognized: isRecognized(old, new)
    case .likely: isLikely(old, new)
    case .speaker:
      !Set(older[old].people.map(\.folded)).isDisjoint(with: newer[new].people.map(\.folded))
    case .otherID:
      older[old].ownID != newer[new].ownID && !older[old].codes.isDisjoint(with: newer[new].codes)
    case .countedTurn: areCountedTurns(old, new)
    case .renamed: isRenamed(old, new)
    case .withoutIDs:
      // If most talks are paired without identifiers, the identifiers evidently change with each
      // version.
      !idsCount(old, new) && 2 * pairs.count > min(older.count, newer.count)
        && !older[old].people.isEmpty && !newer[new].people.isEmpty
    case .ownNames: !haveOtherNames(old, new) || !areBothElsewhere(old, new)
    case .best: isBest(old, new)
    }
  }

  private func isTrusted(_ kind: IdentifierKind) -> Bool {
    // If sessions are renumbered, the indices of their talks change as well.
    kind == .position
      ? contradicted.isDisjoint(with: [.number, .name]) : !contradicted.contains(kind)
  }

  /// Returns true if the identifier of a talk in a log may now belong to a twin.
  ///
  /// A twin is another talk with the same title and people. The result is true only if the talk had
  /// a twin, if its start and location do not match, and if most talks moved by the same duration.
  private func isNumberedAnew(_ old: Int, _ new: Int) -> Bool {
    isShifted && older[old].hasTwins == true
      && self.old[old].agreement(with: self.new[new]).isDisjoint(with: [.start, .location])
  }

  /// Returns true if two talks have a common identifier that names a talk instead of numbering it.
  func isNamed(_ old: Int, _ new: Int) -> Bool {
    let (old, new, isListed) = (self.old[old], self.new[new], older[old].isListed)
    guard old.kind != .position, !old.isDistrusted, isTrusted(old.kind) else { return false }
    // A log has too few talks to show whether the identifiers in the file are sequence numbers.
    return !old.isCounting && !new.isCounting && (isListed || old.kind == .universal)
  }

  /// Returns true if two occurrences of a repeated talk have mere sequence numbers as identifiers.
  ///
  /// Either the talks share a code with further occurrences, or each identifier belongs to a
  /// different occurrence in the other version.
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

  /// Returns true if two talks are certainly the same, according to their title or people.
  ///
  /// An equal title is sufficient, with one exception. For a talk in a log, the people, start or
  /// location must also agree if a newer talk has the same title and people.
  ///
  /// Equal people are sufficient unless the older talk is inside a session. If neither talk has
  /// people, the start or location must agree. In addition, the older talk must then belong to a
  /// complete schedule, or its identifier must be an iCalendar UID.
  private mutating func isRecognized(_ old: Int, _ new: Int) -> Bool {
    let agreement = self.old[old].agreement(with: self.new[new])
    if !older[old].isListed, agreement.isDisjoint(with: [.people, .start, .location]),
      self.old[old].key(.names).map(newNames.has) ?? false
    {
      return false
    }
    if agreement.contains(.title) { return true }
    // The index of a talk in a session does not identify the talk.
    guard agreement.contains(.people), !older[old].isPart else { return false }
    if !older[old].people.isEmpty { return true }
    let isKnown = older[old].isListed || older[old].id.utf8.contains(UInt8(ascii: "@"))
    return isKnown && !agreement.isDisjoint(with: [.start, .location])
  }

  /// Returns true if the older talk is unlikely to have a twin with the same title and people.
  ///
  /// A talk in a complete schedule is always accepted. If twins are unknown for a talk in a log, at
  /// least one of the two identifiers must not be universal. In addition, no other newer talk may
  /// have both the title and the identifier of the older talk.
  private mutating func isLikely(_ old: Int, _ new: Int) -> Bool {
    if let hasTwins = older[old].hasTwins { return !hasTwins }
    if older[old].isListed { return true }
    if self.old[old].kind == .universal && self.new[new].kind == .universal { return false }
    let key = self.old[old].key(.titleAndID)
    return key == self.new[new].key(.titleAndID) || !(key.map(newTitles.has) ?? false)
  }

  /// Returns true if two talks in the same slot can be the same talk with a new title.
  ///
  /// Both talks need a title. Without people, the identifiers must not be evidence, and each title
  /// must be missing from the other list.
  private mutating func isRenamed(_ old: Int, _ new: Int) -> Bool {
    if older[old].title.isEmpty || newer[new].title.isEmpty { return false }
    if !older[old].people.isEmpty { return true }
    guard let former = self.old[old].key(.title), let present = self.new[new].key(.title) else {
      return false
    }
    return !idsCount(old, new) && !titles.old.has(present) && !titles.new.has(former)
  }

  /// Returns true if different identifiers are evidence that two talks are not the same.
  ///
  /// At least one of the identifiers must be of a trusted kind. If the older talk belongs to a
  /// complete schedule, some identifiers must also occur in both lists.
  private mutating func idsCount(_ old: Int, _ new: Int) -> Bool {
    let isTold = isTrusted(self.old[old].kind) || isTrusted(self.new[new].kind)
    return isTold && (hasCommonIDs || !older[old].isListed)
  }

  /// Returns true if neither of two talks agrees in more fields with any other talk.
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

  /// Creates the tables that ``isBest(_:_:)`` needs for the candidates.
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

  /// Returns true if the title and people of each talk also occur in the other list.
  private mutating func areBothElsewhere(_ old: Int, _ new: Int) -> Bool {
    guard let former = self.old[old].key(.names), let present = self.new[new].key(.names) else {
      return false
    }
    return newNames.has(former) && oldNames.has(present)
  }

  /// Returns true if two talks belong to paired sessions with the same number of talks.
  private mutating func areInOneSession(_ old: Int, _ new: Int) -> Bool {
    guard let session = older[old].sessionID, session == newer[new].sessionID,
      let former = oldSessions[session], let present = newSessions[session]
    else { return false }
    return former.count == present.count && partners[former.position] == Int32(present.position)
  }
}
