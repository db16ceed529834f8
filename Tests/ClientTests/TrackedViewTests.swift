import ECSKit
import ECSObservation
import Observation
import Synchronization
import Testing

// Views that read the context through a bridge. No code forwards changes to them.

/// Something to buy.
struct ShoppingItem: Component, Equatable, Comparable {
  let text: String

  static func < (first: ShoppingItem, second: ShoppingItem) -> Bool { first.text < second.text }
}

/// It lies in the basket.
struct Bought: Component {}

/// What the list is filtered by.
struct ShoppingFilter: UniqueComponent, Equatable { var hidesBought: Bool }

/// Draws a view when it appears, and whenever what it has read has changed.
final class Canvas {
  private let body: () -> String
  private let staleness = Staleness()
  private(set) var text = ""
  private(set) var drawings = 0

  /// Set on any thread.
  private final class Staleness: Sendable {
    nonisolated let isStale = Mutex(true)

    nonisolated func begin() { isStale.withLock { $0 = true } }
  }

  init(_ body: @escaping () -> String) {
    self.body = body
  }

  /// What a run loop does at the end of a turn.
  func turn() {
    guard staleness.isStale.withLock({ $0 }) else { return }
    staleness.isStale.withLock { $0 = false }
    drawings += 1
    text = withObservationTracking(body) { [staleness] in staleness.begin() }
  }
}

/// The items to buy, and how many are left.
struct ShoppingList {
  let observed: ObservedContext

  var rows: [Entity] {
    let all = Matcher.all(ShoppingItem.self)
    let hidesBought = observed[ShoppingFilter.self]?.hidesBought ?? false
    return observed.group(hidesBought ? all.none(Bought.self) : all).sorted(by: ShoppingItem.self)
  }

  func body() -> String {
    rows.map { observed[$0, ShoppingItem.self]?.text ?? "" }.joined(separator: ", ")
  }

  func title() -> String {
    "\(observed.group(.all(ShoppingItem.self).none(Bought.self)).count) left"
  }
}

@Suite struct TrackedViewTests {
  private let context = Context()

  @Test("Views follow groups, values and a unique component automatically, once per turn")
  func following() {
    let view = ShoppingList(observed: ObservedContext(context))
    let (list, title) = (Canvas(view.body), Canvas(view.title))
    func turn() -> [String] {
      list.turn()
      title.turn()
      return [list.text, title.text]
    }
    #expect(turn() == ["", "0 left"])
    let tea = context.createEntity(ShoppingItem(text: "Tea"))
    context.createEntity(ShoppingItem(text: "Apples"))
    #expect(turn() == ["Apples, Tea", "2 left"])
    tea.set(ShoppingItem(text: "Black Tea"))
    #expect(turn() == ["Apples, Black Tea", "2 left"] && title.drawings == 2)
    tea.set(Bought())
    #expect(turn() == ["Apples, Black Tea", "1 left"] && list.drawings == 3)
    context.setUnique(ShoppingFilter(hidesBought: true))
    #expect(turn() == ["Apples", "1 left"] && title.drawings == 3)
    try? context.transaction {
      context.destroyAll()
      throw CancellationError()
    }
    #expect(turn() == ["Apples", "1 left"] && list.drawings == 4 && title.drawings == 3)
  }

  @Test("A view that is drawn often adds no observers, and a released view leaves none")
  func lifetime() {
    weak var gone: ObservedContext?
    do {
      let observed = ObservedContext(context)
      gone = observed
      let list = Canvas(ShoppingList(observed: observed).body)
      list.turn()
      let item = context.createEntity(ShoppingItem(text: "Tea"))
      list.turn()
      let count = context.statistics.observerCount
      for number in 1...100 {
        item.set(ShoppingItem(text: "Tea \(number)"))
        list.turn()
      }
      #expect(list.drawings == 102 && context.statistics.observerCount == count)
    }
    #expect(gone == nil)
    context.setUnique(ShoppingFilter(hidesBought: true))
    context.destroyAll()
    #expect(context.statistics.observerCount == 0)
  }
}
