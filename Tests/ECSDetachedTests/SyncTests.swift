// Tests `Context.sync(_:policy:)`: conflicts, policies, dead entities, and syncs inside observers,
// transactions and cascades.
import ECSDetached
import ECSKit
import TestSupport
import Testing

@Suite("Sync") struct SyncTests {
  private let context = Context()

  /// Detaches an entity, edits both sides, and syncs.
  private func sync(
    _ entity: Entity, _ policy: SyncPolicy, mine: (inout DetachedEntity) -> Void,
    theirs: (Entity) -> Void = { _ in }
  ) -> SyncReport {
    var detached = entity.detach()
    mine(&detached)
    theirs(entity)
    return context.sync(detached, policy: policy)
  }

  @Test("Edited components are applied, and the others keep changes made elsewhere")
  func onlyEdits() {
    let entity = context.createEntity(Number(value: 1), Draft(text: 1), Pinned())
    let report = sync(
      entity, .fail,
      mine: {
        $0.set(Number(value: 2))
        $0.remove(Pinned.self)
        $0.set(Focus(strength: 9))
      },
      theirs: {
        $0.set(Draft(text: 5)).set(Note(text: "new"))
      })
    #expect(report.outcome == .synced && report.conflicts.isEmpty)
    #expect(report.applied == ["Number", "Pinned", "Focus"])
    #expect(entity[Number.self]?.value == 2 && entity[Draft.self]?.text == 5)
    #expect(!entity.has(Pinned.self) && entity[Focus.self]?.strength == 9)
    #expect(entity[Note.self]?.text == "new")
    #expect(report.detached[Draft.self]?.text == 5 && report.detached.leftBehind == ["Note"])
  }

  @Test("A conflict has the base, mine and theirs", arguments: [SyncPolicy.mine, .theirs, .fail])
  func conflict(policy: SyncPolicy) throws {
    let entity = context.createEntity(Number(value: 1), Draft(text: 1))
    let report = sync(
      entity, policy,
      mine: {
        $0.set(Number(value: 2))
        $0.set(Draft(text: 2))
      },
      theirs: { $0.set(Number(value: 3)) })
    let conflict = try #require(report.conflicts.first)
    #expect(report.conflicts.count == 1 && conflict.component == "Number")
    #expect(conflict.base as? Number == Number(value: 1))
    #expect(conflict.mine as? Number == Number(value: 2))
    #expect(conflict.theirs as? Number == Number(value: 3))
    switch policy {
    case .fail:
      #expect(report.outcome == .refused && report.applied == [])
      #expect(entity[Number.self]?.value == 3 && entity[Draft.self]?.text == 1)
      #expect(report.detached[Number.self]?.value == 2 && report.detached[Draft.self]?.text == 2)
      #expect(context.sync(report.detached, policy: .mine).applied == ["Number", "Draft"])
    case .mine:
      #expect(report.outcome == .synced && report.applied == ["Number", "Draft"])
      #expect(entity[Number.self]?.value == 2 && entity[Draft.self]?.text == 2)
    case .theirs:
      #expect(report.outcome == .synced && report.applied == ["Draft"])
      #expect(entity[Number.self]?.value == 3 && entity[Draft.self]?.text == 2)
      #expect(report.detached[Number.self]?.value == 3)
    }
  }

  @Test("Removing and setting conflict, on whichever side they are")
  func removals() {
    let first = context.createEntity(Number(value: 1))
    let removedHere = sync(
      first, .fail, mine: { $0.remove(Number.self) }, theirs: { $0.set(Number(value: 2)) })
    #expect(removedHere.conflicts.map { $0.mine == nil && $0.theirs != nil } == [true])
    let second = context.createEntity(Draft(text: 1))
    let removedThere = sync(
      second, .mine, mine: { $0.set(Draft(text: 2)) }, theirs: { $0.remove(Draft.self) })
    #expect(removedThere.conflicts.map { $0.mine != nil && $0.theirs == nil } == [true])
    #expect(second[Draft.self]?.text == 2)
    let third = context.createEntity()
    let addedTwice = sync(
      third, .theirs, mine: { $0.set(Draft(text: 1)) }, theirs: { $0.set(Draft(text: 2)) })
    #expect(addedTwice.conflicts.map { $0.base == nil } == [true])
    #expect(third[Draft.self]?.text == 2)
  }

  @Test("Sides with the same result do not conflict")
  func agreement() {
    let entity = context.createEntity(Number(value: 1), Draft(text: 1))
    let report = sync(
      entity, .fail,
      mine: {
        $0.set(Number(value: 2))
        $0.remove(Draft.self)
        $0.set(Pinned())
      },
      theirs: { $0.set(Number(value: 2)).remove(Draft.self).set(Pinned()) })
    #expect(report.outcome == .synced && report.applied == ["Number", "Draft", "Pinned"])
    let again = sync(entity, .fail, mine: { $0.remove(Draft.self) })
    #expect(again.outcome == .synced && again.applied == [])
  }

  @Test("An edit that returns to the base is no edit")
  func backToBase() {
    let entity = context.createEntity(Number(value: 1), Pinned())
    let report = sync(
      entity, .fail,
      mine: {
        $0.set(Number(value: 2))
        $0.set(Number(value: 1))
        $0.remove(Pinned.self)
        $0.set(Pinned())
        $0.set(Draft(text: 1))
        $0.remove(Draft.self)
      },
      theirs: { $0.set(Number(value: 7)).set(Draft(text: 4)).remove(Pinned.self) })
    #expect(report.outcome == .synced && report.applied == [] && report.conflicts.isEmpty)
    #expect(entity[Number.self]?.value == 7 && entity[Draft.self]?.text == 4)
    #expect(!entity.has(Pinned.self))
  }

  @Test("Equatable values conflict by value, and others by being set")
  func comparing() {
    let entity = context.createEntity(Number(value: 1), Draft(text: 1))
    let compared = sync(
      entity, .fail, mine: { $0.set(Number(value: 2)) },
      theirs: { $0.set(Number(value: 5)).set(Number(value: 1)) })
    #expect(compared.outcome == .synced)
    let untouched = sync(entity, .fail, mine: { $0.set(Draft(text: 2)) })
    #expect(untouched.outcome == .synced && entity[Draft.self]?.text == 2)
    let written = sync(
      entity, .fail, mine: { $0.set(Draft(text: 3)) }, theirs: { $0.set(Draft(text: 2)) })
    #expect(written.outcome == .refused)
    let setAnew = sync(
      entity, .fail, mine: { $0.set(Draft(text: 3)) },
      theirs: { $0.remove(Draft.self).set(Draft(text: 2)) })
    #expect(setAnew.outcome == .refused)
    let ofAnother = sync(
      entity, .fail, mine: { $0.set(Draft(text: 3)) },
      theirs: { _ in context.createEntity(Draft(text: 2)).set(Draft(text: 4)).destroy() })
    #expect(ofAnother.outcome == .synced)
    let takenBack = sync(
      entity, .fail, mine: { $0.set(Draft(text: 4)) },
      theirs: { entity in
        try? context.transaction {
          entity.set(Draft(text: 9))
          throw Refused()
        }
      })
    #expect(takenBack.outcome == .refused && entity[Draft.self]?.text == 3)
  }

  @Test("It can be edited and synced repeatedly, by several editors at once")
  func severalOut() {
    let entity = context.createEntity(Number(value: 1), Draft(text: 1))
    var first = entity.detach()
    var second = entity.detach()
    for round in 2...5 {
      first.set(Number(value: round))
      second.set(Draft(text: round))
      first = context.sync(first, policy: .fail).detached
      second = context.sync(second, policy: .fail).detached
      #expect(entity[Number.self]?.value == round && entity[Draft.self]?.text == round)
    }
    first.set(Draft(text: 100))
    second.set(Draft(text: 200))
    #expect(context.sync(second, policy: .fail).outcome == .synced)
    #expect(context.sync(first, policy: .fail).conflicts.map(\.component) == ["Draft"])
    #expect(entity[Draft.self]?.text == 200)
  }

  @Test("A unique component moves with a sync")
  func unique() {
    let holder = context.createEntity(Focus(strength: 1))
    let entity = context.createEntity()
    let moved = sync(entity, .fail, mine: { $0.set(Focus(strength: 2)) })
    #expect(moved.outcome == .synced && context.holder(of: Focus.self) == entity)
    #expect(!holder.has(Focus.self))
    let taken = sync(
      entity, .fail, mine: { $0.set(Focus(strength: 3)) },
      theirs: { _ in holder.set(Focus(strength: 4)) })
    #expect(taken.conflicts.map { $0.theirs == nil } == [true])
    #expect(context.holder(of: Focus.self) == holder)
    _ = context.sync(taken.detached, policy: .mine)
    #expect(context[Focus.self]?.strength == 3 && context.holder(of: Focus.self) == entity)
  }

  @Test("A destroyed entity stays destroyed")
  func gone() {
    let misuses = context.collectMisuses()
    let entity = context.createEntity(Number(value: 1))
    var detached = entity.detach()
    detached.set(Number(value: 2))
    entity.destroy()
    // The next entity reuses the slot.
    let next = context.createEntity(Number(value: 5))
    let report = context.sync(detached, policy: .mine)
    #expect(report.outcome == .gone && report.applied == [] && report.conflicts.isEmpty)
    #expect(report.detached[Number.self]?.value == 2)
    #expect(next[Number.self]?.value == 5 && context.count == 1 && misuses.items == [])
  }

  @Test("An entity restored by a transaction can be synced")
  func broughtBack() {
    let entity = context.createEntity(Number(value: 1))
    var detached = entity.detach()
    detached.set(Number(value: 2))
    try? context.transaction {
      entity.destroy()
      #expect(context.sync(detached, policy: .mine).outcome == .gone)
      throw Refused()
    }
    #expect(context.sync(detached, policy: .fail).outcome == .synced)
    #expect(entity[Number.self]?.value == 2)
  }

  @Test("Another context never accepts it, not even a later one at the same address")
  func otherContext() {
    var first: Context? = Context()
    var detached = first?.createEntity(Number(value: 1)).detach()
    detached?.set(Number(value: 2))
    let other = Context()
    let there = other.createEntity(Number(value: 5))
    if let detached { #expect(other.sync(detached, policy: .mine).outcome == .gone) }
    first = nil
    // One of these contexts reuses the memory of the first one.
    let later = (0..<20).map { _ in Context() }
    for context in later { context.createEntity(Number(value: 6)) }
    if let detached {
      for context in later { #expect(context.sync(detached, policy: .mine).outcome == .gone) }
    }
    for context in later {
      #expect(context.entities.map { $0[Number.self]?.value } == [6])
    }
    withExtendedLifetime(other) { #expect(there[Number.self]?.value == 5) }
  }

  @Test("A sync is delivered as one change after it is applied, and a refused one not at all")
  func telling() {
    var lines: [String] = []
    let both = context.group(.all(Number.self, Pinned.self))
    let entity = context.createEntity(Number(value: 1))
    context.observe { event in
      lines.append("\(event.kind) \(event.component.map { "\($0)" } ?? ""), \(both.count)")
    }
    let report = sync(
      entity, .fail,
      mine: {
        $0.set(Number(value: 2))
        $0.set(Pinned())
      })
    #expect(report.outcome == .synced)
    #expect(lines == ["updated Number, 1", "added Pinned, 1"])
    lines = []
    let refused = sync(
      entity, .fail,
      mine: {
        $0.remove(Pinned.self)
        $0.set(Number(value: 3))
      })
    #expect(refused.outcome == .synced && lines == ["updated Number, 0", "removed Pinned, 0"])
    lines = []
    var stale = entity.detach()
    stale.set(Number(value: 8))
    stale.set(Draft(text: 8))
    entity.set(Number(value: 7))
    lines = []
    #expect(context.sync(stale, policy: .fail).outcome == .refused && lines == [])
  }

  @Test("An observer may sync, and sees the result at once")
  func insideObserver() {
    let entity = context.createEntity(Number(value: 1))
    var detached = entity.detach()
    detached.set(Draft(text: 1))
    var lines: [String] = []
    entity.observe(.updated) { _ in
      let report = context.sync(detached, policy: .fail)
      lines.append("\(report.outcome) \(entity.has(Draft.self))")
    }
    entity.observe(.added) { lines.append("added \($0.new(Draft.self)?.text ?? 0)") }
    entity.set(Number(value: 2))
    #expect(lines == ["synced true", "added 1"])
  }

  @Test("Changes that observers make in response are not a conflict for the next sync")
  func answered() {
    let entity = context.createEntity(Number(value: 1))
    context.group(.all(Number.self)).observe(.updated) { event in
      if let number = event.new(Number.self), number.value > 10 {
        event.entity.set(Number(value: 10))
      }
    }
    let report = sync(entity, .fail, mine: { $0.set(Number(value: 50)) })
    #expect(report.detached[Number.self]?.value == 10)
    var detached = report.detached
    detached.set(Number(value: 4))
    #expect(context.sync(detached, policy: .fail).outcome == .synced)
  }

  @Test("A transaction rolls back a sync with everything else")
  func insideTransaction() {
    var told = 0
    let entity = context.createEntity(Number(value: 1), Draft(text: 1))
    let index = context.index(\Number.value)
    context.observe { _ in told += 1 }
    var detached = entity.detach()
    detached.set(Number(value: 2))
    detached.remove(Draft.self)
    try? context.transaction {
      #expect(context.sync(detached, policy: .fail).outcome == .synced)
      #expect(index[2].count == 1 && !entity.has(Draft.self))
      throw Refused()
    }
    #expect(entity[Number.self]?.value == 1 && entity[Draft.self]?.text == 1)
    #expect(index[2].isEmpty && index[1].count == 1 && told == 0)
  }

  @Test("An observer may destroy the synced entity and release the context")
  func endsMeanwhile() {
    let entity = context.createEntity(Number(value: 1))
    entity.observe(.updated) { $0.entity.destroy() }
    let report = sync(entity, .fail, mine: { $0.set(Number(value: 2)) })
    #expect(report.outcome == .synced && !report.detached.has(Number.self))
    #expect(context.sync(report.detached, policy: .mine).outcome == .gone)

    final class Owner { var context: Context? = Context() }
    let owner = Owner()
    let last = owner.context?.createEntity(Number(value: 1))
    var detached = last?.detach()
    detached?.set(Number(value: 2))
    last?.observe(.updated) { _ in owner.context = nil }
    let outcome = detached.flatMap { owner.context?.sync($0, policy: .fail).outcome }
    #expect(outcome == .synced && last?.isAlive == false)
  }

  @Test("While a cascade is rolled back, a sync is refused and reported")
  func frozen() {
    let misuses = context.collectMisuses()
    context.cascadeLimit = 5
    let entity = context.createEntity(Number(value: 0))
    var detached = entity.detach()
    detached.set(Draft(text: 1))
    let inbox = context.inbox
    var outcomes: Set<SyncReport.Outcome> = []
    var received = 0
    inbox.post(detached, policy: .mine)
    entity.observe(.updated) { event in
      let value = event.new(Number.self)?.value ?? 0
      if value > (event.old(Number.self)?.value ?? 0) {
        event.entity.set(Number(value: value + 1))
      } else {
        outcomes.insert(context.sync(detached, policy: .mine).outcome)
        received += context.receive().count
      }
    }
    entity.set(Number(value: 1))
    #expect(outcomes == [.refused] && received == 0 && !entity.has(Draft.self))
    // The rollback delivers six opposite events. Each event has its sync and its receive refused.
    #expect(misuses.items == [.cascade(limit: 5, cycle: ["set Number"], refused: 12)])
    // The pending post can be received after the rollback.
    #expect(context.receive().first?.outcome == .synced && entity.has(Draft.self))
  }

  @Test("A component new to the context is added by a sync, but only if it is applied")
  func newType() {
    struct Unheard: DetachableComponent { var value: Int }
    let entity = context.createEntity(Number(value: 1))
    let refused = sync(
      entity, .fail,
      mine: {
        $0.set(Unheard(value: 1))
        $0.set(Number(value: 2))
      },
      theirs: { $0.set(Number(value: 3)) })
    #expect(refused.outcome == .refused && !entity.has(Unheard.self))
    let report = context.sync(refused.detached, policy: .theirs)
    #expect(report.applied == ["Unheard"] && entity[Unheard.self]?.value == 1)
    entity.set(Unheard(value: 2))
    #expect(context.group(.all(Unheard.self)).entities == [entity])
    entity.remove(Unheard.self)
    #expect(context.group(.all(Unheard.self)).isEmpty)
  }
}
