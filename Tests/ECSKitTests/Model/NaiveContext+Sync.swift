import ECSDetached
import ECSKit

/// A detached entity of the naive context.
struct NaiveDetached {
  let handle: Int
  let base: [Int?]
  /// How often the draft was written before.
  let writes: Int
  var values: [Int?]
  var edited: Set<Int> = []
  /// The kinds in the order in which reports name them.
  var order: [Int]
  let leftBehind: [String]
}

extension NaiveContext {
  func detach(_ handle: Int) -> NaiveDetached {
    let held = values(of: handle)
    let kinds = order.filter { held[$0] != nil }
    let values = held.indices.map { Kind.all[$0].detached == nil ? nil : held[$0] }
    return NaiveDetached(
      handle: handle, base: values, writes: writes[handle, default: 0], values: values,
      order: kinds.filter { Kind.all[$0].detached != nil },
      leftBehind: kinds.filter { Kind.all[$0].detached == nil }.map { Kind.all[$0].name })
  }

  func edit(_ detached: inout NaiveDetached, _ kind: Int, _ payload: Int?) {
    if payload == nil && detached.values[kind] == nil { return }
    detached.values[kind] = payload
    detached.edited.insert(kind)
    if !detached.order.contains(kind) { detached.order.append(kind) }
  }

  func values(of detached: NaiveDetached) -> [Int?] { detached.values }

  func sync(_ detached: NaiveDetached, _ policy: SyncPolicy) -> Synced<NaiveDetached> {
    guard isAlive(detached.handle) else { return unchanged(detached, .gone) }
    if isFrozen {
      reportRefusal("sync an entity")
      return unchanged(detached, .refused)
    }
    var merge = NaiveMerge()
    for kind in detached.order where detached.edited.contains(kind) {
      weigh(kind, detached, policy, &merge)
    }
    if policy == .fail && !(merge.conflicts.isEmpty && merge.refusals.isEmpty) {
      return unchanged(detached, .refused, merge)
    }
    openTransactions += 1
    for kind in merge.kinds {
      if let payload = detached.values[kind] {
        put(Part(kind: kind, payload: payload), on: detached.handle)
      } else if values(of: detached.handle)[kind] != nil {
        change(detached.handle, kind, to: nil)
      }
    }
    endTransaction()
    return synced(detach(detached.handle), .synced, merge, merge.kinds)
  }

  private func weigh(
    _ number: Int, _ detached: NaiveDetached, _ policy: SyncPolicy, _ merge: inout NaiveMerge
  ) {
    let kind = Kind.all[number]
    let (base, mine) = (detached.base[number], detached.values[number])
    let theirs = values(of: detached.handle)[number]
    if kind.areEqual(base, mine) == true { return }
    let isKept =
      kind.areEqual(base, theirs) ?? (writes[detached.handle, default: 0] == detached.writes)
    if !isKept, kind.areEqual(mine, theirs) != true {
      merge.conflicts.append("\(kind.name) \(base ?? -1) \(mine ?? -1) \(theirs ?? -1)")
      if policy == .theirs { return }
    }
    if let mine, let key = takenKey(of: Part(kind: number, payload: mine), by: detached.handle) {
      merge.refusals.append("\(kind.name) \(key.text) \(key.holder - offset) \(mine)")
    } else {
      merge.kinds.append(number)
    }
  }

  private func unchanged(
    _ detached: NaiveDetached, _ outcome: SyncReport.Outcome, _ merge: NaiveMerge = NaiveMerge()
  ) -> Synced<NaiveDetached> {
    synced(detached, outcome, merge, [])
  }

  private func synced(
    _ detached: NaiveDetached, _ outcome: SyncReport.Outcome, _ merge: NaiveMerge,
    _ applied: [Int]
  ) -> Synced<NaiveDetached> {
    let report = SyncedReport(
      outcome: outcome, applied: applied.map { Kind.all[$0].name }, conflicts: merge.conflicts,
      refusals: merge.refusals, values: detached.values, leftBehind: detached.leftBehind)
    return Synced(report: report, detached: detached)
  }

  func post(_ detached: NaiveDetached, _ policy: SyncPolicy) { inbox.append((detached, policy)) }

  func receive() -> [Synced<NaiveDetached>] {
    if isFrozen {
      reportRefusal("receive")
      return []
    }
    var reports: [Synced<NaiveDetached>] = []
    for _ in inbox where !inbox.isEmpty {
      let letter = inbox.removeFirst()
      reports.append(sync(letter.detached, letter.policy))
    }
    return reports
  }
}

private struct NaiveMerge {
  var kinds: [Int] = []
  var conflicts: [String] = []
  var refusals: [String] = []
}
