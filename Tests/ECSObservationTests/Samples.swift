import ECSKit
import ECSObservation
import Observation
import Synchronization

struct Name: Component, Equatable { var text: String }

struct Stars: Component, Equatable { var count: Int }

/// Elements that a task has read, on the main actor.
@MainActor
final class Reader<Element> {
  private(set) var elements: [Element] = []
  private(set) var hasEnded = false

  func read<Source: AsyncSequence>(_ source: Source) async
  where Source.Element == Element, Source.Failure == Never {
    for await element in source { elements.append(element) }
    hasEnded = true
  }

  /// Lets every task of the main actor that has something to do do it.
  ///
  /// They take turns in the order in which they were woken.
  func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }

  /// Waits for the end of the sequence, wherever it is brought about.
  func waitForEnd() async {
    while !hasEnded { await Task.yield() }
  }
}

extension Collector.Item {
  /// The kind and the name, such as `added Ada`.
  var text: String { "\(kind) \(entity[Name.self]?.text ?? "nobody")" }
}

/// Reads something with tracking, as often as it is asked to.
final class Tracker<Value> {
  private let fired = Firings()
  private let read: () -> Value
  private(set) var value: Value

  /// How often what was read has changed.
  var count: Int { fired.count.withLock { $0 } }

  private final class Firings: Sendable {
    let count = Mutex(0)
  }

  init(_ read: @escaping () -> Value) {
    self.read = read
    value = read()
    update()
  }

  func update() {
    value = withObservationTracking(read) { [fired] in fired.count.withLock { $0 += 1 } }
  }
}
