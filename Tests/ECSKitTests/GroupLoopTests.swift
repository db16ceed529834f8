import ECSKit
import TestSupport
import Testing

@Suite("Group loops that make changes") struct GroupLoopTests {
  private let context = Context()
  private let group: Group
  private let entities: [Entity]

  init() {
    group = context.group(.all(Number.self))
    entities = (1...6).map { [context] in context.createEntity(Number(value: $0)) }
  }

  @Test("An ordered loop visits exactly the members at its start")
  func inOrder() {
    var visited: [Entity] = []
    for entity in group {
      visited.append(entity)
      guard visited.count == 2 else { continue }
      context.createEntity(Number(value: 7))
      entities[3].remove(Number.self)
      entities[4].destroy()
      // A new entity in the slot of the destroyed one.
      context.createEntity(Number(value: 8))
    }
    #expect(visited == entities)
    #expect(visited.map(\.isAlive) == [true, true, true, true, false, true])
    #expect(visited[3][Number.self] == nil)
    #expect(group.count == 6)
  }

  @Test("A typed loop skips entities that left, were destroyed or lost a requested component")
  func typedLeavesOut() {
    for entity in entities { entity.set(Marked()) }
    var visited: Set<Entity> = []
    var gone: Set<Entity> = []
    group.withEach(Number.self, Marked.self) { entity, _, _ in
      #expect(!gone.contains(entity))
      visited.insert(entity)
      guard gone.isEmpty else { return }
      let others = entities.filter { $0 != entity }
      others[0].remove(Number.self)
      others[1].destroy()
      others[2].remove(Marked.self)
      gone = Set(others[0...2])
      // It left and came back, and so it is a member by the time the loop comes to it.
      others[3].remove(Number.self).set(Number(value: 9))
    }
    #expect(visited == Set(entities).subtracting(gone))
  }

  @Test("A typed loop passes the current values of each entity")
  func typedValues() {
    var sum = 0
    var isFirst = true
    group.withEach(Number.self) { entity, number in
      if isFirst {
        isFirst = false
        for other in entities where other != entity { other.set(Number(value: 100)) }
      } else {
        sum += number.value
      }
    }
    #expect(sum == 500)
  }

  @Test("A typed loop visits no new entity, not even one that reuses a slot")
  func typedNewcomers() {
    var visited: [Entity] = []
    group.withEach(Number.self) { entity, _ in
      visited.append(entity)
      guard visited.count == 1 else { return }
      for other in entities where other != entity { other.destroy() }
      for value in 1...10 { context.createEntity(Number(value: value)) }
    }
    #expect(visited.count == 1)
    #expect(group.count == 11)
  }

  @Test("A typed loop visits each member once, even if components are set on it meanwhile")
  func typedOnce() {
    var visits: [Entity: Int] = [:]
    group.withEach(Number.self) { entity, number in
      visits[entity, default: 0] += 1
      entity.set(Number(value: number.value + 1)).set(Marked()).set(Note(text: "seen"))
      entity.remove(Marked.self)
    }
    #expect(visits.count == 6)
    #expect(visits.values.allSatisfy { $0 == 1 })
    #expect(group.map { $0[Number.self]?.value } == [2, 3, 4, 5, 6, 7])
  }

  @Test("A typed loop can be nested in another loop over the same group")
  func nested() {
    var pairs = 0
    group.withEach(Number.self) { _, first in
      group.withEach(Number.self) { entity, second in
        pairs += 1
        if first.value == 1 && second.value == 6 { entity.remove(Number.self) }
      }
    }
    #expect((26...36).contains(pairs))
    #expect(group.count == 5)
  }

  @Test(
    "Nested typed loops each visit the members at their start",
    arguments: UInt64(1)...(BuiltProgram.isLong ? 60 : 20))
  func nestedWithChanges(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var all = entities
    // Also a rule that does not require what the loop hands out.
    let groups = [group, context.group(Matcher()), context.group(.any(Number.self, Marked.self))]

    func change() {
      let entity = all[Int.random(in: all.indices, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: entity.destroy()
      case 1: if entity.isAlive { entity.remove(Number.self) }
      case 2: if entity.isAlive { entity.set(Number(value: 0)) }
      case 3: all.append(context.createEntity(Number(value: 1)))
      case 4: context.shrink()
      default: break
      }
    }

    func loop(_ depth: Int) throws {
      let rule = Int.random(in: groups.indices, using: &random)
      let group = groups[rule]
      let begin = Set(group.filter { $0.has(Number.self) })
      var lost: Set<Entity> = []
      var visited: Set<Entity> = []
      let token = self.group.observe(.removed) { lost.insert($0.entity) }
      defer { token.cancel() }
      try group.withEach(Number.self) { entity, number in
        #expect(visited.insert(entity).inserted, "seed \(seed)")
        #expect(begin.contains(entity) || rule > 0, "seed \(seed)")
        #expect(entity[Number.self] == number, "seed \(seed)")
        for _ in 0..<Int.random(in: 0...2, using: &random) { change() }
        if depth < 3, Int.random(in: 0..<4, using: &random) == 0 { try? loop(depth + 1) }
        if Int.random(in: 0..<20, using: &random) == 0 { throw Refused() }
      }
      // No entity that stayed is left out.
      let stayed = begin.filter { $0.isAlive && $0.has(Number.self) && !lost.contains($0) }
      #expect(stayed.subtracting(visited).allSatisfy { !group.contains($0) }, "seed \(seed)")
    }
    for _ in 1...20 {
      try? loop(1)
      while all.count(where: \.isAlive) < 6 { all.append(context.createEntity(Number(value: 2))) }
    }
  }

  @Test("An error thrown by the body of a typed loop ends the loop")
  func throwing() {
    var visited = 0
    #expect(throws: Refused()) {
      try group.withEach(Number.self) { (_, _) throws(Refused) in
        visited += 1
        if visited == 3 { throw Refused() }
      }
    }
    #expect(visited == 3)
  }

  @Test("A typed loop over a type that no entity has ends at once")
  func unknownType() {
    group.withEach(Weight.self) { _, _ in Issue.record("nobody has a weight") }
    #expect(context.group(.all(Weight.self)).isEmpty)
  }

  @Test("A loop inside a transaction sees the changes made so far")
  func insideTransaction() {
    try? context.transaction { () throws(Refused) in
      for entity in group { entity.destroy() }
      #expect(group.isEmpty)
      context.createEntity(Number(value: 1))
      #expect(Array(group).count == 1)
      throw Refused()
    }
    #expect(Array(group) == entities)
    var sum = 0
    group.withEach(Number.self) { sum += $1.value }
    #expect(sum == 21)
  }
}
