import ECSKit

/// The entries about one entity in a log or snapshot.
struct StoredEntity {
  /// The id of the entity, or its number in a snapshot.
  let target: String
  /// The entries about the entity's values, in file order.
  ///
  /// The slice usually shares memory with the read entries.
  private(set) var entries: ArraySlice<LogEntry>
  /// The position in the creation order, or nil if it was not stored.
  private(set) var order: UInt64?
  /// True if the entity has no values and exists only as a target of references.
  private(set) var isBare = true

  init(target: String, entries: ArraySlice<LogEntry>) {
    self.target = target
    self.entries = entries
    let span = entries.span
    for place in span.indices {
      if span[place].change.subject.kind == Existence.storedName {
        order = UInt64(span[place].change.value)
      } else {
        isBare = false
      }
    }
  }

  /// Groups entries by entity, in creation order.
  ///
  /// Entities without a position precede the others, in the order of the entries. Destroyed
  /// entities are omitted, even if later entries refer to them.
  ///
  /// - Complexity: O(*n*) expected in the number of entries; O(*n* log *n*) if the entities must be
  ///   sorted.
  static func all(of entries: [LogEntry]) -> [StoredEntity] {
    let (targets, owners) = owners(of: entries)
    // The end of each target's entries after the entries are grouped.
    var ends = [Int](repeating: 0, count: targets.count)
    for owner in owners where owner >= 0 { ends[owner] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var grouped = entries
    // The entries of a snapshot are already grouped.
    if !zip(owners, owners.dropFirst()).allSatisfy({ $0 <= $1 }) || owners.first ?? 0 < 0 {
      var positions = [Int](repeating: 0, count: ends.last ?? 0)
      var next = [0] + ends
      for position in owners.indices where owners[position] >= 0 {
        positions[next[owners[position]]] = position
        next[owners[position]] += 1
      }
      grouped = positions.map { entries[$0] }
    }
    var start = 0
    let entities = targets.indices.map { place in
      defer { start = ends[place] }
      return StoredEntity(target: targets[place], entries: grouped[start..<ends[place]])
    }
    if !entities.contains(where: { $0.order != nil }) { return entities }
    if zip(entities, entities.dropFirst()).allSatisfy({ $0.order ?? 0 < $1.order ?? 0 }) {
      return entities
    }
    return entities.enumerated().sorted { first, second in
      func key(_ place: Int, _ entity: StoredEntity) -> (UInt64, String, Int) {
        entity.order.map { ($0, entity.target, 0) } ?? (0, "", place)
      }
      return key(first.offset, first.element) < key(second.offset, second.element)
    }.map(\.element)
  }

  /// Returns the targets that have values, and for each entry the index of its target in this list.
  ///
  /// The targets are in the order of the entries. The index is -1 for a removal, for an entry about
  /// a destroyed entity, and for an entry of the log's own kinds.
  private static func owners(of entries: [LogEntry]) -> (targets: [String], owners: [Int]) {
    let destroyed = destroyed(by: entries)
    var targets: [String] = []
    var places = [String: Int](minimumCapacity: entries.count)
    var last = -1
    // Successive entries usually have the same kind.
    var kind = ""
    func owner(of subject: LogSubject, isRemoval: Bool) -> Int {
      if subject.kind != kind, !LogKind.isOwn(subject.kind) { kind = subject.kind }
      if subject.kind != kind || isRemoval { return -1 }
      let target = subject.target
      // Successive entries often have the same target: a snapshot groups the values of an entity.
      if last >= 0, targets[last] == target { return last }
      if last + 1 < targets.count, targets[last + 1] == target {
        last += 1
        return last
      }
      if destroyed.contains(target) { return -1 }
      // Most targets are new, so one search both detects and inserts them.
      if let known = places.updateValue(targets.count, forKey: target) {
        places[target] = known
        last = known
      } else {
        targets.append(target)
        last = targets.count - 1
      }
      return last
    }
    let span = entries.span
    var owners: [Int] = []
    owners.reserveCapacity(span.count)
    for position in span.indices {
      owners.append(
        owner(of: span[position].change.subject, isRemoval: span[position].change.isRemoval))
    }
    return (targets, owners)
  }

  static func destroyed(by entries: [LogEntry]) -> Set<String> {
    Set(
      entries.lazy.filter { $0.change.isRemoval && $0.change.kind == Existence.storedName }
        .map(\.change.target))
  }

  /// A copy without the position in the creation order, or nil if the entity has no values.
  var withoutExistence: StoredEntity? {
    let values = entries.filter { $0.change.kind != Existence.storedName }
    return values.isEmpty ? nil : StoredEntity(target: target, entries: values[...])
  }

  /// Returns the targets that have no values, but to which other entities' values refer.
  static func referredBareTargets(in stored: [StoredEntity]) -> Set<String> {
    let bareTargets = Set(stored.lazy.filter(\.isBare).map(\.target))
    if bareTargets.isEmpty { return [] }
    var referredTargets: Set<String> = []
    for entry in stored.lazy.flatMap(\.entries) {
      for text in entry.change.value.split(separator: "\"") where bareTargets.contains(String(text))
      {
        referredTargets.insert(String(text))
      }
    }
    return referredTargets
  }

  /// True if the target is an id, false if it is a number in a snapshot.
  var hasID: Bool { target.utf8.first != Self.numberSign }

  /// The first character of the number that identifies an entity without an id.
  static let numberSign = UInt8(ascii: "#")
}
