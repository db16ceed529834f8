import ECSDetached
import ECSKit
import TestSupport
import Testing

@Suite("Change set readers") struct ReaderTests {
  private let context = Context()
  private let sets = Collected<ChangeSet>()

  private func read() -> ObserverToken {
    context.observeChanges { [sets] in sets.items.append($0) }
  }

  @Test("A reader gets every set once, after observers, in registration order")
  func order() {
    let heard = Collected<String>()
    context.observeChanges { heard.items.append("first \($0.changes.count)") }
    context.observe { _ in heard.items.append("observer") }
    context.observeChanges { heard.items.append("second \($0.changes.count)") }
    context.createEntity(Number(value: 1))
    context.transaction {
      context.createEntity()
      context.createEntity()
    }
    context.transaction {}
    #expect(
      heard.items == [
        "observer", "observer", "first 2", "second 2", "observer", "observer", "first 2",
        "second 2",
      ])
  }

  @Test("Undoing all sets from last to first leads back to an empty context")
  func everything() throws {
    let token = read()
    let entity = context.createEntity(Number(value: 1))
    entity.set(Number(value: 2)).set(Number(value: 2)).set(Marked()).set(Marked())
    context.createEntity { new in
      new.set(Note(text: "a"))
      new.set(Number(value: 3))
    }.destroy()
    context.setUnique(Selection(reason: 1))
    entity.set(Selection(reason: 2)).remove(Note.self).remove(Number.self)
    _ = entity.clone()
    context.sync(entity.detach(), policy: .mine)
    context.destroyAll()
    token.cancel()
    #expect(
      sets.items.map(\.summary) == [
        ["1 created", "1 added Number - -> 1"],
        ["1 updated Number 1 -> 2"],
        ["1 added Marked - -> *"],
        ["2 created", "2 added Number - -> 3", "2 added Note - -> a"],
        ["2 removed Number 3 -> -", "2 removed Note a -> -", "2 destroyed"],
        ["3 created", "3 added Selection - -> *"],
        ["3 removed Selection * -> -", "1 added Selection - -> *"],
        ["1 removed Number 2 -> -"],
        ["4 created", "4 added Marked - -> *"],
        [
          "1 removed Marked * -> -", "1 removed Selection * -> -", "1 destroyed", "3 destroyed",
          "4 removed Marked * -> -", "4 destroyed",
        ],
      ])
    for changes in sets.items.reversed() { try context.apply(changes.inverse) }
    #expect(context.count == 0)
    for changes in sets.items.dropLast() { try context.apply(changes) }
    #expect(entity.description == "entity 1 (Marked, Selection)")
    #expect(context.count == 3)
    #expect(sets.items.count == 10)
  }

  @Test("A reader registered inside a transaction or an observer starts with the next set")
  func registeredInside() {
    let entity = context.createEntity()
    context.transaction {
      entity.set(Number(value: 1))
      _ = read()
      entity.set(Number(value: 2))
    }
    #expect(sets.items.isEmpty)
    context.transaction {
      _ = read()
      entity.set(Number(value: 3))
    }
    #expect(sets.items.map(\.summary) == Array(repeating: ["1 updated Number 2 -> 3"], count: 2))
  }

  @Test("A reader registered by a reader while a value is replaced starts with the next set")
  func registeredInReader() {
    let number = context.createEntity(Number(value: 0))
    var isDone = false
    let context = self.context
    context.observeChanges { [sets] _ in
      if !isDone { context.observeChanges { sets.items.append($0) } }
      isDone = true
    }
    number.set(Number(value: 1))
    #expect(sets.items.isEmpty)
    number.set(Number(value: 2))
    number.set(Number(value: 3))
    #expect(
      sets.items.map { $0.changes.first?.new as? Number } == [2, 3].map { Number(value: $0) })
    #expect(
      sets.items.map { $0.changes.first?.old as? Number } == [1, 2].map { Number(value: $0) })
  }

  @Test("Changes made by a replaced value's deinit form a separate set after the replacement")
  func endOfValue() throws {
    let number = context.createEntity(Number(value: 0))
    let holder = context.createEntity(Resource(1) { number.set(Number(value: 7)) })
    // The set would keep the former value, so none is kept.
    let heard = Collected<String>()
    context.observeChanges { set in
      heard.items.append(set.changes.first.map { "\(String(describing: $0.component))" } ?? "")
    }
    holder.set(Resource(2))
    #expect(
      heard.items == [
        "\(String(describing: Resource.self as (any Component.Type)?))",
        "\(String(describing: Number.self as (any Component.Type)?))",
      ])
    #expect(number[Number.self]?.value == 7)
  }

  @Test("A replaced value looks the same to readers and observers, also when undone")
  func besideObservers() throws {
    let number = context.createEntity(Number(value: 0))
    let token = read()
    number.set(Number(value: 1))
    let observer = context.observe { _ in }
    number.set(Number(value: 2))
    observer.cancel()
    number.set(Number(value: 3))
    token.cancel()
    number.set(Number(value: 4))
    number.set(Number(value: 3))
    #expect(sets.items.map { $0.changes.map(\.kind) } == [[.updated], [.updated], [.updated]])
    for set in sets.items.reversed() { try context.apply(set.inverse) }
    #expect(number[Number.self]?.value == 0)
    for set in sets.items { try context.apply(set) }
    #expect(number[Number.self]?.value == 3)
  }

  @Test("A cancelled reader is not called again, not even with the current set")
  func cancelled() {
    var second: ObserverToken?
    context.observeChanges { _ in second?.cancel() }
    second = read()
    context.createEntity()
    #expect(sets.items.isEmpty)
    let third = read()
    context.transaction {
      context.createEntity()
      third.cancel()
    }
    #expect(sets.items.isEmpty)
    third.cancel()
  }

  @Test("A reader sees the state after the set and cannot change it")
  func frozen() {
    let misuses = context.collectMisuses()
    let numbers = context.group(.all(Number.self))
    let entity = context.createEntity()
    let errors = Collected<ChangeSetError>()
    let inner = Collected<ChangeSet>()
    context.observeChanges { [context] changes in
      #expect(numbers.entities == [entity])
      entity.set(Number(value: 9)).set(Note(text: "a")).remove(Number.self).destroy()
      context.createEntity(Number(value: 1))
      inner.items.append(context.recordChanges { entity.set(Marked()) })
      do throws(ChangeSetError) {
        try context.apply(changes.inverse)
      } catch {
        errors.items.append(error)
      }
    }
    entity.set(Number(value: 1))
    #expect(entity[Number.self]?.value == 1 && context.count == 1 && !entity.has(Marked.self))
    #expect(
      misuses.items
        == [
          "set Number", "set Note", "remove Number", "destroy an entity", "create an entity",
          "set Marked",
        ].map { .changeWhileFrozen(operation: $0) })
    #expect(errors.items == [.frozen] && inner.items.map(\.isEmpty) == [true])
    entity.set(Number(value: 2))
    #expect(entity[Number.self]?.value == 2)
  }

  @Test("Cancelling a token releases its reader's captures, and a reader may end the context")
  func ends() {
    let gone = Collected<Int>()
    var context: Context? = Context()
    func register() -> ObserverToken? {
      let resource = Resource { gone.items.append(1) }
      return context?.observeChanges { _ in withExtendedLifetime(resource) {} }
    }
    register()?.cancel()
    #expect(gone.items == [1])
    let entity = context?.createEntity()
    context?.observeChanges { _ in context = nil }
    context?.observeChanges { _ in Issue.record("the context is gone") }
    entity?.set(Number(value: 1))
    #expect(context == nil && entity?.isAlive == false)
  }
}

/// What a change set says of itself.
@Suite struct ChangeSetLabelTests {
  private struct Step: Component, Equatable {
    let number: Int
  }

  private struct Failure: Error {}

  @Test(
    "a set and its inverse have the label of the outermost transaction, and the next set has none")
  func label() throws {
    let context = Context()
    var labels: [String?] = []
    context.observeChanges { labels.append($0.label) }
    context.group(.all(Step.self)).observe(.added) { _ in
      context.transaction(label: "Observer") { _ = context.createEntity() }
    }
    let changes = context.recordChanges(label: "Add") {
      context.transaction(label: "Inner") { _ = context.createEntity(Step(number: 1)) }
    }
    context.createEntity()
    try context.apply(changes.inverse)
    try? context.transaction(label: "Fail") {
      context.createEntity()
      throw Failure()
    }
    context.transaction(label: "Nothing") {}
    context.transaction { context.transaction(label: "Inner") { _ = context.createEntity() } }
    #expect(labels == ["Add", nil, "Add", nil])
    #expect(changes.label == "Add" && changes.changes.count == 3)
  }

  @Test("a context that ends in a labelled transaction leaves no label to the next one")
  func ending() {
    for _ in 0..<50 {
      var context: Context? = Context()
      context?.group(.all(Step.self)).observe(.added) { _ in context = nil }
      let last = context
      last?.transaction(label: "Last") { _ = last?.createEntity(Step(number: 1)) }
    }
    let other = Context()
    var labels: [String?] = []
    other.observeChanges { labels.append($0.label) }
    other.createEntity()
    #expect(labels == [nil])
  }

  @Test("a change has the position of its cause and the length of its chain of causes")
  func causes() {
    let context = Context()
    context.group(.all(Step.self)).observe(.added, .updated) { event in
      guard let step = event.entity[Step.self], step.number < 3 else { return }
      event.entity.set(Step(number: step.number + 1))
    }
    let changes = context.recordChanges {
      context.createEntity()
      context.createEntity(Step(number: 1))
    }
    #expect(changes.changes.map(\.cause) == [nil, nil, nil, 1, 3])
    #expect(changes.changes.map(\.depth) == [0, 0, 0, 1, 2])
    #expect(changes.inverse.changes.allSatisfy { $0.cause == nil && $0.depth == 0 })
  }

  @Test("a snapshot creates everything, and its inverse creates nothing")
  func snapshot() throws {
    let context = Context()
    for number in 1...3 { context.createEntity(Step(number: number)) }
    let handles = context.entities
    let snapshot = context.snapshot()
    #expect(snapshot.changes.map(\.kind) == [.created, .added, .created, .added, .created, .added])
    #expect(throws: ChangeSetError.existence(entity: 1, isExpected: false)) {
      try context.apply(snapshot)
    }
    try context.apply(snapshot.inverse)
    #expect(context.isEmpty)
    for _ in 1...10 { context.createEntity() }
    context.destroyAll()
    try context.apply(snapshot)
    #expect(context.entities == handles && handles[2][Step.self]?.number == 3)
  }
}
