import ECSDetached
import ECSKit

/// Indices, detached entities and collectors of the context under test.
extension RealContext {
  private var restriction: Matcher { Lookup.restriction.matcher }

  // MARK: Indices

  func makeUnique() { _ = context.index(unique: \Code.number) }

  func found(by index: Lookup, under key: Int) -> [Entity] {
    switch index.name {
    case "number": look(up: key, in: context.index(\Number.value))
    case "note": look(up: Note(payload: key).text, in: context.index(\Note.text))
    case "code": look(up: key, in: context.index(\Code.number))
    case "restricted number": look(up: key, in: context.index(\Number.value, in: restriction))
    case "half": look(up: key, in: half)
    case "words": look(up: key, in: context.index(forEach: \Words.list))
    default: look(up: key, in: context.index(forEach: \Words.list, in: restriction))
    }
  }

  private var half: Index<Number, Int> {
    context.index("half", of: Number.self, in: restriction) { $0.value / 2 }
  }

  /// The entities under a key, if all ways of asking agree.
  private func look<C: Component, Key: Hashable>(up key: Key, in index: Index<C, Key>) -> [Entity] {
    let found = index[key]
    let isAgreed =
      index.count(key) == found.count && index.first(key) == found.first
      && found.enumerated().allSatisfy { index.position(of: $1, under: key) == $0 }
    return isAgreed ? found : []
  }

  func keyCount(of index: Lookup) -> Int {
    switch index.name {
    case "number": context.index(\Number.value).keyCount
    case "note": context.index(\Note.text).keyCount
    case "code": context.index(\Code.number).keyCount
    case "restricted number": context.index(\Number.value, in: restriction).keyCount
    case "half": half.keyCount
    case "words": context.index(forEach: \Words.list).keyCount
    default: context.index(forEach: \Words.list, in: restriction).keyCount
    }
  }

  func ordered(_ isRestricted: Bool, _ numbers: Range<Int>) -> [Entity] {
    let index = context.index(ordered: \Number.value, in: isRestricted ? restriction : nil)
    let found = index[numbers]
    let all = index.entities.compactMap { $0[Number.self]?.value }
    let isAgreed =
      index.keyBounds?.smallest == all.first && index.keyBounds?.largest == all.last
      && index[numbers.lowerBound...].count == all.count { $0 >= numbers.lowerBound }
      && index[..<numbers.upperBound].count == all.count { $0 < numbers.upperBound }
    return isAgreed ? found : []
  }

  // MARK: Detached entities

  func detach(_ handle: Entity) -> DetachedEntity { handle.detach() }

  func edit(_ detached: inout DetachedEntity, _ kind: Int, _ payload: Int?) {
    if let payload {
      Kind.all[kind].detached?.set(&detached, payload)
    } else {
      Kind.all[kind].detached?.remove(&detached)
    }
  }

  func values(of detached: DetachedEntity) -> [Int?] {
    Kind.all.map { $0.detached?.value(detached) }
  }

  func sync(_ detached: DetachedEntity, _ policy: SyncPolicy) -> Synced<DetachedEntity> {
    synced(context.sync(detached, policy: policy))
  }

  func post(_ detached: DetachedEntity, _ policy: SyncPolicy) {
    context.inbox.post(detached, policy: policy)
  }

  func receive() -> [Synced<DetachedEntity>] { context.receive().map(synced) }

  private func synced(_ report: SyncReport) -> Synced<DetachedEntity> {
    func payload(_ value: (any DetachableComponent)?) -> Int {
      value.map { ($0 as? any Sample)?.payload ?? -2 } ?? -1
    }
    let told = SyncedReport(
      outcome: report.outcome, applied: report.applied,
      conflicts: report.conflicts.map {
        "\($0.component) \(payload($0.base)) \(payload($0.mine)) \(payload($0.theirs))"
      },
      refusals: report.refusals.map {
        "\($0.component) \($0.key) \($0.holder) \(payload($0.mine))"
      },
      values: values(of: report.detached), leftBehind: report.detached.leftBehind)
    return Synced(report: told, detached: report.detached)
  }

  // MARK: Collectors

  func collect(_ wish: Wish) -> Collector {
    var collector: Collector?
    for source in wish.sources {
      let group = group(source.rule)
      switch (collector, source.kinds.first) {
      case (nil, let kind?):
        collector = Collector(group, kind, mode: wish.mode, scope: wish.scope)
      case (nil, nil): collector = Collector(group, mode: wish.mode, scope: wish.scope)
      case (let collector?, let kind?): collector.watch(group, kind)
      case (let collector?, nil): collector.watch(group)
      }
    }
    guard let collector else { preconditionFailure("a collector has a group") }
    return collector
  }

  func pull(_ collector: Collector, _ limit: Int) -> [Gathered<Entity>] {
    collector.pull(limit).map { Gathered(entity: $0.entity, kind: $0.kind) }
  }

  func count(of collector: Collector) -> Int {
    collector.isEmpty == (collector.count == 0) ? collector.count : -1
  }

  func setPaused(_ isPaused: Bool, _ collector: Collector) {
    collector.isPaused = isPaused
  }
}
