import ECSKit
import Observation
import Synchronization
import Testing

// A view model whose rows are fed by a group, for a view that tracks what it reads.

/// The name of a guest.
struct GuestName: Component, Equatable, Comparable {
  let text: String

  static func < (first: GuestName, second: GuestName) -> Bool { first.text < second.text }
}

/// The guest has gone home.
struct WentHome: Component {}

/// The rows of a list.
///
/// The context keeps its observers, so this one refers to the model weakly.
@Observable
final class GuestList {
  private(set) var rows: [String] = []
  var title = "Guests"
  @ObservationIgnored private let guests: Group
  @ObservationIgnored private var token: ObserverToken?

  init(_ context: Context) {
    guests = context.group(.all(GuestName.self).none(WentHome.self))
    update()
    token = guests.observe { [weak self] _ in self?.update() }
  }

  func close() { token?.cancel() }

  private func update() {
    let new = guests.sorted(by: GuestName.self).compactMap { $0[GuestName.self]?.text }
    // A view that shows the rows is not redrawn for what leaves them as they are.
    if new != rows { rows = new }
  }
}

/// Counts how often what was read is about to change; it is notified on any thread.
final class Redraws: Sendable {
  private let number = Mutex(0)

  nonisolated var count: Int { number.withLock { $0 } }

  nonisolated func add() { number.withLock { $0 += 1 } }
}

@Suite struct ViewModelTests {
  private let context = Context()
  private let redraws = Redraws()

  /// Reads the rows as a view does.
  private func draw(_ list: GuestList) -> [String] {
    withObservationTracking {
      list.rows
    } onChange: { [redraws] in
      redraws.add()
    }
  }

  @Test("A view that reads rows fed by a group is redrawn once per change of the group")
  func tracking() {
    context.createEntity(GuestName(text: "Mike"))
    let list = GuestList(context)
    #expect(draw(list) == ["Mike"] && redraws.count == 0)
    let guest = context.createEntity(GuestName(text: "Diana"))
    #expect(redraws.count == 1 && draw(list) == ["Diana", "Mike"])
    guest.set(GuestName(text: "Zoe"))
    #expect(redraws.count == 2 && draw(list) == ["Mike", "Zoe"])
    guest.set(WentHome())
    #expect(redraws.count == 3 && draw(list) == ["Mike"])
  }

  @Test("A change outside the rows, or a rolled-back change, redraws nothing")
  func unchanged() {
    let guest = context.createEntity(GuestName(text: "Mike"))
    let list = GuestList(context)
    #expect(draw(list) == ["Mike"])
    guest.set(GuestName(text: "Mike"))
    context.createEntity(GuestName(text: "Diana"), WentHome())
    try? context.transaction {
      guest.set(WentHome())
      throw CancellationError()
    }
    list.title = "Nobody reads it"
    #expect(redraws.count == 0)
    context.transaction {
      guest.set(GuestName(text: "Michael"))
      context.createEntity(GuestName(text: "Zoe"))
    }
    #expect(redraws.count == 1 && draw(list) == ["Michael", "Zoe"])
  }

  @Test(
    "A model is released with its view while the context lives, and a closed model stays closed")
  func lifetime() {
    weak var gone: GuestList?
    do {
      let list = GuestList(context)
      gone = list
      #expect(draw(list).isEmpty)
    }
    #expect(gone == nil)
    let closed = GuestList(context)
    closed.close()
    context.createEntity(GuestName(text: "Mike"))
    #expect(closed.rows.isEmpty && redraws.count == 0)
  }
}
