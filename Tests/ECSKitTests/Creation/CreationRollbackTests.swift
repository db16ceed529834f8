import ECSKit
import TestSupport
import Testing

/// Entities that are created one after another without an observer are one record of the change
/// log.
@Suite("Rollback of entities created in bulk") struct CreationRollbackTests {
  @Test("An inner transaction rolls back its own part of a bulk creation", arguments: 0...4)
  func innerPart(innerCount: Int) {
    let context = Context()
    let group = context.group(.none(Marked.self))
    var kept: [Entity] = []
    context.transaction {
      for value in 0..<3 { kept.append(context.createEntity(Number(value: value))) }
      try? context.transaction { () throws(Refused) in
        for _ in 0..<innerCount { context.createEntity() }
        throw Refused()
      }
      for value in 3..<6 { kept.append(context.createEntity(Number(value: value))) }
      context.transaction { kept.append(context.createEntity(Number(value: 6))) }
      kept.append(context.createEntity(Number(value: 7)))
    }
    #expect(context.entities == kept && group.entities == kept)
    #expect(kept.map { $0[Number.self]?.value } == Array(0..<8))
    let numbers = kept.map { Int($0.creationNumber ?? 0) }
    #expect(numbers == Array(1...3) + Array((4 + innerCount)...(8 + innerCount)))
  }

  @Test("A cascade rolls back a bulk creation older than its observers and notifies them")
  func cascade() {
    let context = Context()
    let heard = Collected<String>()
    let misuses = context.collectMisuses()
    context.cascadeLimit = 3
    var made: [Entity] = []
    let old = context.createEntity(Number(value: 0))
    context.transaction {
      for _ in 0..<3 { made.append(context.createEntity(Number(value: 1))) }
      context.observe { heard.items.append("\($0.kind) \($0.entity == old ? "old" : "new")") }
      context.group(.all(Number.self)).observe(.updated) { event in
        guard (event.old(Number.self)?.value ?? 9) < (event.new(Number.self)?.value ?? 0) else {
          return
        }
        event.entity.set(Number(value: (event.new(Number.self)?.value ?? 0) + 1))
      }
      old.set(Number(value: 1))
    }
    let updates = Array(repeating: "updated old", count: 8)
    let ends = Array(repeating: ["removed new", "destroyed new"], count: 3).flatMap { $0 }
    #expect(heard.items == updates + ends)
    #expect(misuses.items.count == 1 && context.entities == [old])
    #expect(old[Number.self]?.value == 0 && !made.contains(where: \.isAlive))
  }
}
