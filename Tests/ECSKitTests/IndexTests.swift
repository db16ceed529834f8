import ECSKit
import TestSupport
import Testing

@Suite("Index") struct IndexTests {
  @Test("An entity created with one type twice is indexed under the last value only")
  func typeTwice() {
    let context = Context()
    let index = context.index(\Number.value)
    let entity = context.createEntity(Number(value: 1), Number(value: 2))
    #expect(index[1] == [])
    #expect(index[2] == [entity])
    #expect(index.keyCount == 1)
  }

  @Test("A key that does not equal itself uses no memory")
  func keyThatEqualsNothing() {
    let context = Context()
    let index = context.index(\Weight.grams)
    let entity = context.createEntity(Weight(grams: .nan))
    for _ in 1...10 { entity.set(Weight(grams: .nan)) }
    #expect(index.keyCount == 0)
    entity.set(Weight(grams: 3))
    #expect(index[3] == [entity])
    entity.set(Weight(grams: .nan))
    #expect(index[3] == [])
    entity.destroy()
    #expect(index.keyCount == 0)
  }

  @Test("Entities under one key are in creation order, however they are read", arguments: 1...12)
  func manyUnderOneKey(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let index = context.index(\Number.value)
    var entities = (0..<50).map { context.createEntity(Number(value: $0 % 2)) }
    for step in 1...300 {
      let place = Int.random(in: 0..<entities.count, using: &random)
      let value = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        entities[place].destroy()
        entities[place] = context.createEntity(Number(value: value))
      case 1: entities[place].remove(Number.self)
      default: entities[place].set(Number(value: value))
      }
      for key in 0..<3 {
        let expected = context.entities.filter { $0[Number.self]?.value == key }
        #expect(index[key] == expected, "seed \(seed), step \(step)")
        #expect(index.first(key) == expected.first, "seed \(seed), step \(step)")
        #expect(index.count(key) == expected.count, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("a key without entities uses no memory")
  func emptyKeys() {
    let context = Context()
    let index = context.index(\Number.value)
    let entity = context.createEntity()
    for value in 1...10_000 { entity.set(Number(value: value)) }
    #expect(index.keyCount == 1)
    #expect(index[9_999] == [] && index.first(9_999) == nil && index.count(9_999) == 0)
    entity.remove(Number.self)
    #expect(index.keyCount == 0)
  }

  @Test("requesting an index again returns the same one, and each property has a separate index")
  func askedAgain() {
    let context = Context()
    let entity = context.createEntity(Note(text: "abc"))
    let byText = context.index(\Note.text)
    let byLength = context.index(\Note.text.count)
    #expect(byText["abc"] == [entity])
    #expect(byLength[3] == [entity])
    entity.set(Note(text: "abcd"))
    #expect(context.index(\Note.text)["abcd"] == [entity])
    #expect(byLength[3] == [] && byLength[4] == [entity])
    #expect(byText.keyCount == 1 && byLength.keyCount == 1)
  }

  @Test("A key may be optional, and a missing value is found under nil")
  func optionalKey() {
    let context = Context()
    let index = context.index(\Link.target)
    let bare = context.createEntity(Link(target: nil))
    let linked = context.createEntity(Link(target: "home"))
    context.createEntity()
    #expect(index[nil] == [bare])
    #expect(index["home"] == [linked])
    linked.set(Link(target: nil))
    #expect(index[nil] == [bare, linked])
    #expect(index.keyCount == 1)
  }

  @Test("An index created inside a transaction is correct after the rollback")
  func takenBack() {
    let context = Context()
    let entities = (1...4).map { context.createEntity(Number(value: $0 % 2)) }
    var index: Index<Number, Int>?
    try? context.transaction { () throws(Refused) in
      entities[1].destroy()
      entities[0].set(Number(value: 0))
      context.createEntity(Number(value: 1))
      index = context.index(\Number.value)
      #expect(index?[0] == [entities[0], entities[3]])
      throw Refused()
    }
    #expect(index?[1] == [entities[0], entities[2]])
    #expect(index?[0] == [entities[1], entities[3]])
    #expect(index?.keyCount == 2)
  }
}

/// A component with a key that may be missing.
private struct Link: Component {
  var target: String?
}
