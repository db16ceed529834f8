import ECSKit
import TestSupport
import Testing

@Suite("Robustness of released contexts") struct ContextEndTraps {
  @Test("A group whose context no longer exists is empty, and its first read is reported")
  func groupsOutlive() {
    func makeContext(_ misuses: Collected<Misuse>) -> Context {
      let context = Context()
      context.createEntity(Number(value: 1))
      context.misuseHandler = { misuses.items.append($0) }
      return context
    }
    let reads: [(Group) -> Bool] = [
      { $0.count == 0 }, { $0.isEmpty }, { $0.entities == [] }, { !$0.contains { _ in true } },
      { $0.sorted(by: \Number.value).isEmpty },
      { group in
        group.withEach(Number.self) { _, _ in Issue.record("there is a member") }
        return true
      },
      { group in
        group.withEach(updating: Number.self) { _, _ in Issue.record("there is a member") }
        return true
      },
      { group in
        group.observe { _ in }.cancel()
        return true
      }, { Collector($0).isEmpty }, { $0.list(by: \Number.value).isEmpty },
    ]
    for read in reads {
      let misuses = Collected<Misuse>()
      let group = makeContext(misuses).group(.all(Number.self))
      #expect(misuses.items == [])
      #expect(read(group) && group.isEmpty)
      #expect(misuses.items == [.contextEnded(operation: "read the group all(Number)")])
    }
  }

  /// All that a context gave out.
  private struct Remains {
    let entities: [Entity]
    let group: Group
    let everything: Group
    let index: Index<Number, Int>
    let tokens: [ObserverToken]
    let heard = Collected<Event.Kind>()

    init(_ context: Context) {
      group = context.group(.all(Number.self))
      everything = context.group(.none(Hidden.self))
      index = context.index(\Number.value)
      let first = context.createEntity(Number(value: 1), Note(text: "a"), Selection(reason: 1))
      entities = [first, context.createEntity(), context.createEntity(Number(value: 2))]
      _ = (group.entities, group.sorted(by: Number.self), everything.entities)
      let heard = heard
      let body = { (event: Event) in heard.items.append(event.kind) }
      tokens = [
        context.observe(body: body), group.observe(body: body), first.observe(body: body),
      ]
    }

    /// What still answers as if the context were there.
    func signsOfLife() -> [String] {
      var signs: [String] = []
      for entity in entities {
        if entity.isAlive || entity.has(Number.self) || entity[Number.self] != nil
          || entity.creationNumber != nil || (try? entity.require(Number.self)) != nil
        {
          signs.append("an entity is alive")
        }
        entity.set(Number(value: 9)).set(Marked()).remove(Note.self).destroy()
        if entity.setIfAbsent(Note(text: "b")) { signs.append("an entity was set") }
        if group.contains(entity) { signs.append("an entity is a member") }
        entity.observe { _ in }.cancel()
      }
      for group in [group, everything] {
        if !group.isEmpty || group.count != 0 || !group.entities.isEmpty
          || !group.sorted(by: Number.self).isEmpty || group.contains(where: { _ in true })
        {
          signs.append("a group has members")
        }
        group.withEach { _ in signs.append("a loop finds members") }
        group.withEach(Number.self) { _, _ in signs.append("a loop finds values") }
        group.observe { _ in }.cancel()
      }
      if index.keyCount != 0 || index.first(1) != nil || !index[1].isEmpty || index.count(2) != 0 {
        signs.append("an index has entries")
      }
      for token in tokens { token.cancel() }
      if !heard.items.isEmpty { signs.append("an observer was told") }
      return signs
    }
  }

  @Test("releasing a context kills its entities, empties groups and indices, and ends tokens")
  func contextGone() {
    let remains = { Remains(Context()) }()
    #expect(remains.signsOfLife() == [])
  }

  @Test("destroying all entities before the end notifies observers")
  func destroyAll() {
    let context = Context()
    let heard = Collected<String>()
    context.group(.all(Number.self)).observe { event in
      heard.items.append("\(event.kind) \(event.old(Number.self)?.value ?? 0) of \(context.count)")
    }
    for value in 1...3 { context.createEntity(Number(value: value)) }
    heard.items = []
    context.destroyAll()
    #expect(heard.items == ["removed 1 of 0", "removed 2 of 0", "removed 3 of 0"])
    #expect(context.group(.all(Number.self)).isEmpty)
  }

  @Test("handles of a released context stay dead while thousands of contexts follow")
  func reused() {
    let remains = (1...3).map { _ in Remains(Context()) }
    var handles: Set<Entity> = []
    for remain in remains { handles.formUnion(remain.entities) }
    let old = handles
    var wrong = 0
    // More than the lifetimes one core has, so that cores are used up and replaced, too.
    for round in 1...10_000 {
      let context = Context()
      let group = context.group(.all(Number.self))
      let entity = context.createEntity(Number(value: 1), Selection(reason: 1))
      if !handles.insert(entity).inserted || context.count != 1 || group.entities != [entity] {
        wrong += 1
      }
      if entity.creationNumber != 1 || old.contains(where: { $0.isAlive || group.contains($0) }) {
        wrong += 1
      }
      if round.isMultiple(of: 1000) {
        let after = Remains(context)
        if remains.contains(where: { $0.signsOfLife() != [] }) { wrong += 1 }
        if !entity.isAlive || context.count != 4 || after.index.keyCount != 2 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(handles.allSatisfy { !$0.isAlive })
  }

  @Test("a slot never yields the same handle twice, however often it is reused")
  func usedUp() {
    let context = Context()
    let first = context.createEntity(Number(value: 1))
    first.destroy()
    var previous = first
    var wrong = 0
    for round in 2...1_048_700 {
      let entity = context.createEntity()
      if entity == first || entity == previous || first.isAlive || previous.isAlive { wrong += 1 }
      // Around the last use of the slot an entity is also created and rolled back.
      if round > 1_048_500 {
        try? context.transaction { () throws(Refused) in
          entity.destroy()
          throw Refused()
        }
        if !entity.isAlive || entity.creationNumber != UInt64(round) { wrong += 1 }
      }
      entity.destroy()
      previous = entity
    }
    #expect(wrong == 0)
    #expect(context.count == 0)
    let last = context.createEntity(Number(value: 3))
    #expect(context.group(.all(Number.self)).entities == [last])
    #expect(!first.isAlive && first[Number.self] == nil)
  }

  /// What an observer does when it lets go of the last reference to the context.
  enum Ending: CaseIterable {
    case set
    case replace
    case remove
    case destroy
    case moveUnique
    case setIfAbsent
  }

  @Test("an observer may release the context while it is called", arguments: Ending.allCases)
  func releasedByObserver(ending: Ending) {
    var context: Context? = Context()
    guard
      let holder = context?.createEntity(Selection(reason: 1)),
      let entity = context?.createEntity(Number(value: 1), Note(text: "a"))
    else { return }
    let heard = Collected<String>()
    var successor: Context?
    entity.observe { event in
      heard.items.append("first \(event.kind)")
      context = nil
      // The next context takes over the core that the call below is still running in.
      successor = Context()
      successor?.observe { heard.items.append("successor \($0.kind)") }
      successor?.createEntity(Number(value: 5))
      #expect(event.old(Number.self) == nil && event.new(Number.self) == nil)
      #expect(event.component == nil)
    }
    context?.observe { _ in heard.items.append("second") }
    context?.group(.all(Number.self)).observe { _ in heard.items.append("third") }
    switch ending {
    case .set: entity.set(Marked())
    case .replace: entity.set(Number(value: 2))
    case .remove: entity.remove(Number.self)
    case .destroy: entity.destroy()
    case .moveUnique: entity.set(Selection(reason: 2))
    case .setIfAbsent: #expect(entity.setIfAbsent(Weight(grams: 1)))
    }
    #expect(context == nil)
    let before = ending == .moveUnique ? ["second"] : []
    let kind: Event.Kind =
      switch ending {
      case .replace: .updated
      case .remove, .destroy: .removed
      default: .added
      }
    #expect(heard.items == before + ["first \(kind)", "successor created", "successor added"])
    #expect(!entity.isAlive && !holder.isAlive)
    #expect(successor?.count == 1)
    heard.items = []
    successor?.createEntity().set(Marked())
    #expect(heard.items == ["successor created", "successor added"])
    #expect(successor?.index(\Number.value)[5].count == 1)
  }

  /// Holds the only reference to a context, and is held by an observer in it alone.
  private final class Owner {
    var context: Context?
    let name: String
    private let heard: Collected<String>

    init(_ context: Context, _ heard: Collected<String>) {
      self.context = context
      name = "owner of the number \(context.count)"
      self.heard = heard
    }

    func letGo() {
      context = nil
      heard.items.append("let go")
    }

    deinit { heard.items.append("gone") }
  }

  @Test(
    "captures of an observer live until it returns, even if its context is released",
    arguments: [false, true])
  func ownerInObserver(isAlone: Bool) {
    let heard = Collected<String>()
    func make() -> Entity {
      let context = Context()
      let owner = Owner(context, heard)
      let entity = context.createEntity(Number(value: 1))
      if !isAlone { context.observe { _ in heard.items.append("other") } }
      context.group(.all(Number.self)).observe { event in
        owner.letGo()
        let next = Context()
        next.createEntity(Number(value: 5))
        heard.items.append(owner.name)
      }
      return entity
    }
    let entity = make()
    entity.set(Number(value: 2))
    #expect(
      heard.items == (isAlone ? [] : ["other"]) + ["let go", "owner of the number 0", "gone"])
    #expect(!entity.isAlive)
  }

  @Test("an observer may release the context while a cascade is rolled back")
  func releasedDuringRollback() {
    var context: Context? = Context()
    context?.cascadeLimit = 4
    let misuses = context?.collectMisuses()
    guard let entity = context?.createEntity(Number(value: 0)) else { return }
    let heard = Collected<Int>()
    entity.observe { event in
      guard let old = event.old(Number.self)?.value, let new = event.new(Number.self)?.value else {
        return
      }
      heard.items.append(new)
      if new < old { context = nil }
      entity.set(Number(value: new + 1))
    }
    entity.set(Number(value: 1))
    #expect(heard.items == [1, 2, 3, 4, 5, 4])
    #expect(context == nil)
    #expect(!entity.isAlive)
    #expect(misuses?.items == [])
  }

  @Test("a loop over a group ends when its body releases the context")
  func releasedInsideLoop() {
    var context: Context? = Context()
    for value in 1...5 { context?.createEntity(Number(value: value)) }
    guard let group = context?.group(.all(Number.self)) else { return }
    var visited = 0
    group.withEach(Number.self) { _, _ in
      visited += 1
      context = nil
      // Takes over the core with all its slots.
      let successor = Context()
      for value in 1...5 { successor.createEntity(Number(value: value)) }
    }
    #expect(visited == 1)
    context = Context()
    for value in 1...5 { context?.createEntity(Number(value: value)) }
    guard let second = context?.group(.all(Number.self)) else { return }
    var alive = 0
    for entity in second {
      if entity.isAlive { alive += 1 }
      context = nil
    }
    #expect(alive == 1)
  }

  @Test("components may hold contexts, and their deinitializers may use dead handles")
  func nested() {
    let gone = Collected<String>()
    do {
      let outer = Context()
      let entity = outer.createEntity(Number(value: 1))
      let inner = Context()
      inner.createEntity(Number(value: 2))
      outer.createEntity(
        Resource(whenGone: {
          inner.destroyAll()
          entity.set(Number(value: 3)).destroy()
          gone.items.append("inner \(inner.count), outer \(entity.isAlive)")
        }))
    }
    #expect(gone.items == ["inner 0, outer false"])
  }
}
