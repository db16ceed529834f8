import ECSKit
import Testing

/// Runs something when it is compared, as an `==` that fetches what it compares may.
private final class Comparing {
  var body: (() -> Void)?

  init(_ body: (() -> Void)? = nil) {
    self.body = body
  }

  func run() {
    let body = body
    self.body = nil
    body?()
  }
}

private struct Judged: Component, Equatable {
  var first: Int
  let comparing: Comparing
  var last: Int

  init(_ number: Int, _ body: (() -> Void)? = nil) {
    first = number
    comparing = Comparing(body)
    last = number
  }

  static func == (one: Judged, other: Judged) -> Bool {
    one.comparing.run()
    other.comparing.run()
    return one.first == other.first && one.last == other.last
  }
}

/// A value is compared before it is replaced; code that runs meanwhile attacks its storage.
@Suite("Comparisons that change the context")
struct ComparisonTests {
  enum Attack: CaseIterable {
    case destroys
    case removes
    case removesAndSetsAgain
    case sets
    case floods
    case empties
  }

  @Test(
    "setting a value finds its storage again after a comparison", arguments: Attack.allCases,
    [false, true])
  func attacks(attack: Attack, isObserved: Bool) {
    let context = Context()
    var misuses: [Misuse] = []
    context.misuseHandler = { misuses.append($0) }
    var told = 0
    if isObserved { context.group(.all(Judged.self)).observe { _ in told += 1 } }
    let others = (0..<3).map { context.createEntity(Judged($0)) }
    let entity = context.createEntity(Judged(10))
    let behind = context.createEntity(Judged(11))
    entity.set(
      Judged(20) {
        switch attack {
        case .destroys: entity.destroy()
        case .removes: entity.remove(Judged.self)
        case .removesAndSetsAgain:
          entity.remove(Judged.self)
          others[0].remove(Judged.self)
          entity.set(Judged(15))
        case .sets: entity.set(Judged(15))
        case .floods: for number in 0..<1000 { context.createEntity(Judged(number)) }
        case .empties: context.destroyAll()
        }
      })
    let isGone = attack == .destroys || attack == .empties
    #expect(entity.isAlive == !isGone)
    #expect(entity[Judged.self]?.first == (isGone ? nil : 20))
    #expect(entity[Judged.self]?.last == (isGone ? nil : 20))
    #expect(misuses.count == (isGone ? 1 : 0))
    #expect(behind[Judged.self]?.first == (attack == .empties ? nil : 11))
    for entity in context.group(.all(Judged.self)) {
      #expect(entity[Judged.self]?.first == entity[Judged.self]?.last)
    }
    #expect(isObserved == (told > 0))
  }

  @Test("a comparison may release the last reference to the context")
  func endsContext() {
    var context: Context? = Context()
    let entity = context!.createEntity(Judged(1))
    entity.set(Judged(2) { context = nil })
    #expect(!entity.isAlive)
    let other = Context().createEntity(Judged(3))
    #expect(other != entity)
  }
}
