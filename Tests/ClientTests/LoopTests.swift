import ECSKit
import ECSReactive
import Testing

// Systems of a client: reads are counted, and old entries are removed.

/// An article of a feed.
struct Article: Component, Equatable {
  var age: Int
}

/// It was looked at.
struct Seen: Component {}

/// Ages all articles in each pass.
final class AgeArticles: ExecuteSystem {
  private let articles: Group

  init(_ context: Context) {
    articles = context.group(.all(Article.self))
  }

  func execute() {
    for entity in articles {
      entity.set(Article(age: (entity[Article.self]?.age ?? 0) + 1))
    }
  }
}

/// Counts articles when they are seen for the first time.
final class CountReaders: ReactiveSystem {
  let collector: Collector
  private(set) var count = 0

  init(_ context: Context) {
    collector = Collector(context.group(.all(Article.self, Seen.self)), .added)
  }

  func execute(_ entities: [Entity]) {
    count += entities.count
  }
}

/// Clears away articles that are too old, if they are still there.
struct ClearAway: StrictReactiveSystem {
  let collector: Collector

  init(_ context: Context) {
    collector = Collector(context.group(.all(Article.self)), .updated)
  }

  func execute(_ entities: [Entity]) {
    for entity in entities where entity[Article.self]?.age ?? 0 > 2 { entity.destroy() }
  }
}

@Suite struct LoopTests {
  private let context = Context()

  @Test("systems run in a client's loop, including strict systems")
  func loop() throws {
    let readers = CountReaders(context)
    let loop = Loop([AgeArticles(context), readers, ClearAway(context)])
    for age in 0..<3 { context.createEntity(Article(age: age)).set(Seen()) }
    var left: [Int] = []
    for _ in 0..<3 {
      try loop.execute()
      left.append(context.count)
    }
    #expect(left == [2, 1, 0])
    #expect(readers.count == 3)
    #expect(loop.timings.map(\.runs) == [3, 3, 3])
  }

  @Test("A reactive loop runs automatically on the client's actor", .timeLimit(.minutes(30)))
  @MainActor
  func reactiveLoop() async {
    let readers = CountReaders(context)
    let passed = AsyncStream<Int>.makeStream()
    let loop = Loop([readers, Report { passed.continuation.yield(readers.count) }])
    let reactive = ReactiveLoop(loop, delay: .milliseconds(1))
    for age in 0..<3 { context.createEntity(Article(age: age)).set(Seen()) }
    var passes = passed.stream.makeAsyncIterator()
    #expect(await passes.next(isolation: MainActor.shared) == 3)
    let cancel = reactive.perform(after: .zero) { [context] in
      context.createEntity(Article(age: 0)).set(Seen())
    }
    #expect(await passes.next(isolation: MainActor.shared) == 4)
    cancel()
    reactive.cancel()
  }
}

/// Calls a closure in each pass.
struct Report: ExecuteSystem {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func execute() { body() }
}
