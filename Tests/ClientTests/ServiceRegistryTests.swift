import ECSKit
import Testing

// A context as the registry where an application finds its services. Nothing here is annotated.

final class Journal {
  var lines: [String] = []

  func write(_ line: String) { lines.append(line) }
}

protocol Clock {
  func now() -> Int
}

struct FixedClock: Clock {
  let hour: Int

  func now() -> Int { hour }
}

/// A service that is an object.
struct JournalService: UniqueComponent {
  let journal: Journal
}

/// A service that is known only by a protocol.
struct ClockService: UniqueComponent {
  let clock: any Clock
}

/// A service that is a function.
struct TranslationService: UniqueComponent {
  let translate: (String) -> String
}

final class Window {
  var title = ""
}

/// A service that another object owns.
struct WindowService: UniqueComponent {
  weak var window: Window?
}

/// A service that is an object itself.
final class Counter: UniqueComponent {
  private(set) var count = 0

  func increase() { count += 1 }
}

@Suite struct ServiceRegistryTests {
  private let context = Context()

  private func greet(_ name: String) {
    guard let clock = context[ClockService.self]?.clock else { return }
    let greeting = clock.now() < 12 ? "good morning" : "good evening"
    let said = context[TranslationService.self]?.translate(greeting) ?? greeting
    context[JournalService.self]?.journal.write("\(said), \(name)")
    context[WindowService.self]?.window?.title = name
    context[Counter.self]?.increase()
  }

  @Test("Services are found by their type and used through it")
  func use() {
    let journal = Journal()
    context.setUnique(JournalService(journal: journal))
    context.setUnique(ClockService(clock: FixedClock(hour: 9)))
    context.setUnique(Counter())
    greet("Ada")
    context.setUnique(TranslationService { $0 == "good morning" ? "guten Morgen" : $0 })
    greet("Bob")
    #expect(journal.lines == ["good morning, Ada", "guten Morgen, Bob"])
    #expect(context[Counter.self]?.count == 2)
    #expect(context.holder(of: JournalService.self) != nil)
  }

  @Test("A replaced service is returned to all later lookups")
  func replace() {
    let journal = Journal()
    var replaced: [String] = []
    context.group(.all(ClockService.self)).observe(.updated) { event in
      let hours = [event.old(ClockService.self), event.new(ClockService.self)]
      replaced.append(hours.map { "\($0?.clock.now() ?? -1)" }.joined(separator: " to "))
    }
    context.setUnique(JournalService(journal: journal))
    let first = context.setUnique(ClockService(clock: FixedClock(hour: 9)))
    greet("Ada")
    let second = context.setUnique(ClockService(clock: FixedClock(hour: 20)))
    greet("Ada")
    #expect(journal.lines == ["good morning, Ada", "good evening, Ada"])
    #expect(first == second)
    #expect(replaced == ["9 to 20"])
  }

  @Test("A missing service is nil, and a service owned elsewhere can be released")
  func missing() {
    greet("nobody")
    #expect(context[JournalService.self] == nil)
    context.setUnique(ClockService(clock: FixedClock(hour: 9)))
    do {
      let window = Window()
      context.setUnique(WindowService(window: window))
      greet("Ada")
      #expect(window.title == "Ada")
      #expect(context[WindowService.self]?.window === window)
    }
    #expect(context[WindowService.self] != nil)
    #expect(context[WindowService.self]?.window == nil)
    context.holder(of: WindowService.self)?.destroy()
    #expect(context[WindowService.self] == nil)
  }
}
