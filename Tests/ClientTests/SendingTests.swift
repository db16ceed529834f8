import ECSDetached
import ECSKit
import Testing

// What leaves a context for another task is a value that says that it may.

/// How many stars were given.
struct Stars: DetachableComponent, Equatable, Comparable {
  var count: Int

  static func < (first: Stars, second: Stars) -> Bool { first.count < second.count }
}

/// The one that is shown.
struct Shown: DetachableUniqueComponent {}

@Suite struct SendingTests {
  @Test("A Sendable component is processed elsewhere and synced back")
  func thereAndBack() async {
    let context = Context()
    let entity = context.createEntity(Stars(count: 2), Shown())
    let other = context.createEntity(Stars(count: 3))
    guard let stars = entity[Stars.self] else {
      Issue.record("the stars are not there")
      return
    }
    let doubled = await Task.detached { Stars(count: stars.count * 2) }.value
    entity.set(doubled)
    #expect(context.group(.all(Stars.self)).sorted(by: Stars.self) == [other, entity])
    #expect(context.holder(of: Shown.self) == entity)
  }

  @Test("A rule can also be sent, and is equal there")
  func rule() async {
    let rule = Matcher.all(Stars.self).none(Shown.self)
    let returned = await Task.detached { rule.none(Shown.self) }.value
    #expect(returned == rule)
    let context = Context()
    #expect(context.group(returned) === context.group(rule))
  }

  @Test("Misuses can be reported on another thread")
  func misuse() async {
    let context = Context()
    var misuses: [Misuse] = []
    context.misuseHandler = { misuses.append($0) }
    let entity = context.createEntity()
    entity.destroy()
    entity.set(Stars(count: 1))
    let collected = misuses
    let text = await Task.detached { collected.map(\.description).joined() }.value
    #expect(text == "set Stars: the entity is dead; nothing was changed")
  }
}
