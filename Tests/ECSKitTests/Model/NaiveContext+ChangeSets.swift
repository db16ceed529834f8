import ECSKit

/// One change of a change set: all that an entity held before and after.
struct NaiveStep {
  let entity: Int
  let before: [Int?]?
  let after: [Int?]?
  let touched: [Int]

  var inverse: NaiveStep {
    NaiveStep(entity: entity, before: after, after: before, touched: touched)
  }
}

/// Change sets, as they are documented: what one outermost call did, to be done again if everything
/// it touches is as it was.
extension NaiveContext {
  func observeChanges(_ body: @escaping ([NaiveStep]) -> Void) { readers.append(body) }

  func changes(_ body: () throws(Refused) -> Void) throws(Refused) -> [NaiveStep] {
    if openTransactions > 0 || isTelling {
      let mark = changes.count
      try transaction(body)
      return steps(from: mark)
    }
    isKeeping = true
    kept = []
    defer { isKeeping = false }
    try transaction(body)
    return kept
  }

  func record(_ body: () throws(Refused) -> Void) throws(Refused) -> [NaiveStep] {
    let mark = changes.count
    openTransactions += 1
    defer {
      takeBack(to: mark)
      endTransaction()
    }
    try body()
    return steps(from: mark)
  }

  private func steps(from mark: Int) -> [NaiveStep] {
    changes[mark...].map {
      NaiveStep(entity: $0.entity, before: $0.before, after: $0.after, touched: $0.touched)
    }
  }

  /// Hands out what was changed.
  func read() {
    let changes = steps(from: 0)
    if isKeeping { kept = changes }
    isKeeping = false
    for reader in readers { reader(changes) }
  }

  func inverse(of changes: [NaiveStep]) -> [NaiveStep] { changes.reversed().map(\.inverse) }

  func told(by changes: [NaiveStep]) -> [Told<Int>] {
    changes.flatMap { step in
      func told(_ kind: Event.Kind, _ component: Int? = nil) -> Told<Int> {
        func only(_ values: [Int?]?) -> [Int?] {
          Kind.all.indices.map { $0 == component ? values?[$0] : nil }
        }
        return Told(
          kind: kind, entity: step.entity, component: component, old: only(step.before),
          new: only(step.after))
      }
      let parts = step.touched.map { kind in
        let isOld = step.before?[kind] != nil
        let isNew = step.after?[kind] != nil
        return told(isOld ? (isNew ? .updated : .removed) : .added, kind)
      }
      return (step.before == nil ? [told(.created)] : []) + parts
        + (step.after == nil ? [told(.destroyed)] : [])
    }
  }

  // MARK: Applying

  func apply(_ changes: [NaiveStep]) throws(ChangeSetError) {
    guard let first = changes.first else { return }
    guard first.entity > offset else { throw .otherContext }
    if isFrozen { throw .frozen }
    try transaction { () throws(ChangeSetError) in
      for step in changes { try apply(step) }
    }
  }

  private func apply(_ step: NaiveStep) throws(ChangeSetError) {
    let entity = UInt64(step.entity - offset)
    let isExpected = step.before != nil
    if isExpected != (living[step.entity] != nil) {
      throw .existence(entity: entity, isExpected: isExpected)
    }
    for kind in step.touched { try check(kind, of: step) }
    let held = values(of: step.entity)
    guard let after = step.after else {
      for kind in order where held[kind] != nil && !step.touched.contains(kind) {
        throw .conflict(
          entity: entity, component: Kind.all[kind].name, expected: nil,
          found: text(kind, held[kind]))
      }
      return apply(step.entity, to: nil, touching: order.filter { held[$0] != nil })
    }
    if step.before == nil {
      return apply(step.entity, to: after, touching: order.filter { after[$0] != nil })
    }
    let kind = step.touched[0]
    var values = held
    values[kind] = after[kind]
    apply(step.entity, to: values, touching: [kind])
  }

  private func check(_ kind: Int, of step: NaiveStep) throws(ChangeSetError) {
    let expected = step.before?[kind]
    let found = living[step.entity]?[kind]
    let isSame =
      Kind.all[kind].isEquatable ? expected == found : (expected == nil) == (found == nil)
    guard isSame else {
      throw .conflict(
        entity: UInt64(step.entity - offset), component: Kind.all[kind].name,
        expected: text(kind, expected), found: text(kind, found))
    }
    if expected == nil, step.after?[kind] != nil, let holder = holder(of: kind) {
      throw .conflict(
        entity: UInt64(holder - offset), component: Kind.all[kind].name, expected: nil,
        found: text(kind, values(of: holder)[kind]))
    }
    if let new = step.after?[kind],
      let key = takenKey(of: Part(kind: kind, payload: new), by: step.entity)
    {
      throw .duplicateKey(
        entity: UInt64(step.entity - offset), component: Kind.all[kind].name, key: key.text)
    }
  }

  private func text(_ kind: Int, _ payload: Int?) -> String? {
    payload.map { String(describing: Kind.all[kind].make($0)) }
  }
}
