import ECSKit
import Testing

extension EntityList {
  /// The keys and the creation numbers, such as `1: 4 2, 2: 3, nil: 1`.
  fileprivate var text: String {
    sections.map { section in
      let numbers = section.entities.map { "\($0.creationNumber ?? 0)" }
      return "\(section.key.map { "\($0)" } ?? "nil"): \(numbers.joined(separator: " "))"
    }.joined(separator: ", ")
  }
}

extension ListChanges {
  /// All lists that are not empty, such as `removed 0.1, moved 0.0 to 1.2`.
  fileprivate var text: String {
    func text(_ position: Position) -> String { "\(position.section).\(position.item)" }
    let parts = [
      ("sections gone", removedSections.map(String.init)),
      ("sections come", insertedSections.map(String.init)),
      ("removed", removed.map(text)), ("inserted", inserted.map(text)),
      ("moved", moved.map { "\(text($0.source)) to \(text($0.target))" }),
      ("updated", updated.map(text)),
    ]
    return parts.filter { !$0.1.isEmpty }
      .map { "\($0.0) \($0.1.joined(separator: " "))" }.joined(separator: ", ")
  }
}

@Suite("Live lists")
struct EntityListTests {
  private let context = Context()
  private let group: Group
  private let handedOn = Pages()

  private final class Pages {
    var texts: [String] = []

    /// What was handed on since the last time.
    func take() -> [String] {
      defer { texts = [] }
      return texts
    }
  }

  init() {
    group = context.group(.all(Number.self))
  }

  private func follow<Section: Comparable>(
    _ list: EntityList<Section>
  ) -> EntityList<Section> {
    list.onChange = { [handedOn] in handedOn.texts.append($0.text) }
    return list
  }

  private func add(_ number: Int, track: Int? = nil) -> Entity {
    let entity = context.createEntity(Number(value: number))
    if let track { entity.set(Track(number: track)) }
    return entity
  }

  private func sectioned() -> EntityList<Int> {
    follow(group.list(by: \Number.value, sectionBy: \Track.number))
  }

  @Test("Items are sorted, ties by creation, in ascending sections, with missing keys last")
  func order() {
    _ = add(3, track: 2)
    _ = add(1)
    _ = add(5, track: 1)
    _ = add(1, track: 2)
    _ = add(3, track: 2)
    let list = sectioned()
    #expect(list.text == "1: 3, 2: 4 1 5, nil: 2")
    #expect(list.count == 5 && list.sectionCount == 3 && !list.isEmpty)
    #expect(list.count(ofSection: 1) == 3 && list.key(ofSection: 1) == 2)
    #expect(handedOn.take().isEmpty)
    let reverse = group.list(by: \Number.self, descending: true, sectionBy: \Track.number)
    #expect(reverse.text == "1: 3, 2: 1 5 4, nil: 2")
    #expect(group.list(by: \Number.self).text == "nil: 2 4 1 5 3")
  }

  @Test("A list without sections has the order of the sorted group")
  func sameOrder() {
    for number in 0..<30 {
      let entity = add(number % 3)
      if number % 4 > 0 { entity.set(Weight(grams: number % 5 == 0 ? .nan : Double(number % 5))) }
    }
    #expect(group.list(by: \Weight.grams)[0] == group.sorted(by: \Weight.grams))
    #expect(
      group.list(by: \Weight.grams, descending: true)[0]
        == group.sorted(by: \Weight.grams, descending: true))
  }

  @Test("Insertions, removals, moves and updates are reported after each burst")
  func changes() {
    let list = sectioned()
    let first = add(3, track: 1)
    #expect(
      handedOn.take() == [
        "sections come 0, inserted 0.0",
        "sections gone 0, sections come 0, removed 0.0, inserted 0.0",
      ])
    let second = context.createEntity(Number(value: 5), Track(number: 1))
    let third = context.createEntity(Number(value: 7), Track(number: 1))
    #expect(handedOn.take() == ["inserted 0.1", "inserted 0.2"])
    first.set(Number(value: 4))
    #expect(handedOn.take() == ["updated 0.0"])
    first.set(Number(value: 9))
    #expect(handedOn.take() == ["moved 0.0 to 0.2"])
    second.set(Track(number: 2))
    #expect(handedOn.take() == ["sections come 1, removed 0.0, inserted 1.0"])
    third.set(Track(number: 2))
    #expect(handedOn.take() == ["moved 0.0 to 1.1"])
    first.destroy()
    #expect(handedOn.take() == ["sections gone 0, removed 0.0"])
    #expect(list.text == "2: 2 3")
  }

  @Test("A transaction is reported once, with the fewest moves and the indices of UICollectionView")
  func transaction() {
    let entities = (0..<6).map { add($0 * 10, track: 1) }
    let list = sectioned()
    context.transaction {
      entities[5].set(Number(value: 5))
      entities[0].destroy()
      entities[3].set(Number(value: 31))
      _ = add(45, track: 1)
      _ = add(0, track: 0)
    }
    #expect(
      handedOn.take() == [
        "sections come 0, removed 0.0, inserted 0.0 1.5, moved 0.5 to 1.0, updated 0.3"
      ])
    #expect(list.text == "0: 8, 1: 6 2 3 4 5 7")
    // All have another key; only the first is somewhere else among the others.
    context.transaction {
      for (place, entity) in entities.dropFirst().enumerated() {
        entity.set(Number(value: place))
      }
    }
    #expect(handedOn.take() == ["moved 1.0 to 1.4, updated 1.1 1.2 1.3 1.4"])
    #expect(list.text == "0: 8, 1: 2 3 4 5 6 7")
  }

  @Test("A change of a sorted or displayed component counts as an update, in the rule or not")
  func shown() {
    let entity = context.createEntity(Number(value: 1), Weight(grams: 1), Note(text: "a"))
    let list = follow(group.list(by: \Weight.grams, showing: Caption.self, Note.self))
    entity.set(Caption(number: 1))
    entity.set(Caption(number: 1))
    #expect(handedOn.take() == ["updated 0.0"])
    entity.set(Marked())
    entity.set(Track(number: 1))
    #expect(handedOn.take().isEmpty)
    entity.set(Weight(grams: 2))
    entity.remove(Weight.self)
    entity.remove(Caption.self)
    entity.set(Number(value: 2))
    entity.set(Note(text: "a"))
    #expect(handedOn.take() == Array(repeating: "updated 0.0", count: 5))
    #expect(list.count == 1)
  }

  @Test("An item that is unchanged at the end of the burst is not reported")
  func net() throws {
    let entity = add(1, track: 1)
    let other = add(2, track: 1)
    let list = sectioned()
    context.transaction {
      entity.set(Number(value: 9))
      entity.set(Number(value: 1))
      add(3, track: 7).destroy()
      other.remove(Number.self).set(Number(value: 2))
    }
    try context.transaction {
      let changes = context.recordChanges {
        entity.destroy()
        other.set(Track(number: 4))
      }
      try context.apply(changes.inverse)
    }
    #expect(handedOn.take().isEmpty && list.text == "1: 1 2")
  }

  @Test("Undo and redo are reported like other changes, under the same handles")
  func undo() throws {
    let entity = add(1, track: 1)
    let list = sectioned()
    let changes = context.recordChanges(entity.destroy)
    #expect(list.isEmpty && list.sectionCount == 0 && list.position(of: entity) == nil)
    try context.apply(changes.inverse)
    #expect(list[0] == [entity])
    try context.apply(changes)
    #expect(
      handedOn.take() == [
        "sections gone 0, removed 0.0", "sections come 0, inserted 0.0",
        "sections gone 0, removed 0.0",
      ])
  }

  @Test("Rolled-back transactions, cascades, commits and recordings are not reported")
  func rollback() {
    let entity = add(1, track: 1)
    let list = sectioned()
    context.misuseHandler = { _ in }
    try? context.transaction { () throws(Refused) in
      entity.set(Number(value: 2))
      _ = add(7)
      throw Refused()
    }
    _ = context.proposedChanges { entity.destroy() }
    let token = context.observe(.updated) {
      $0.entity.set(Number(value: Int.random(in: 0...Int.max)))
    }
    entity.set(Number(value: 2))
    token.cancel()
    var isKept = false
    #expect(context.decideCommits { isKept })
    entity.set(Number(value: 3))
    #expect(handedOn.take().isEmpty && list.text == "1: 1")
    isKept = true
    entity.set(Number(value: 4))
    #expect(handedOn.take() == ["updated 0.0"])
  }

  @Test("During a burst, a list shows the earlier state, and observers' changes join the burst")
  func middle() {
    let entity = add(1, track: 1)
    let list = sectioned()
    var seen: [String] = []
    context.group(.all(Track.self)).observe(.updated) { event in
      seen.append(list.text)
      if event.new(Track.self) == Track(number: 2) { event.entity.set(Track(number: 3)) }
    }
    context.observeChanges { _ in seen.append("reader \(list.text)") }
    entity.set(Track(number: 2))
    #expect(seen == ["1: 1", "1: 1", "reader 1: 1"] && list.text == "3: 1")
    #expect(handedOn.take() == ["sections gone 0, sections come 0, removed 0.0, inserted 0.0"])
  }

  @Test("A list created in a burst is empty until its end, and correct after a rollback")
  func madeInBurst() throws {
    var lists: [EntityList<Int>] = []
    context.transaction {
      _ = add(1, track: 1)
      lists.append(sectioned())
      #expect(lists[0].isEmpty)
    }
    #expect(lists[0].text == "1: 1")
    #expect(handedOn.take().isEmpty)
    try? context.transaction { () throws(Refused) in
      _ = add(2, track: 2)
      lists.append(sectioned())
      _ = add(3, track: 3)
      throw Refused()
    }
    #expect(lists[1].text == "1: 1")
    let token = group.observe(.added) { _ in lists.append(self.sectioned()) }
    _ = add(4)
    token.cancel()
    #expect(lists[2].text == "1: 1, nil: 4")
    // One that was not read yet hands on all that is there.
    context.transaction {
      lists.append(sectioned())
      _ = handedOn.take()
      lists.removeFirst(3)
      _ = add(5, track: 1)
    }
    #expect(handedOn.take() == ["sections come 0 1, inserted 0.0 0.1 1.0"])
  }

  @Test("Positions and items agree, and lookups of missing ones return nil or nothing")
  func positions() {
    let entities = (0..<40).map { add($0 * 7 % 40, track: $0 % 3) }
    let list = sectioned()
    for (section, each) in list.sections.enumerated() {
      for (item, entity) in each.entities.enumerated() {
        let position = ListChanges.Position(section: section, item: item)
        #expect(list.position(of: entity) == position && list[position] == entity)
      }
    }
    #expect(Set(list.sections.flatMap(\.entities)) == Set(entities))
    for (section, item) in [(-1, 0), (0, -1), (3, 0), (0, 14)] {
      #expect(list[ListChanges.Position(section: section, item: item)] == nil)
    }
    #expect(list[3].isEmpty && list[-1].isEmpty && list.key(ofSection: 3) == nil)
    #expect(list.count(ofSection: 9) == 0 && list.position(of: Context().createEntity()) == nil)
  }

  @Test("The closure cannot change the context, and lists are called in creation order")
  func closure() {
    let first = group.list(by: \Number.value)
    let second = group.list(by: \Number.value)
    var order: [Int] = []
    var misuses: [Misuse] = []
    context.misuseHandler = { misuses.append($0) }
    second.onChange = { _ in order.append(2) }
    first.onChange = { [context] _ in
      order.append(1)
      context.destroyAll()
    }
    _ = add(1)
    #expect(order == [1, 2] && misuses.count == 1 && first.count == 1 && second.count == 1)
  }

  @Test("A released list ends at its next event")
  func lifetime() {
    weak var gone: EntityList<Int>?
    do {
      let list = sectioned()
      gone = list
      #expect(context.statistics.observerCount == 2)
      _ = add(1, track: 1)
      #expect(list.count == 1)
    }
    #expect(gone == nil)
    _ = handedOn.take()
    add(1, track: 1).set(Track(number: 2))
    #expect(handedOn.take().isEmpty && context.statistics.observerCount == 0)
  }

  @Test("After its context ends, a list is unchanged, with dead handles")
  func contextEnd() {
    var context: Context? = Context()
    guard let group = context?.group(.all(Number.self)) else { return }
    let entity = context?.createEntity(Number(value: 1), Track(number: 4))
    let list = group.list(by: \Number.value, sectionBy: \Track.number)
    context = nil
    #expect(list[0] == [entity] && list[0].first?.isAlive == false && list.key(ofSection: 0) == 4)
    #expect(group.list(by: \Number.value).isEmpty)
  }

  @Test("The comparisons of a burst depend on the depth of the tree, not on the number of items")
  func comparisons() {
    func perBurst(_ size: Int) -> Int {
      let context = Context()
      let counter = CountedKey.Counter()
      let list = context.group(.all(Counted.self)).list(by: \Counted.key)
      let entities = (0..<size).map { number in
        context.createEntity(Counted(key: CountedKey(number * 7_919 % size, counter)))
      }
      counter.comparisons = 0
      for number in 0..<100 {
        let key = CountedKey(number * 104_729 % size, counter)
        entities[number * 613 % size].set(Counted(key: key))
      }
      #expect(list.count == size)
      return counter.comparisons / 100
    }
    let (few, many) = (perBurst(500), perBurst(8_000))
    #expect(few > 5 && many < 2 * few && many < 80, "\(few) and \(many) comparisons")
  }
}

/// A key that counts how often it is compared.
private struct CountedKey: Comparable {
  final class Counter {
    var comparisons = 0
  }

  let number: Int
  private let counter: Counter

  init(_ number: Int, _ counter: Counter) {
    (self.number, self.counter) = (number, counter)
  }

  static func == (first: CountedKey, second: CountedKey) -> Bool { first.number == second.number }

  static func < (first: CountedKey, second: CountedKey) -> Bool {
    first.counter.comparisons += 1
    return first.number < second.number
  }
}

private struct Counted: Component, Equatable { var key: CountedKey }
