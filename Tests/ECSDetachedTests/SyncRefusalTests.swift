import ECSDetached
import ECSKit
import TestSupport
import Testing

@Suite("A sync that a unique index refuses") struct SyncRefusalTests {
  private let context = Context()
  private let misuses: Collected<Misuse>

  init() {
    misuses = context.collectMisuses()
  }

  /// Syncs a detached entity that edits its draft and takes the key of another entity.
  private func takeKey(_ policy: SyncPolicy) -> (report: SyncReport, entity: Entity) {
    _ = context.index(unique: \Number.value)
    context.createEntity().destroy()
    context.createEntity(Number(value: 1))
    let entity = context.createEntity(Number(value: 2), Draft(text: 1))
    var detached = entity.detach()
    detached.set(Number(value: 1))
    detached.set(Draft(text: 2))
    return (context.sync(detached, policy: policy), entity)
  }

  private func isRefusal(_ refusals: [SyncReport.Refusal]) -> Bool {
    refusals.map(\.component) == ["Number"] && refusals.map(\.key) == ["1"]
      && refusals.map(\.holder) == [2] && refusals.first?.mine as? Number == Number(value: 1)
  }

  @Test("Under fail nothing is applied, and the report has the key and its holder")
  func fail() {
    var told = 0
    context.observe(.updated) { _ in told += 1 }
    let (report, entity) = takeKey(.fail)
    #expect(report.outcome == .refused && report.applied == [] && report.conflicts.isEmpty)
    #expect(isRefusal(report.refusals))
    #expect(entity[Number.self]?.value == 2 && entity[Draft.self]?.text == 1 && told == 0)
    #expect(report.detached[Number.self]?.value == 1)
    // Nothing was written, so the same edits cause no conflict once the key is free.
    context.index(\Number.value).first(1)?.remove(Number.self)
    #expect(context.sync(report.detached, policy: .fail).applied == ["Number", "Draft"])
    #expect(misuses.items == [])
  }

  @Test(
    "Under the other policies the edit is skipped and the rest is applied",
    arguments: [SyncPolicy.mine, .theirs])
  func leftOut(policy: SyncPolicy) {
    let (report, entity) = takeKey(policy)
    #expect(report.outcome == .synced && report.applied == ["Draft"] && isRefusal(report.refusals))
    #expect(entity[Number.self]?.value == 2 && entity[Draft.self]?.text == 2)
    #expect(report.detached[Number.self]?.value == 2 && misuses.items == [])
  }

  @Test("A component that is new to the entity is refused like any other value")
  func newComponent() {
    _ = context.index(unique: \Number.value)
    context.createEntity(Number(value: 1))
    let entity = context.createEntity()
    var detached = entity.detach()
    detached.set(Number(value: 1))
    let report = context.sync(detached, policy: .mine)
    #expect(report.applied == [] && report.refusals.map(\.holder) == [1])
    #expect(!entity.has(Number.self))
  }

  @Test(
    "A conflict with a taken key is both a conflict and a refusal, unless the context wins",
    arguments: [SyncPolicy.mine, .theirs, .fail])
  func conflict(policy: SyncPolicy) {
    _ = context.index(unique: \Number.value)
    context.createEntity(Number(value: 1))
    let entity = context.createEntity(Number(value: 2))
    var detached = entity.detach()
    detached.set(Number(value: 1))
    entity.set(Number(value: 3))
    let report = context.sync(detached, policy: policy)
    #expect(report.conflicts.count == 1 && report.refusals.count == (policy == .theirs ? 0 : 1))
    #expect(report.applied == [] && entity[Number.self]?.value == 3)
  }

  @Test(
    "A key that a comparison takes during the sync is also refused",
    arguments: [SyncPolicy.mine, .fail])
  func givenAway(policy: SyncPolicy) {
    _ = context.index(unique: \Shifty.key)
    let hook = Hook()
    let entity = context.createEntity(Shifty(key: 1, hook: hook), Pinned())
    let other = context.createEntity()
    var detached = entity.detach()
    detached.set(Shifty(key: 2, hook: hook))
    detached.remove(Pinned.self)
    // The sync compares twice to find conflicts, and the set compares once more.
    hook.whenCompared = { if $0 == 3 { other.set(Shifty(key: 2, hook: hook)) } }
    let report = context.sync(detached, policy: policy)
    #expect(hook.comparisons == 3 && report.refusals.map(\.key) == ["2"])
    #expect(report.applied == (policy == .fail ? [] : ["Pinned"]))
    #expect(report.outcome == (policy == .fail ? .refused : .synced))
    #expect(entity[Shifty.self]?.key == 1 && entity.has(Pinned.self) == (policy == .fail))
  }

  @Test("If a comparison destroys the entity during the sync, nothing is applied")
  func destroyed() {
    let hook = Hook()
    let entity = context.createEntity(Shifty(key: 1, hook: hook), Pinned())
    var detached = entity.detach()
    detached.set(Shifty(key: 2, hook: hook))
    detached.remove(Pinned.self)
    hook.whenCompared = { [context] number in
      guard number == 1 else { return }
      entity.destroy()
      // The new entity reuses the slot.
      context.createEntity(Shifty(key: 1, hook: hook), Pinned())
    }
    let report = context.sync(detached, policy: .mine)
    #expect(report.outcome == .gone && report.applied == [])
    #expect(context.entities.map { $0.has(Pinned.self) } == [true])
  }
}

/// A hook for the comparisons of a test; it stays on the test's thread.
private final class Hook {
  var comparisons = 0
  var whenCompared: (Int) -> Void = { _ in }
}

private struct Shifty: DetachableComponent, Equatable {
  var key: Int
  nonisolated(unsafe) let hook: Hook

  static func == (first: Shifty, second: Shifty) -> Bool {
    first.hook.comparisons += 1
    first.hook.whenCompared(first.hook.comparisons)
    return first.key == second.key
  }
}
