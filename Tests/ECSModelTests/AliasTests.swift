import ECSHistory
import ECSKit
import ECSModel
import TestSupport
import Testing

private struct Name: Component, Equatable {
  let text: String
}

/// Names for entities.
@Suite struct AliasTests {
  private let context = Context()

  /// What an observer was called with.
  private final class Seen {
    var names: [String] = []

    func add(_ entity: Entity?) { names.append(entity?[Name.self]?.text ?? "nobody") }
  }

  @Test("an observer gets the current value, then new targets and their values")
  func observing() {
    let user = context.alias("user")
    let seen = Seen()
    let token = user.observe(seen.add)
    #expect(seen.names == ["nobody"], "it may be observed before there is an entity")
    let ada = context.createEntity(Name(text: "Ada"))
    let bob = context.createEntity(Name(text: "Bob"))
    user.point(to: ada)
    bob.set(Name(text: "Bert"))
    ada.set(Name(text: "Ada L."))
    user.point(to: ada)
    user.point(to: bob)
    ada.set(Name(text: "Ada"))
    user.clear()
    user.clear()
    #expect(seen.names == ["nobody", "Ada", "Ada L.", "Bert", "nobody"])
    token.cancel()
    token.cancel()
    user.point(to: ada)
    #expect(seen.names.count == 5 && user.entity == ada)
  }

  @Test("a transaction notifies once, with the last value")
  func coalesced() {
    let user = context.alias("user")
    let seen = Seen()
    user.observe(seen.add)
    context.transaction {
      let ada = context.createEntity(Name(text: "A"))
      user.point(to: ada)
      for text in ["Ad", "Ada"] { ada.set(Name(text: text)) }
    }
    #expect(seen.names == ["nobody", "Ada"])
  }

  @Test("it is empty once its entity is destroyed, and undo restores both")
  func destroyed() throws {
    let user = context.alias("user")
    let ada = context.createEntity(Name(text: "Ada"))
    user.point(to: ada)
    let seen = Seen()
    user.observe(seen.add)
    let undo = UndoStack(context)
    ada.destroy()
    #expect(user.entity == nil)
    let bob = context.createEntity(Name(text: "Bob"))
    #expect(user.entity == nil, "no newcomer takes its position")
    user.point(to: bob)
    for _ in 0..<3 { _ = try undo.undo() }
    #expect(user.entity == ada)
    #expect(seen.names == ["Ada", "nobody", "Bob", "nobody", "Ada"])
  }

  @Test("its target is rolled back with the rest")
  func rolledBack() {
    struct Refusal: Error {}
    let user = context.alias("user")
    let seen = Seen()
    user.observe(seen.add)
    try? context.transaction {
      user.point(to: context.createEntity(Name(text: "Ada")))
      throw Refusal()
    }
    #expect(user.entity == nil && seen.names == ["nobody"] && context.isEmpty)
  }

  @Test("equal names refer to one alias, and different names to two")
  func names() {
    let ada = context.createEntity(Name(text: "Ada"))
    context.alias("a").point(to: ada)
    context.alias("b").point(to: ada)
    context.alias("b").clear()
    #expect(context.alias("a").entity == ada && context.alias("b").entity == nil)
  }

  @Test("an observer does not keep its context alive")
  func lifetime() {
    var context: Context? = Context()
    weak let weakContext = context
    context?.alias("user").observe { _ in }
    context = nil
    #expect(weakContext == nil)
  }

  @Test(
    "random assignments match a dictionary and notify of each change once",
    arguments: 1...30)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let names = ["a", "b"]
    let undo = UndoStack(context)
    var calls: [String: [Entity?]] = [:]
    for name in names {
      context.alias(name).observe { calls[name, default: []].append($0) }
    }
    var people: [Entity] = []
    var targets: [String: Entity] = [:]
    var texts: [Entity: String] = [:]
    typealias State = (targets: [String: Entity], texts: [Entity: String])
    var former: [State] = []
    func value(_ name: String) -> Entity? { targets[name].flatMap { texts[$0] == nil ? nil : $0 } }
    for step in 0..<150 {
      let before = (targets, texts)
      let oldValues = names.map(value)
      let steps = undo.undoLabels.count
      calls = [:]
      let name = names[next(2)]
      context.transaction {
        for _ in 0...next(3) {
          let person = people.isEmpty ? nil : people[next(people.count)]
          switch (next(6), person) {
          case (0, let person?) where person.isAlive:
            context.alias(name).point(to: person)
            targets[name] = person
          case (1, _):
            context.alias(name).clear()
            targets[name] = nil
          case (2, let person?) where person.isAlive:
            person.destroy()
            texts[person] = nil
          case (3, let person?) where person.isAlive:
            texts[person] = "\(step)"
            person.set(Name(text: "\(step)"))
          case (4, _):
            let person = context.createEntity(Name(text: ""))
            people.append(person)
            texts[person] = ""
          default: break
          }
        }
      }
      if undo.undoLabels.count > steps { former.append(before) }
      if next(5) == 0, let last = former.popLast() {
        calls = [:]
        let afterwards = names.map(value)
        let newTexts = texts
        _ = try undo.undo()
        (targets, texts) = last
        check(afterwards, newTexts)
      } else {
        check(oldValues, before.1)
      }
      func check(_ oldValues: [Entity?], _ oldTexts: [Entity: String]) {
        for (name, old) in zip(names, oldValues) {
          let new = value(name)
          #expect(context.alias(name).entity == new, "seed \(seed), step \(step)")
          let isOther = old != new
          let isChanged = new.map { oldTexts[$0] != texts[$0] } ?? false
          let found = calls[name] ?? []
          #expect(found.allSatisfy { $0 == new }, "seed \(seed), step \(step)")
          // A text that changes back within a transaction is a change as well.
          if isOther || isChanged {
            #expect(found.count == 1, "seed \(seed), step \(step)")
          } else {
            #expect(found.count <= 1, "seed \(seed), step \(step)")
          }
        }
      }
    }
  }
}
