import ECSKit
import TestSupport
import Testing

@Suite("Contents of change sets") struct ChangeSetTests {
  private let context = Context()

  @Test("A set records each change in order, with old and new values")
  func inOrder() {
    let entity = context.createEntity(Number(value: 1))
    var other: Entity?
    let changes = context.recordChanges {
      entity.set(Number(value: 2)).set(Note(text: "a"))
      other = context.createEntity(Marked(), Number(value: 7))
      entity.remove(Number.self)
      other?.set(Number(value: 7)).destroy()
    }
    #expect(
      changes.summary == [
        "1 updated Number 1 -> 2", "1 added Note - -> a", "2 created", "2 added Number - -> 7",
        "2 added Marked - -> *", "1 removed Number 2 -> -", "2 removed Number 7 -> -",
        "2 removed Marked * -> -", "2 destroyed",
      ])
    #expect(changes.changes[0].entity == entity && changes.changes[2].entity == other)
    #expect(changes.changes[1].component == Note.self)
    #expect(!changes.isEmpty)
  }

  @Test("Positions of changes start at 0 for any number of changes", arguments: 0...3)
  func positions(count: Int) {
    let entity = context.createEntity(Number(value: 0))
    let changes = context.recordChanges {
      for value in 0..<count { entity.set(Number(value: value + 1)) }
    }
    #expect(changes.isEmpty == (count == 0) && changes.changes.count == count)
    #expect(Array(changes.changes.indices) == Array(0..<count))
    let values = changes.changes.map { ($0.new as? Number)?.value }
    #expect(values == (0..<count).map { $0 + 1 })
    #expect(changes.changes.reversed().map { ($0.new as? Number)?.value } == values.reversed())
    #expect(
      changes.changes.dropFirst().map { ($0.new as? Number)?.value } == [Int?](values.dropFirst()))
    for (position, value) in values.enumerated() {
      #expect((changes.changes[position].new as? Number)?.value == value)
    }
    #expect(changes.inverse.changes.map { ($0.old as? Number)?.value } == values.reversed())
  }

  @Test("A set contains the events that an observer of the context receives, in the same order")
  func asHeard() {
    let heard = Collected<String>()
    context.observe { event in
      heard.items.append("\(event.kind) \(event.component.map { "\($0)" } ?? "-") \(event.entity)")
    }
    let first = context.createEntity(Selection(reason: 1))
    heard.items = []
    let changes = context.recordChanges {
      let second = context.createEntity(Selection(reason: 2), Note(text: "a"))
      first.set(Selection(reason: 3))
      second.destroy()
    }
    #expect(
      changes.changes.map { change in
        "\(change.kind) \(change.component.map { "\($0)" } ?? "-") \(change.entity)"
      } == heard.items)
    #expect(heard.items.count == 8)
  }

  @Test("The inverse contains the opposite changes in reverse, and its inverse is the set")
  func inverse() {
    let entity = context.createEntity(Number(value: 1))
    let changes = context.recordChanges {
      entity.set(Number(value: 2))
      context.createEntity(Note(text: "a"), Marked())
      entity.destroy()
    }
    #expect(
      changes.inverse.summary == [
        "1 created", "1 added Number - -> 2", "2 removed Note a -> -", "2 removed Marked * -> -",
        "2 destroyed", "1 updated Number 2 -> 1",
      ])
    #expect(changes.inverse.inverse.summary == changes.summary)
  }

  @Test("An inverse lists its changes in the order in which observers receive them")
  func inverseAsHeard() throws {
    let entity = context.createEntity(Number(value: 1), Note(text: "a"), Marked())
    let changes = context.recordChanges {
      entity.destroy()
      context.createEntity(Note(text: "b"), Marked(), Number(value: 2))
    }
    let heard = Collected<String>()
    context.observe { event in
      heard.items.append("\(event.kind) \(event.component.map { "\($0)" } ?? "-") \(event.entity)")
    }
    func check(_ set: ChangeSet) throws {
      let read = try context.recordChanges { () throws(ChangeSetError) in try context.apply(set) }
      #expect(heard.items.count == 8 && read.summary == set.summary)
      #expect(
        set.changes.map { change in
          "\(change.kind) \(change.component.map { "\($0)" } ?? "-") \(change.entity)"
        } == heard.items)
      heard.items = []
    }
    try check(changes.inverse)
    try check(changes)
  }

  @Test("The inverse of any set lists the changes that applying it makes", arguments: 0..<40)
  func inverseOfScripts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var entities = (0..<4).map { context.createEntity(Number(value: $0), Note(text: "a")) }
    func change() {
      let entity = entities.oneElement(using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: entities.append(context.createEntity(Note(text: "b"), Marked(), Number(value: 9)))
      case 1: entities.append(context.createEntity())
      case 2: entity.destroy()
      case 3 where entity.isAlive: entity.remove(Number.self)
      case 4 where entity.isAlive: entity.set(Marked())
      case _ where entity.isAlive: entity.set(Number(value: entities.count))
      default: break
      }
    }
    for _ in 0..<6 {
      let count = Int.random(in: 0..<8, using: &random)
      let changes = context.recordChanges { for _ in 0..<count { change() } }
      let inverse = changes.inverse
      #expect(inverse.changes.count == changes.changes.count)
      #expect(inverse.inverse.summary == changes.summary)
      for set in [inverse, changes, inverse] {
        let made = try context.recordChanges { () throws(ChangeSetError) in
          try context.apply(set)
        }
        #expect(made.summary == set.summary)
      }
      // In any order of positions.
      let summary = inverse.summary
      for position in summary.indices.shuffled(using: &random) {
        let change = inverse.changes[position]
        #expect(summary[position].contains(" \(change.kind)") && change.cause == nil)
      }
    }
  }

  @Test("Changes that observers make in response belong to the same set")
  func cascade() throws {
    let numbers = context.group(.all(Number.self))
    numbers.observe(.added, .updated) { event in
      // The present state counts: observers are notified of an undo after all of it was done.
      guard let value = event.entity[Number.self]?.value, value > 0 else { return }
      event.entity.set(Note(text: "was \(value)"))
      event.entity.set(Number(value: value - 1))
    }
    let entity = context.createEntity()
    let changes = context.recordChanges { entity.set(Number(value: 1)) }
    #expect(
      changes.summary == [
        "1 added Number - -> 1", "1 added Note - -> was 1", "1 updated Number 1 -> 0",
      ])
    try context.apply(changes.inverse)
    #expect(!entity.has(Number.self) && !entity.has(Note.self))
  }

  @Test("Changes rolled back by an error or an endless cascade are in no set")
  func takenBack() {
    let sets = Collected<ChangeSet>()
    context.misuseHandler = { _ in }
    context.observeChanges { sets.items.append($0) }
    #expect(throws: Refused()) {
      try context.recordChanges { () throws(Refused) in
        context.createEntity(Number(value: 1))
        throw Refused()
      }
    }
    context.group(.all(Number.self)).observe { $0.entity.set(Note(text: "again")) }
    context.group(.all(Note.self)).observe { event in
      event.entity.set(Number(value: (event.entity[Number.self]?.value ?? 0) + 1))
    }
    let endless = context.recordChanges { context.createEntity(Number(value: 1)) }
    #expect(endless.isEmpty && endless.changes.isEmpty && sets.items.isEmpty)
    #expect(context.count == 0)
  }

  @Test("Inside a transaction or an observer, the set contains the changes of the body")
  func nested() {
    let entity = context.createEntity()
    var inner: [[String]] = []
    context.group(.all(Marked.self)).observe(.added) { [context] event in
      let changes = context.recordChanges { event.entity.set(Number(value: 3)) }
      inner.append(changes.summary)
    }
    let outer = context.recordChanges {
      entity.set(Number(value: 1))
      let changes = context.recordChanges {
        entity.set(Number(value: 2))
        context.createEntity(Note(text: "a"))
      }
      inner.append(changes.summary)
      entity.set(Marked())
    }
    #expect(
      inner == [
        ["1 updated Number 1 -> 2", "2 created", "2 added Note - -> a"],
        ["1 updated Number 2 -> 3"],
      ])
    #expect(
      outer.summary == [
        "1 added Number - -> 1", "1 updated Number 1 -> 2", "2 created", "2 added Note - -> a",
        "1 added Marked - -> *", "1 updated Number 2 -> 3",
      ])
    #expect(context.recordChanges {}.isEmpty)
  }
}

extension ChangeSet {
  /// The changes in words.
  var summary: [String] {
    func text(_ value: (any Component)?) -> String {
      switch value {
      case let number as Number: "\(number.value)"
      case let note as Note: note.text
      case nil: "-"
      default: "*"
      }
    }
    return changes.map { change in
      let name = change.creationNumber
      guard let component = change.component else { return "\(name) \(change.kind)" }
      return "\(name) \(change.kind) \(component) \(text(change.old)) -> \(text(change.new))"
    }
  }
}
