import Synchronization

/// What a collector has collected: fed where changes are told, asked by the collector.
///
/// An entity is found again by its place: `places` holds where its entry stands. What stands there
/// from before the entries were taken points at nothing or at another place, so it needs no
/// clearing.
final class CollectedItems {
  private struct Entry {
    let index: UInt32
    let generation: UInt32
    /// The entry of another entity that had the same place; -1 if there is none.
    var previous: Int32
    var kind: Event.Kind
  }

  /// A group and what is collected of it.
  private struct Source {
    let number: UInt64
    let group: Group
    let kinds: KindSet
    /// The columns whose values tell whether a member is as it was.
    let columns: [Int]
  }

  let mode: Collector.Mode
  /// Whether nobody can ask any more.
  private let isAbandoned = Atomic<Bool>(false)
  @exclusivity(unchecked) var isPaused = false
  /// Is called after each change that was collected.
  @exclusivity(unchecked) var whenFed: (() -> Void)?
  private let scope: Collector.Scope
  private let reference: CoreReference
  private var sources: [Source] = []
  @exclusivity(unchecked) private var entries = Buffer<Entry>()
  @exclusivity(unchecked) private var places = Buffer<Int32>()
  /// The first entry that was not taken yet.
  @exclusivity(unchecked) private var head = 0
  private var changes: [NetChange.Key: NetChange] = [:]

  init(mode: Collector.Mode, scope: Collector.Scope, reference: CoreReference) {
    self.mode = mode
    self.scope = scope
    self.reference = reference
  }

  func add(_ group: Group, _ kinds: KindSet, number: UInt64, in core: Core) {
    let named = group.matcher.required + group.matcher.offered
    sources.append(
      Source(
        number: number, group: group, kinds: kinds,
        columns: named.map { core.column(of: $0).number }))
  }

  /// Has the observers end at the next event; may be called on any thread.
  func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
  }

  // MARK: Feeding

  /// Whether it needs no values, and nobody is called when it is fed.
  @inline(__always)
  var onlyCollects: Bool { mode != .net && whenFed == nil }

  /// Takes note of an event that is being told.
  @inline(never)
  func collect(_ event: Event, for observer: Observer) {
    collect(event.kind, of: event.entity, for: observer)
    guard !isPaused, observer.isActive else { return }
    if mode == .net { note(event, from: observer.number) }
    whenFed?()
  }

  /// Takes note of a change.
  @inline(__always)
  func collect(_ kind: Event.Kind, of entity: Entity, for observer: Observer) {
    if isAbandoned.load(ordering: .relaxed) { return end(observer) }
    if isPaused { return }
    if mode == .every {
      append(entity, kind, previous: -1)
    } else {
      touch(entity, kind)
    }
  }

  @inline(never)
  private func end(_ observer: Observer) {
    reference.unchecked.end(observer)
  }

  @inline(__always)
  private func append(_ entity: Entity, _ kind: Event.Kind, previous: Int32) {
    entries.append(
      Entry(index: entity.index, generation: entity.generation, previous: previous, kind: kind))
  }

  @inline(__always)
  private func touch(_ entity: Entity, _ kind: Event.Kind) {
    let index = Int(entity.index)
    if index >= places.count { places.reach(index, with: -1) }
    let place = Int(places[index])
    guard place >= 0, place < entries.count, entries[place].index == entity.index else {
      places[index] = Int32(truncatingIfNeeded: entries.count)
      return append(entity, kind, previous: -1)
    }
    if entries[place].generation == entity.generation, place >= head {
      entries[place].kind = kind
    } else {
      touchAgain(entity, kind, at: place)
    }
  }

  /// Touches an entity where another one had the place before, or whose entry was taken.
  ///
  /// The chain of a place begins with the latest entity, so that only one that was revived is looked
  /// for along it.
  @inline(never)
  private func touchAgain(_ entity: Entity, _ kind: Event.Kind, at first: Int) {
    let added = Int32(truncatingIfNeeded: entries.count)
    guard entity.generation < entries[first].generation else {
      places[Int(entity.index)] = added
      return append(entity, kind, previous: Int32(truncatingIfNeeded: first))
    }
    var place = Int(entries[first].previous)
    while place >= 0 {
      if entries[place].generation == entity.generation, place >= head {
        entries[place].kind = kind
        return
      }
      place = Int(entries[place].previous)
    }
    append(entity, kind, previous: entries[first].previous)
    entries[first].previous = added
  }

  @inline(never)
  private func note(_ event: Event, from number: UInt64) {
    guard let source = sources.first(where: { $0.number == number }) else { return }
    let key = NetChange.Key(entity: event.entity, source: number)
    changes[key, default: NetChange(wasMember: event.kind != .added)]
      .add(event, columns: source.columns)
  }

  // MARK: Taking

  /// Whether every entry is an item, whatever has become of it.
  private var isPlain: Bool { mode != .net && scope == .all }

  var count: Int {
    isPlain
      ? entries.count - head : (head..<entries.count).count { item(of: entries[$0]) != nil }
  }

  var isEmpty: Bool {
    isPlain
      ? entries.count == head : !(head..<entries.count).contains { item(of: entries[$0]) != nil }
  }

  func take(_ limit: Int) -> [Collector.Item] {
    var taken: [Collector.Item] = []
    if isPlain {
      let end = head + Swift.max(0, Swift.min(limit, entries.count - head))
      taken = (head..<end).map { place in
        Collector.Item(entity: entity(of: entries[place]), kind: entries[place].kind)
      }
      head = end
    }
    // Values are compared by foreign code, and end in it, so all is looked at anew each time.
    while head < entries.count, taken.count < limit {
      let entry = entries[head]
      head += 1
      if let item = item(of: entry) { taken.append(item) }
      if mode == .net { forgetChanges(of: entry) }
    }
    tidy()
    return taken
  }

  private func entity(of entry: Entry) -> Entity {
    Entity(reference, entry.index, entry.generation)
  }

  private func item(of entry: Entry) -> Collector.Item? {
    let entity = entity(of: entry)
    guard isInScope(entity) else { return nil }
    if mode != .net { return Collector.Item(entity: entity, kind: entry.kind) }
    for source in sources {
      let change = changes[NetChange.Key(entity: entity, source: source.number)]
      guard let kind = change?.kind, source.kinds.contains(kind) else { continue }
      return Collector.Item(entity: entity, kind: kind)
    }
    return nil
  }

  private func isInScope(_ entity: Entity) -> Bool {
    switch scope {
    case .all: true
    case .living: entity.isAlive
    case .matching: isMember(entity)
    }
  }

  /// Returns whether an entity is a member of one of the groups.
  func isMember(_ entity: Entity) -> Bool {
    sources.contains { $0.group.contains(entity) }
  }

  private func forgetChanges(of entry: Entry) {
    for source in sources {
      let key = NetChange.Key(entity: entity(of: entry), source: source.number)
      let forgotten = changes.removeValue(forKey: key)
      withExtendedLifetime(forgotten) {}
    }
  }

  /// Gives back the room of what was taken, once it is most of it.
  private func tidy() {
    if head == entries.count {
      entries.removeAll()
      head = 0
    } else if head > entries.count / 2 {
      let kept = (head..<entries.count).map { entries[$0] }
      entries.removeAll()
      head = 0
      for entry in kept {
        if mode == .every { entries.append(entry) } else { touch(entity(of: entry), entry.kind) }
      }
    }
  }
}
