import ECSKit
import Testing

/// An object whose end makes changes, as a service that tidies up after itself may.
private final class Ending {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  deinit { body() }
}

/// Holds an ending between two plain fields, so that a half-written value would show.
private struct Lease: Component {
  var first: Int
  let ending: Ending?
  var last: Int

  init(_ number: Int, _ ending: Ending? = nil) {
    first = number
    self.ending = ending
    last = number
  }
}

private struct Count: Component, Equatable {
  var value: Int
}

private struct Touched: Component {}

/// Columns, histories and groups are kept without checks; what runs while a value ends attacks them
/// where they are changed.
@Suite("Values whose deinit changes the context")
struct EndOfValueTests {
  /// What makes a value end.
  enum Cause: CaseIterable {
    case replaced
    case removed
    case destroyed
    case destroyedAll
    case takenBack
    case createdAndTakenBack
  }

  /// Makes so many entities of the same types that every column has to grow.
  private static func flood(_ context: Context, _ count: Int) {
    for number in 0..<count {
      context.createEntity(Lease(number), Count(value: number)).set(Touched())
    }
  }

  private static func check(_ context: Context) {
    for entity in context.entities {
      if let resource = entity[Lease.self] { #expect(resource.first == resource.last) }
    }
    let resources = context.group(.all(Lease.self))
    #expect(resources.count == context.entities.filter { $0.has(Lease.self) }.count)
    let marked = context.group(.all(Touched.self).none(Count.self))
    #expect(
      marked.entities == context.entities.filter { $0.has(Touched.self) && !$0.has(Count.self) })
    let numbers = context.index(\Count.value)
    for entity in context.entities {
      guard let number = entity[Count.self] else { continue }
      #expect(numbers[number.value].contains(entity))
    }
  }

  @Test(
    "changes made by a value's deinit are applied, and everything else stays intact",
    arguments: Cause.allCases, [false, true])
  func ends(cause: Cause, isObserved: Bool) {
    struct Refused: Error {}
    let context = Context()
    var told = 0
    if isObserved {
      context.group(.all(Lease.self)).observe { _ in told += 1 }
      context.observe { _ in told += 1 }
    }
    _ = context.group(.all(Touched.self).none(Count.self))
    _ = context.index(\Count.value)
    var ends = 0
    let others = (0..<3).map { context.createEntity(Lease($0), Count(value: $0)) }
    func ending() -> Ending {
      Ending { [weak context] in
        guard let context else { return }
        ends += 1
        Self.flood(context, 200)
        others[0].set(Lease(100)).remove(Count.self)
        others[1].destroy()
      }
    }
    let entity = context.createEntity(Lease(7, ending()), Count(value: 7), Touched())
    switch cause {
    case .replaced: entity.set(Lease(8))
    case .removed: entity.remove(Lease.self)
    case .destroyed: entity.destroy()
    case .destroyedAll: context.destroyAll()
    case .takenBack:
      try? context.transaction { () throws(Refused) in
        entity.set(Lease(9, ending()))
        throw Refused()
      }
    case .createdAndTakenBack:
      try? context.transaction { () throws(Refused) in
        context.createEntity(Lease(9, ending()), Count(value: 9))
        throw Refused()
      }
    }
    #expect(ends == 1)
    // Entities that were there, those of the flood, and what the cause did to them.
    #expect(!others[1].isAlive)
    #expect(others[0].isAlive == (cause != .destroyedAll))
    Self.check(context)
    // The context works as if nothing had happened.
    let after = context.createEntity(Lease(1), Count(value: 1))
    #expect(after[Lease.self]?.last == 1)
    after.destroy()
    Self.check(context)
  }

  @Test("a value that ends with its context finds the context released")
  func contextEnds() {
    var wasAlive: Bool?
    do {
      let context = Context()
      let entity = context.createEntity(Count(value: 1))
      entity.set(Lease(1, Ending { wasAlive = entity.isAlive }))
    }
    #expect(wasAlive == false)
  }
}
