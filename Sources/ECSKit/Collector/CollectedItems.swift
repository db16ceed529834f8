// The items of a collector. Observer adds items during delivery, and Collector reads and removes
// items. Comparing values runs user code, which may read or drain the same collector.

import Synchronization

final class CollectedItems: ObserverTarget {
  private struct Source {
    let number: UInt64
    let group: Group
    let kinds: KindSet
    /// The column numbers of the components that determine whether a member has changed.
    let columns: [Int]
  }

  let mode: Collector.Mode
  /// True after the collector is deallocated.
  ///
  /// The flag may be set on any thread.
  private let isAbandoned = Atomic<Bool>(false)
  var isPaused = false
  /// A closure that is called after each collected change.
  var onCollect: (() -> Void)?
  /// A closure that is called at the end of each outermost call in which changes were collected.
  ///
  /// Set the closure only in the mode `net`, because the other modes may collect changes without
  /// notifying the collector.
  var onSettle: (() -> Void)?
  /// True while the collector is in the core's list of collectors to settle.
  private var isSettling = false
  private let scope: Collector.Scope
  private let reference: CoreReference
  private var sources: [Source] = []
  @safe @exclusivity(unchecked) private var list = EntryList()
  private var changes: [NetChange.Key: NetChange] = [:]
  private var later = LaterChanges()

  init(mode: Collector.Mode, scope: Collector.Scope, reference: CoreReference) {
    self.mode = mode
    self.scope = scope
    self.reference = reference
    super.init(.collects)
  }

  func add(_ group: Group, _ kinds: KindSet, number: UInt64, in core: Core) {
    let named = group.matcher.required + group.matcher.offered
    sources.append(
      Source(
        number: number, group: group, kinds: kinds,
        columns: named.map { core.column(of: $0).number }))
  }

  /// Ends the subscriptions at the next event.
  ///
  /// This method may be called on any thread.
  func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
  }

  // MARK: Collecting

  /// True if collecting a change reads no values and calls no closure.
  @inline(__always)
  var onlyCollects: Bool { mode != .net && onCollect == nil }

  @inline(never)
  func collect(_ event: Event, for observer: Observer) {
    collect(event.kind, of: event.entity, for: observer)
    guard !isPaused, observer.isActive else { return }
    if mode == .net { note(event, from: observer.number) }
    if onSettle != nil, !isSettling {
      isSettling = true
      reference.unchecked.changeSets.settling.append(self)
    }
    onCollect?()
  }

  func settle() {
    isSettling = false
    onSettle?()
  }

  var number: UInt64 { sources.first?.number ?? 0 }

  @inline(__always)
  func collect(_ kind: Event.Kind, of entity: Entity, for observer: Observer) {
    if isAbandoned.load(ordering: .relaxed) { return end(observer) }
    if isPaused { return }
    if mode == .every {
      list.append(entity.index, entity.generation, kind)
    } else {
      list.touch(entity.index, entity.generation, kind)
    }
  }

  @inline(never)
  private func end(_ observer: Observer) {
    reference.unchecked.end(observer)
  }

  @inline(never)
  private func note(_ event: Event, from number: UInt64) {
    guard let source = sources.first(where: { $0.number == number }) else { return }
    let key = NetChange.Key(entity: event.entity, source: number)
    changes[key, default: NetChange(wasMember: event.kind != .added)]
      .add(event, columns: source.columns, later: &later)
  }

  // MARK: Removing

  /// True if each entry of the list is an item to return.
  ///
  /// Otherwise, the mode or the scope may exclude an entry.
  private var isPlain: Bool { mode != .net && scope == .all }

  var count: Int {
    isPlain ? list.waiting.count : list.waiting.count { item(at: $0) != nil }
  }

  var isEmpty: Bool {
    isPlain ? list.waiting.isEmpty : !list.waiting.contains { item(at: $0) != nil }
  }

  func removeFirst(_ limit: Int) -> [Collector.Item] {
    var taken: [Collector.Item] = []
    if isPlain {
      taken = list.removeFirst(limit).map { position in
        let entry = list[position]
        return Collector.Item(entity: entity(of: entry), kind: entry.kind)
      }
    }
    // Comparing and dropping values runs user code. So the list is read again in each step.
    while taken.count < limit, let position = list.removeFirst(1).first {
      let entry = list[position]
      if let item = item(of: entry) { taken.append(item) }
      if mode == .net { forgetChanges(of: entry) }
    }
    list.tidy(isByEntity: mode != .every)
    return taken
  }

  /// Returns the item of an entry, or nil if the entry is omitted.
  ///
  /// The result is also nil if user code has removed the entry in the meantime.
  private func item(at position: Int) -> Collector.Item? {
    list.waiting.contains(position) ? item(of: list[position]) : nil
  }

  private func entity(of entry: EntryList.Entry) -> Entity {
    Entity(reference, entry.index, entry.generation)
  }

  private func item(of entry: EntryList.Entry) -> Collector.Item? {
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

  func isMember(_ entity: Entity) -> Bool {
    sources.contains { $0.group.isMember(entity) }
  }

  private func forgetChanges(of entry: EntryList.Entry) {
    for source in sources {
      let key = NetChange.Key(entity: entity(of: entry), source: source.number)
      let forgotten = changes.removeValue(forKey: key)
      withExtendedLifetime(forgotten) {}
    }
  }
}
