import ECSKit
import TestSupport
import Testing

@Suite("Unique index") struct UniqueIndexTests {
  private let context = Context()
  private let misuses: Collected<Misuse>
  private let refusal = Misuse.duplicateKey(component: "Number", key: "1")

  init() {
    misuses = context.collectMisuses()
  }

  @Test("Setting another entity's key changes nothing, causes no event and is reported")
  func refused() {
    let index = context.index(unique: \Number.value)
    let first = context.createEntity(Number(value: 1))
    let second = context.createEntity(Number(value: 2))
    let third = context.createEntity()
    let heard = Collected<Event.Kind>()
    context.observe { heard.items.append($0.kind) }
    second.set(Number(value: 1))
    third.set(Number(value: 1))
    #expect(!third.setIfAbsent(Number(value: 1)))
    #expect(second[Number.self]?.value == 2 && !third.has(Number.self))
    #expect(index[1] == [first] && index[2] == [second])
    #expect(heard.items == [])
    #expect(misuses.items == [refusal, refusal, refusal])
    first.set(Number(value: 3))
    second.set(Number(value: 1))
    #expect(index[1] == [second] && misuses.items.count == 3)
  }

  @Test("An entity created with another entity's key does not get the component")
  func refusedInCreation() {
    let index = context.index(unique: \Number.value)
    let group = context.group(.all(Number.self))
    let first = context.createEntity(Number(value: 1))
    let second = context.createEntity(Number(value: 1), Marked())
    let third = context.createEntity { new in
      new.set(Marked())
      new.set(Number(value: 1))
    }
    #expect(second.has(Marked.self) && !second.has(Number.self))
    #expect(third.has(Marked.self) && !third.has(Number.self))
    #expect(group.entities == [first] && index[1] == [first])
    #expect(misuses.items == [refusal, refusal])
  }

  @Test("A key is free once its holder gives it up, and taken again after an undo")
  func transactions() {
    let index = context.index(unique: \Number.value)
    let first = context.createEntity(Number(value: 1))
    let second = context.createEntity(Number(value: 2))
    context.transaction {
      first.remove(Number.self)
      second.set(Number(value: 1))
      first.set(Number(value: 2))
    }
    #expect(index[1] == [second] && index[2] == [first])
    try? context.transaction { () throws(Refused) in
      second.destroy()
      first.set(Number(value: 1))
      context.createEntity(Number(value: 2))
      throw Refused()
    }
    #expect(index[1] == [second] && index[2] == [first] && index.keyCount == 2)
    #expect(misuses.items == [])
    first.set(Number(value: 1))
    #expect(misuses.items == [refusal] && first[Number.self]?.value == 2)
  }

  @Test("Entities that already share a key keep it and can be set again, but no other may join")
  func sharedBefore() {
    let first = context.createEntity(Number(value: 1))
    let second = context.createEntity(Note(text: "a"))
    let third = context.createEntity(Note(text: "a"))
    let notes = context.index(unique: \Note.text)
    #expect(misuses.items == [.duplicateKey(component: "Note", key: "a")])
    third.set(Note(text: "a"))
    first.set(Note(text: "a"))
    #expect(notes["a"] == [second, third])
    #expect(misuses.items.count == 2)
    #expect(context.index(unique: \Note.text)["a"].count == 2)
    #expect(misuses.items.count == 2)
  }

  @Test("A unique component moves with its key")
  func uniqueComponent() {
    let index = context.index(unique: \Selection.reason)
    context.createEntity(Selection(reason: 1))
    let second = context.createEntity()
    second.set(Selection(reason: 1))
    #expect(index[1] == [second] && misuses.items == [])
  }

  @Test("A reported key contains no control characters")
  func escaped() {
    let misuse = Misuse.duplicateKey(component: "Note", key: "a\u{1B}[2J\u{9B}\u{202E}\"")
    let expected =
      #"set Note: the key "a\u{1B}[2J\u{009B}\u{202E}\"" is already used "#
      + "by another entity"
    #expect(misuse.description.lowercased() == expected.lowercased())
  }
}
