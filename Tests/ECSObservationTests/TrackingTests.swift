import ECSKit
import ECSObservation
import Observation
import Testing

private struct Selected: UniqueComponent, Equatable { var row: Int }

private struct Hidden: Component {}

extension Stars: Comparable {
  static func < (first: Stars, second: Stars) -> Bool { first.count < second.count }
}

@Suite("Tracked reads")
struct TrackingTests {
  private let context = Context()
  private let observed: ObservedContext
  private let ada: Entity
  private let grace: Entity

  init() {
    observed = ObservedContext(context)
    ada = context.createEntity(Name(text: "Ada"), Stars(count: 2))
    grace = context.createEntity(Name(text: "Grace"))
  }

  @Test("A reader of members is notified once of an addition or removal, and again after reading")
  func members() {
    let people = Tracker { [observed] in observed.group(.all(Name.self).none(Hidden.self)).entities
    }
    #expect(people.value == [ada, grace])
    ada.set(Name(text: "Ada L"))
    ada.set(Stars(count: 3))
    context.createEntity(Stars(count: 1))
    #expect(people.count == 0)
    grace.set(Hidden())
    context.createEntity(Name(text: "Edsger")).destroy()
    #expect(people.count == 1)
    people.update()
    #expect(people.value == [ada])
    ada.destroy()
    #expect(people.count == 2)
  }

  @Test("Count, emptiness and membership are reads of the members")
  func numbers() {
    let hidden = observed.group(.all(Hidden.self))
    let numbers = [
      Tracker { "\(hidden.count)" }, Tracker { "\(hidden.isEmpty)" },
      Tracker { [ada] in "\(hidden.contains(ada))" },
    ]
    #expect(numbers.map(\.value) == ["0", "true", "false"])
    ada.set(Hidden())
    #expect(numbers.map(\.count) == [1, 1, 1])
    for number in numbers { number.update() }
    #expect(numbers.map(\.value) == ["1", "false", "true"])
  }

  @Test("A reader of a sort order is notified of its component, in the rule or not")
  func orders() {
    let people = observed.group(.all(Name.self))
    let stars = Tracker { people.sorted(by: Stars.self) }
    let best = Tracker { people.sorted(by: \Stars.count, descending: true) }
    #expect(stars.value == [ada, grace] && best.value == [ada, grace])
    ada.set(Name(text: "Ada L"))
    context.createEntity(Stars(count: 9)).set(Stars(count: 8))
    #expect(stars.count == 0 && best.count == 0)
    grace.set(Stars(count: 1))
    #expect(stars.count == 1 && best.count == 1)
    stars.update()
    best.update()
    #expect(stars.value == [grace, ada] && best.value == [ada, grace])
    grace.set(Stars(count: 5))
    #expect(stars.count == 2 && best.count == 2)
    stars.update()
    #expect(stars.value == [ada, grace])
    context.createEntity(Name(text: "Edsger"))
    #expect(stars.count == 3)
  }

  @Test("A reader of a component is notified only of that component of that entity")
  func values() {
    let stars = Tracker { [observed, grace] in observed[grace, Stars.self] }
    #expect(stars.value == nil)
    grace.set(Name(text: "Grace H"))
    ada.set(Stars(count: 4))
    context.createEntity(Stars(count: 4))
    #expect(stars.count == 0)
    for (change, expected) in [(1, Stars(count: 1)), (2, Stars(count: 2)), (3, nil)] {
      if let expected { grace.set(expected) } else { grace.remove(Stars.self) }
      #expect(stars.count == change)
      stars.update()
      #expect(stars.value == expected)
    }
    grace.set(Stars(count: 5))
    stars.update()
    grace.set(Stars(count: 5))
    #expect(stars.count == 4)
    grace.destroy()
    #expect(stars.count == 5)
  }

  @Test("A reader of a destroyed entity is notified when undo revives it")
  func revival() throws {
    let name = Tracker { [observed, ada] in observed[ada, Name.self]?.text }
    let changes = context.recordChanges { ada.destroy() }
    name.update()
    #expect(name.value == nil && name.count == 1)
    try context.apply(changes.inverse)
    #expect(name.count == 2)
    name.update()
    #expect(name.value == "Ada")
  }

  @Test("A reader of a unique component is notified of the value or of the holder")
  func unique() {
    let value = Tracker { [observed] in observed[Selected.self]?.row }
    let holder = Tracker { [observed] in observed.holder(of: Selected.self) }
    ada.set(Selected(row: 1))
    #expect(value.count == 1 && holder.count == 1)
    value.update()
    holder.update()
    #expect(value.value == 1 && holder.value == ada)
    ada.set(Selected(row: 2))
    #expect(value.count == 2 && holder.count == 1)
    value.update()
    grace.set(Selected(row: 2))
    #expect(value.count == 3 && holder.count == 2)
    value.update()
    holder.update()
    #expect(value.value == 2 && holder.value == grace)
    grace.set(Name(text: "Grace H"))
    grace.remove(Selected.self)
    #expect(value.count == 4 && holder.count == 3)
  }

  @Test("A reader of an index is notified of the keys that it reads")
  func index() {
    let names = observed.index(\Name.text)
    let all = Tracker { names["Ada"] }
    let first = Tracker { names.first("Grace") }
    let count = Tracker { names.count("Edsger") }
    #expect(all.value == [ada] && first.value == grace && count.value == 0)
    ada.set(Stars(count: 1))
    context.createEntity(Name(text: "Barbara"))
    #expect(all.count == 0)
    ada.set(Name(text: "Edsger"))
    #expect(all.count == 1 && first.count == 0 && count.count == 1)
    all.update()
    count.update()
    #expect(all.value.isEmpty && count.value == 1)
    context.createEntity(Name(text: "Ada"), Hidden())
    #expect(all.count == 2)
    grace.destroy()
    #expect(first.count == 1 && count.count == 1)
  }

  @Test("A transaction notifies once, at its end, and a rolled-back one not at all")
  func transactions() {
    let people = Tracker { [observed] in observed.group(.all(Name.self)).sorted(by: \Name.text) }
    let name = Tracker { [observed, ada] in observed[ada, Name.self]?.text }
    try? context.transaction {
      ada.set(Name(text: "A"))
      grace.destroy()
      throw CancellationError()
    }
    #expect(people.count == 0 && name.count == 0)
    context.transaction {
      ada.set(Name(text: "Z"))
      ada.set(Name(text: "Zoe"))
      context.createEntity(Name(text: "Barbara"))
      #expect(people.count == 0 && name.count == 0)
    }
    #expect(people.count == 1 && name.count == 1)
    people.update()
    #expect(people.value.map { $0[Name.self]?.text } == ["Barbara", "Grace", "Zoe"])
  }

  @Test("A reader that reads while it is notified sees the new state")
  @MainActor
  func readingAtOnce() {
    let label = Label()
    label.update()
    label.ada.set(Name(text: "Ada L"))
    #expect(label.text == "Ada L")
  }
}

/// Shows a name, and reads it again within `onChange`.
@MainActor
private final class Label {
  let context = Context()
  let ada: Entity
  let observed: ObservedContext
  private(set) var text: String?

  init() {
    ada = context.createEntity(Name(text: "Ada"))
    observed = ObservedContext(context)
  }

  func update() {
    text = withObservationTracking {
      observed[ada, Name.self]?.text
    } onChange: {
      MainActor.assumeIsolated { self.text = self.observed[self.ada, Name.self]?.text }
    }
  }
}

@Suite("Subscriptions of tracked reads")
struct TrackingLifetimeTests {
  @Test("Nothing is observed before the first read, and a thousand reads share one observer")
  func observerCount() {
    let context = Context()
    let observed = ObservedContext(context)
    let people = observed.group(.all(Name.self))
    _ = observed.index(\Name.text)
    #expect(context.statistics.observerCount == 0)
    for number in 1...1000 {
      let entity = context.createEntity(Name(text: "\(number)"), Stars(count: number))
      _ = withObservationTracking {
        (people.count, people.entities, observed.group(.all(Name.self)).isEmpty)
      } onChange: {
      }
      _ = observed[entity, Stars.self]
      _ = observed.index(\Name.text).first("\(number)")
    }
    #expect(context.statistics.observerCount == 3)
    _ = people.sorted(by: Stars.self)
    _ = people.sorted(by: \Stars.count)
    #expect(context.statistics.observerCount == 4)
  }

  @Test("A released bridge observes nothing from the next change on")
  func dropped() {
    let context = Context()
    let entity = context.createEntity(Name(text: "Ada"), Stars(count: 1))
    weak var gone: ObservedContext?
    do {
      let observed = ObservedContext(context)
      gone = observed
      _ = observed.group(.all(Name.self)).sorted(by: \Name.text)
      _ = observed[entity, Name.self]
      _ = observed.index(\Name.text)["Ada"]
      #expect(context.statistics.observerCount == 4)
    }
    #expect(gone == nil)
    entity.set(Name(text: "Ada L"))
    #expect(context.statistics.observerCount == 1)
    entity.destroy()
    #expect(context.statistics.observerCount == 0)
  }

  @Test("The bridge does not keep its context alive, and is then empty and notifies no reader")
  func contextEnd() {
    var context: Context? = Context()
    guard let observed = context.map(ObservedContext.init) else { return }
    let people = observed.group(.all(Name.self))
    let names = observed.index(\Name.text)
    guard let ada = context?.createEntity(Name(text: "Ada")) else { return }
    let tracker = Tracker {
      (people.entities.count, observed[ada, Name.self]?.text, names["Ada"].count)
    }
    #expect(tracker.value == (1, "Ada", 1))
    weak let gone = context
    context = nil
    #expect(gone == nil && tracker.count == 0)
    tracker.update()
    #expect(tracker.value == (0, nil, 0))
    #expect(observed.group(.all(Stars.self)).sorted(by: Stars.self).isEmpty)
    #expect(observed[Selected.self] == nil && observed.holder(of: Selected.self) == nil)
    #expect(observed.index(\Stars.count).first(1) == nil)
  }

  @Test("Destroyed entities leave the tables, whether they had the component or not")
  func destroyed() {
    final class Tag: Component {}
    let context = Context()
    let observed = ObservedContext(context)
    let survivor = context.createEntity()
    let tracker = Tracker { observed[survivor, Tag.self] != nil }
    var missed = 0
    for number in 1...1000 {
      let entity = context.createEntity()
      if number.isMultiple(of: 2) { entity.set(Tag()) }
      let each = Tracker { observed[entity, Tag.self] != nil }
      entity.destroy()
      if number.isMultiple(of: 2), each.count == 0 { missed += 1 }
    }
    #expect(missed == 0 && tracker.count == 0)
    survivor.set(Tag())
    #expect(tracker.count == 1)
  }
}
