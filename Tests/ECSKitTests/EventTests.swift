import ECSKit
import TestSupport
import Testing

@Suite("Event") struct EventTests {
  @Test("The event for an entity's end names no component, however few it had")
  func componentOfAnEnd() {
    let context = Context()
    let entity = context.createEntity(Number(value: 1))
    var components: [String] = []
    context.group(.all(Number.self)).observe(.removed) { event in
      components.append(event.component.map { "\($0)" } ?? "none")
    }
    entity.destroy()
    context.createEntity(Number(value: 2)).remove(Number.self)
    #expect(components == ["none", "Number"])
  }

  @Test("A stored event has no values once another change is delivered")
  func keptEvent() {
    let context = Context()
    let entity = context.createEntity(Number(value: 1))
    var kept: [Event] = []
    var seenLater: [Int?] = []
    context.observe { event in
      seenLater += kept.map { $0.new(Number.self)?.value }
      kept.append(event)
    }
    context.transaction {
      entity.set(Number(value: 2))
      entity.set(Number(value: 3))
    }
    #expect(seenLater == [nil])
    #expect(kept.allSatisfy { $0.old(Number.self) == nil && $0.new(Number.self) == nil })
    #expect(kept.allSatisfy { $0.component == nil })
  }

  @Test("Old and new values belong to the change, even if the entity changed since")
  func valuesOfTheChange() {
    let context = Context()
    let entity = context.createEntity(Number(value: 0))
    let heard = Collected<String>()
    context.group(.all(Number.self)).observe { event in
      let old = event.old(Number.self).map { "\($0.value)" } ?? "-"
      let new = event.new(Number.self).map { "\($0.value)" } ?? "-"
      let now = event.entity[Number.self].map { "\($0.value)" } ?? "-"
      heard.items.append("\(event.kind) \(old) \(new), now \(now)")
    }
    context.transaction {
      entity.set(Number(value: 1)).set(Number(value: 2)).remove(Number.self)
      entity.set(Number(value: 3))
      entity.destroy()
    }
    #expect(
      heard.items == [
        "updated 0 1, now -", "updated 1 2, now -", "removed 2 -, now -", "added - 3, now -",
        "removed 3 -, now -",
      ])
  }

  @Test("The values of a created or destroyed entity are all readable")
  func wholeEntity() {
    let context = Context()
    let heard = Collected<String>()
    context.observe { event in
      let number = (event.old(Number.self) ?? event.new(Number.self))?.value ?? 0
      let note = (event.old(Note.self) ?? event.new(Note.self))?.text ?? ""
      heard.items.append("\(event.kind) \(event.component.map { "\($0)" } ?? "-") \(number)\(note)")
    }
    let entity = context.createEntity(Number(value: 1), Note(text: "a"))
    entity.destroy()
    #expect(
      heard.items == [
        "created - 1a", "added Number 1a", "added Note 1a",
        "removed Number 1a", "removed Note 1a", "destroyed - 1a",
      ])
  }

  @Test("An event has no values for components that the change did not touch")
  func untouched() {
    let context = Context()
    let entity = context.createEntity(Number(value: 1), Note(text: "a"))
    var calls = 0
    context.observe(.updated) { event in
      calls += 1
      #expect(event.old(Note.self) == nil && event.new(Note.self) == nil)
      #expect(event.old(Weight.self) == nil && event.new(Marked.self) == nil)
      #expect(event.component == Number.self)
    }
    entity.set(Number(value: 2))
    #expect(calls == 1)
  }
}
