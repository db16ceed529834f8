import ECSKit

/// Who listens to a naive context.
final class NaiveObserver {
  let subject: Subject<Int>
  let kinds: [Event.Kind]
  let body: (Told<Int>) -> Void
  var isActive: Bool

  init(
    _ subject: Subject<Int>, _ kinds: [Event.Kind], isActive: Bool,
    _ body: @escaping (Told<Int>) -> Void
  ) {
    self.subject = subject
    self.kinds = kinds
    self.isActive = isActive
    self.body = body
  }
}

/// One change of one entity: all it held before and all it held after.
struct Change {
  let entity: Int
  let before: [Int?]?
  let after: [Int?]?
  /// The kinds it was about, equal values included, in the order of an entity's parts.
  let touched: [Int]
  let cause: Int
  let depth: Int
  let tellings: [(observer: NaiveObserver, told: Told<Int>)]

  var name: String {
    guard before != nil else { return "create" }
    guard let after else { return "destroy" }
    let kind = touched[0]
    return (after[kind] == nil ? "remove " : "set ") + Kind.all[kind].name
  }
}

/// Which observers are notified of a change, and how a change is rolled back.
extension NaiveContext {
  func observe(
    _ subject: Subject<Int>, _ kinds: [Event.Kind], _ body: @escaping (Told<Int>) -> Void
  ) -> NaiveObserver {
    var isActive = true
    if case .entity(let handle) = subject, !isAlive(handle) {
      if handle > offset { report(.deadEntity(operation: "observe an entity")) }
      isActive = false
    }
    if case .group(let rule) = subject { ask(for: rule) }
    let observer = NaiveObserver(subject, kinds, isActive: isActive, body)
    observers.append(observer)
    return observer
  }

  func cancel(_ token: NaiveObserver) { token.isActive = false }

  /// Makes a change, notes which observers to notify of it, and notifies them if no delivery is
  /// running.
  func apply(_ entity: Int, to after: [Int?]?, touching touched: [Int]) {
    let before = living[entity]
    living[entity] = after
    if touched.contains(Kind.draft) { writes[entity, default: 0] += 1 }
    let depth = current < 0 ? 0 : changes[current].depth + 1
    changes.append(
      Change(
        entity: entity, before: before, after: after, touched: touched, cause: current,
        depth: depth, tellings: tellings(entity, before, after, touched)))
    if offender == nil, depth > cascadeLimit { offender = changes.count - 1 }
    tellIfOutermost()
  }

  private func tellings(
    _ entity: Int, _ before: [Int?]?, _ after: [Int?]?, _ touched: [Int]
  ) -> [(observer: NaiveObserver, told: Told<Int>)] {
    func only(_ values: [Int?]?) -> [Int?] {
      Kind.all.indices.map { touched.contains($0) ? values?[$0] : nil }
    }
    var tellings: [(observer: NaiveObserver, told: Told<Int>)] = []
    for observer in observers {
      func tell(_ kind: Event.Kind, _ component: Int?) {
        guard observer.kinds.isEmpty || observer.kinds.contains(kind) else { return }
        let told = Told(
          kind: kind, entity: entity, component: component, old: only(before), new: only(after))
        tellings.append((observer, told))
      }
      switch observer.subject {
      case .entity(let handle) where handle != entity: break
      case .context, .entity:
        if before == nil { tell(.created, nil) }
        for kind in touched {
          let isOld = before?[kind] != nil
          let isNew = after?[kind] != nil
          tell(isOld ? (isNew ? .updated : .removed) : .added, kind)
        }
        if after == nil { tell(.destroyed, nil) }
      case .group(let rule):
        guard before == nil || after == nil || touched.contains(where: rule.names) else { break }
        let component = touched.count == 1 && after != nil ? touched[0] : nil
        switch (rule.matches(before), rule.matches(after)) {
        case (false, true): tell(.added, component)
        case (true, true): tell(.updated, component)
        case (true, false): tell(.removed, component)
        case (false, false): break
        }
      }
    }
    return tellings
  }

  func endTransaction() {
    openTransactions -= 1
    tellIfOutermost()
  }

  private func tellIfOutermost() {
    guard openTransactions == 0, !isTelling else { return }
    isTelling = true
    while next < changes.count {
      current = next
      next += 1
      tell(current)
      if isEnded { return }
      guard let offender else { continue }
      let cycle = cycle(endingAt: offender)
      refusedInCascade = 0
      takeBackCascade()
      let refused = refusedInCascade ?? 0
      refusedInCascade = nil
      if isEnded { return }
      isKeeping = false
      endTelling()
      return report(.cascade(limit: cascadeLimit, cycle: cycle, refused: refused))
    }
    if !changes.isEmpty { read() }
    endTelling()
  }

  private func endTelling() {
    // An observer of an entity ends with it.
    for observer in observers {
      if case .entity(let handle) = observer.subject, !isAlive(handle) { observer.isActive = false }
    }
    changes = []
    next = 0
    current = -1
    offender = nil
    isTelling = false
  }

  private func tell(_ number: Int) {
    for (observer, told) in changes[number].tellings where observer.isActive {
      observer.body(told)
    }
  }

  /// Undoes the last changes, which were not delivered.
  func takeBack(to mark: Int) {
    while let change = changes.last, changes.count > mark {
      living[change.entity] = change.before
      if change.touched.contains(Kind.draft) { writes[change.entity, default: 0] += 1 }
      changes.removeLast()
    }
    if let number = offender, number >= mark { offender = nil }
  }

  private func takeBackCascade() {
    takeBack(to: next)
    let told = changes.count
    for change in changes[..<told].reversed() {
      apply(change.entity, to: change.before, touching: change.touched)
    }
    isFrozen = true
    for number in told..<changes.count {
      current = number
      tell(number)
      if isEnded { return }
    }
    isFrozen = false
  }

  private func cycle(endingAt last: Int) -> [String] {
    var names: [String] = []
    var number = last
    while number >= 0 {
      let name = changes[number].name
      if let first = names.firstIndex(of: name) { return names[first...].reversed() }
      names.append(name)
      number = changes[number].cause
    }
    return names.reversed()
  }
}
