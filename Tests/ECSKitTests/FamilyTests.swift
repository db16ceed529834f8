import ECSKit
import TestSupport
import Testing

/// What EntitasKit and Entitas pin in their tests and no other suite here has by itself.
@Suite("Behaviour shared with the Entitas family") struct FamilyTests {
  private let context = Context()

  /// The events of an observer as lines such as `updated 1 -> 2`.
  private func lines(_ event: Event) -> String {
    let old = event.old(Number.self).map { "\($0.value)" } ?? "-"
    let new = event.new(Number.self).map { "\($0.value)" } ?? "-"
    return "\(event.kind) \(old) -> \(new)"
  }

  @Test("Observers of an entity get old and new values, and a second removal causes no event")
  func entityObserver() {
    let entity = context.createEntity()
    let first = Collected<String>()
    let second = Collected<String>()
    let token = entity.observe { first.items.append(lines($0)) }
    entity.observe { second.items.append(lines($0)) }
    entity.set(Number(value: 1)).set(Number(value: 2))
    entity.remove(Number.self).remove(Number.self)
    let expected = ["added - -> 1", "updated 1 -> 2", "removed 2 -> -"]
    #expect(first.items == expected && second.items == expected)
    token.cancel()
    entity.set(Number(value: 3))
    #expect(first.items == expected)
    #expect(second.items.last == "added - -> 3")
  }

  @Test("Destroying an entity reports each removed component, then the end of the entity")
  func destroyedEntity() {
    let entity = context.createEntity(Number(value: 1), Marked())
    let heard = (0..<2).map { _ in Collected<String>() }
    for heard in heard {
      entity.observe { event in
        heard.items.append("\(event.kind) \(event.component.map { "\($0)" } ?? "-")")
      }
    }
    entity.destroy()
    for heard in heard {
      #expect(heard.items == ["removed Number", "removed Marked", "destroyed -"])
    }
  }

  @Test("A former member causes no event when it is destroyed")
  func silentEnd() {
    let entity = context.createEntity(Number(value: 1), Marked())
    let heard = Collected<String>()
    context.group(.all(Number.self, Marked.self)).observe { heard.items.append(lines($0)) }
    entity.remove(Number.self)
    entity.destroy()
    #expect(heard.items == ["removed 1 -> -"])
  }

  @Test("An entity stays in an any-group until it loses the last of the components")
  func anyGroup() {
    let entity = context.createEntity()
    let heard = Collected<String>()
    context.group(.any(Number.self, Marked.self)).observe { heard.items.append(lines($0)) }
    entity.set(Marked()).set(Number(value: 1)).remove(Number.self).remove(Marked.self)
    #expect(heard.items == ["added - -> -", "updated - -> 1", "updated 1 -> -", "removed - -> -"])
  }

  @Test("A forbidden component is the new value of a removal and the old value of an addition")
  func noneGroup() {
    let entity = context.createEntity(Marked())
    let heard = Collected<String>()
    let group = context.group(.all(Marked.self).none(Number.self))
    group.observe { heard.items.append(lines($0)) }
    entity.set(Number(value: 1)).set(Number(value: 2)).remove(Number.self)
    #expect(heard.items == ["removed - -> 1", "added 2 -> -"])
    #expect(group.entities == [entity])
  }

  @Test("Groups of all kinds have their members, however these were added")
  func kindsOfGroups() {
    func count(_ rule: Matcher) -> Int { context.group(rule).count }
    let rules: [Matcher] = [
      .all(Number.self), .all(Number.self, Marked.self), .any(Number.self, Marked.self),
      .any(Number.self, Marked.self).none(Hidden.self), .all(Number.self).none(Hidden.self),
      .all(Hidden.self).any(Number.self, Marked.self),
      .all(Weight.self).any(Number.self, Marked.self).none(Hidden.self),
    ]
    _ = rules.prefix(3).map { context.group($0) }
    context.createEntity(Number(value: 1))
    context.createEntity(Number(value: 2), Marked(), Weight(grams: 1))
    context.createEntity().set(Marked()).set(Hidden())
    context.createEntity(Weight(grams: 2), Hidden()).set(Number(value: 3)).remove(Hidden.self)
    #expect(rules.map(count) == [3, 1, 4, 3, 3, 1, 2])
  }

  @Test("Setting a unique component twice reuses its holder")
  func unique() {
    #expect(context[Selection.self] == nil)
    let holder = context.setUnique(Selection(reason: 1))
    #expect(context.setUnique(Selection(reason: 2)) == holder)
    #expect(context.count == 1 && context[Selection.self]?.reason == 2)
    let thief = context.createEntity(Selection(reason: 3))
    #expect(context.holder(of: Selection.self) == thief)
    #expect(holder.isAlive && !holder.has(Selection.self))
  }

  @Test("A collector of additions gets no updates; one of removals also gets destroyed entities")
  func collectors() {
    let group = context.group(.all(Number.self))
    let added = Collector(group, .added)
    let changed = Collector(group, .added, .updated)
    let removed = Collector(group, .removed)
    let entity = context.createEntity(Number(value: 1))
    #expect(added.drain().count == 1 && changed.drain().count == 1 && added.isEmpty)
    entity.set(Number(value: 2))
    #expect(added.isEmpty && changed.drain().map(\.kind) == [.updated])
    entity.destroy()
    #expect(removed.drain().map(\.entity) == [entity])
    #expect(removed.drain() == [])
  }

  @Test("A restricted index respects forbidden components, and a value may have several keys")
  func indices() {
    let index = context.index(\Number.value, in: .all(Number.self).none(Hidden.self))
    let entity = context.createEntity(Number(value: 1))
    #expect(index[1] == [entity])
    entity.set(Hidden())
    #expect(index[1] == [])
    entity.set(Number(value: 2)).remove(Hidden.self)
    #expect(index[1] == [] && index[2] == [entity])
    let letters = context.index(forEach: \Note.text)
    let note = context.createEntity(Note(text: "ab"))
    #expect(letters["a"] == [note] && letters["b"] == [note])
    note.set(Note(text: "bc"))
    #expect(letters["a"] == [] && letters["b"] == [note] && letters["c"] == [note])
  }

  @Test("Reading an unchanged sorted view again returns the same order")
  func sortedAgain() {
    let group = context.group(.all(Number.self))
    let entities = [3, 1, 2].map { context.createEntity(Number(value: $0)) }
    #expect(group.entities == entities && group.entities == entities)
    let sorted = [entities[1], entities[2], entities[0]]
    #expect(group.sorted(by: Number.self) == sorted && group.sorted(by: Number.self) == sorted)
  }
}
