import ECSKit
import Testing

// An actor that owns a context and observes it, and ends when it is no longer needed.

/// What is for sale.
struct Product: Component, Equatable {
  let name: String
}

/// How many are left.
struct Stock: Component, Equatable {
  let count: Int
}

/// A shop whose observers change what it keeps for itself and call it.
actor Shop {
  /// What observers change.
  ///
  /// It does not know the shop, so the context, which keeps its observers, does not keep the shop.
  nonisolated final class Shelf {
    var names: [String] = []
  }

  private let context = Context()
  private let shelf = Shelf()
  private(set) var orders: [String] = []

  var names: [String] { shelf.names }

  /// Begins to observe; an initializer of an actor cannot.
  func open() {
    let products = context.group(.all(Product.self, Stock.self))
    products.observe(.added, .removed) { [shelf] event in
      let name = event.entity[Product.self]?.name ?? event.old(Product.self)?.name ?? ""
      if event.kind == .added {
        shelf.names.append(name)
      } else {
        shelf.names.removeAll { $0 == name }
      }
    }
    // Observers run where the change is made, which is on the actor.
    products.observe(.updated) { [weak self] event in
      guard event.new(Stock.self)?.count == 0, let product = event.entity[Product.self] else {
        return
      }
      self?.assumeIsolated { $0.order(product) }
    }
  }

  private func order(_ product: Product) {
    orders.append(product.name)
    find(product.name)?.set(Stock(count: 10))
  }

  private func find(_ name: String) -> Entity? { context.index(\Product.name).first(name) }

  func add(_ name: String, count: Int) {
    context.createEntity(Product(name: name), Stock(count: count))
  }

  func sell(_ name: String) {
    guard let entity = find(name), let stock = entity[Stock.self] else { return }
    entity.set(Stock(count: stock.count - 1))
  }

  func drop(_ name: String) { find(name)?.destroy() }

  func count(_ name: String) -> Int? { find(name)?[Stock.self]?.count }
}

@Suite struct ObservingActorTests {
  @Test("An actor observes its own context, and its observers change the actor's state")
  func observing() async {
    let shop = Shop()
    await shop.open()
    await shop.add("Tea", count: 2)
    await shop.add("Cake", count: 5)
    #expect(await shop.names == ["Tea", "Cake"])
    await shop.sell("Tea")
    #expect(await shop.orders == [])
    await shop.sell("Tea")
    #expect(await shop.orders == ["Tea"])
    #expect(await shop.count("Tea") == 10)
    await shop.drop("Cake")
    #expect(await shop.names == ["Tea"])
  }

  @Test("An actor that observes its context is released with its last reference")
  func goesAway() async {
    weak var gone: Shop?
    do {
      let shop = Shop()
      gone = shop
      await shop.open()
      await shop.add("Tea", count: 1)
    }
    #expect(gone == nil)
  }
}
