import ECSKit
import ECSObservation
import Testing

// A board that follows the trains of a station, and a traveller who follows one of them.

/// Where a train goes.
struct Destination: Component, Equatable {
  let name: String
}

/// When a train leaves, in minutes from now.
struct Departure: Component, Equatable, Comparable {
  let minutes: Int

  static func < (first: Departure, second: Departure) -> Bool { first.minutes < second.minutes }
}

/// The board: it redraws a line only if something about its train has changed.
@MainActor
final class Board {
  private let trains: Group
  private let status: () -> String
  private var drawn: [Entity: String] = [:]
  private(set) var drawCount = 0
  private(set) var isOff = false

  init(_ context: Context) {
    trains = context.group(.all(Destination.self, Departure.self))
    // The board as an engineer sees it under the lid.
    status = { [weak context] in context?.description ?? "no context" }
  }

  /// Shows the trains until the station closes or the task is cancelled.
  func run() async {
    for await changes in trains.changes() {
      for change in changes {
        drawn[change.entity] = change.kind == .removed ? nil : draw(change.entity)
      }
    }
    isOff = true
  }

  private func draw(_ train: Entity) -> String? {
    guard let name = train[Destination.self]?.name, let departure = train[Departure.self] else {
      return nil
    }
    drawCount += 1
    return "\(name) \(departure.minutes)"
  }

  var lines: [String] { trains.sorted(by: Departure.self).compactMap { drawn[$0] } }

  /// The parts that the station is made of.
  var parts: [String] {
    status().split(separator: "\n").dropFirst().map { line in String(line.prefix { $0 != ":" }) }
  }
}

/// A traveller who waits for one train and looks up only now and then.
@MainActor
final class Traveller {
  private(set) var heard: [String] = []

  func wait(for train: Entity) async {
    for await departure in train.values(of: Departure.self) {
      heard.append(departure.map { "in \($0.minutes)" } ?? "cancelled")
    }
    heard.append("gone")
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DepartureBoardTests {
  private let context = Context()
  private let board: Board

  init() {
    board = Board(context)
  }

  private func add(_ name: String, in minutes: Int) -> Entity {
    context.createEntity(Destination(name: name), Departure(minutes: minutes))
  }

  /// Lets the tasks that were woken read, which take their turns on this actor.
  private func pause() async {
    for _ in 0..<20 { await Task.yield() }
  }

  @Test("A board shows the present departures when it is turned on, and then draws changes")
  func show() async {
    let hamburg = add("Hamburg", in: 12)
    let prague = add("Prague", in: 7)
    let task = Task { await board.run() }
    await pause()
    #expect(board.lines == ["Prague 7", "Hamburg 12"])
    // Between two looks there is one line to draw, whatever happened to it.
    for minutes in 13...20 { prague.set(Departure(minutes: minutes)) }
    await pause()
    #expect(board.lines == ["Hamburg 12", "Prague 20"])
    #expect(board.drawCount == 3)
    hamburg.destroy()
    context.transaction { _ = add("Vienna", in: 3) }
    await pause()
    #expect(board.lines == ["Vienna 3", "Prague 20"])
    task.cancel()
    await task.value
    #expect(board.isOff)
  }

  @Test("A traveller sees the latest time of a train until it departs")
  func wait() async {
    let train = add("Hamburg", in: 12)
    let traveller = Traveller()
    let task = Task { await traveller.wait(for: train) }
    await pause()
    train.set(Departure(minutes: 15))
    train.set(Departure(minutes: 20))
    await pause()
    train.remove(Departure.self)
    await pause()
    train.destroy()
    await task.value
    #expect(traveller.heard == ["in 12", "in 20", "cancelled", "gone"])
  }

  @Test("The status of the board names the component types of the station")
  func status() async {
    _ = add("Hamburg", in: 12)
    let before = context.statistics
    let task = Task { await board.run() }
    await pause()
    #expect(
      board.parts == [
        "component Departure", "component Destination", "group all(Departure, Destination)",
      ])
    #expect(context.statistics.observerCount > before.observerCount)
    task.cancel()
    await task.value
  }
}
