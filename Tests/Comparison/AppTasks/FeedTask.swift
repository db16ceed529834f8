/// A message of a feed.
struct Message: Sendable {
  let number: Int
  /// Days before the oldest one are less.
  let day: Int
  /// No two messages have one time.
  let time: Int
  let author: String
  let text: String
}

/// A feed in sections, a day each, with the newest first.
protocol FeedApp: ListApp {
  /// Begins with messages; no two have one number.
  init(_ messages: [Message], folder: String) throws

  /// The number of the message in a row.
  func number(of row: Row) -> Int

  func add(_ messages: [Message])
  func like(_ number: Int)
  func move(_ number: Int, toDay day: Int)
  func remove(_ number: Int)
}

extension Message {
  /// Makes messages with numbers in a row, one each minute, mixed.
  static func sample(_ numbers: Range<Int>, seed: UInt64) -> [Message] {
    var random = Random(seed)
    return numbers.map { number in
      Message(
        number: number, day: number / 200, time: number,
        author: random.pick(["Ada", "Bo", "Carla", "Dana", "Emil"]), text: random.sentence())
    }.shuffled(using: &random)
  }
}

extension Run {
  /// Reads a feed while messages arrive.
  func feed<App: FeedApp>(_ type: App.Type) throws {
    let messages = Message.sample(0..<size, seed: 4)
    let folder = makeFolder("feed")
    let screen = try time("begin") {
      let screen = Screen(try App(messages, folder: folder))
      screen.draw()
      return screen
    }
    let app = screen.app
    answer("begin", screen.lines)

    time("arrive", on: screen, Message.sample(size..<size + 100, seed: 5)) { app.add([$0]) }
    answer("arrive", screen.lines)
    let bursts = (0..<5).map { number in
      let first = size + 100 + 100 * number
      return Message.sample(first..<first + 100, seed: 6)
    }
    time("burst", on: screen, bursts) { app.add($0) }
    answer("burst", screen.lines)
    time("like", on: screen, screen.rows.map(app.number)) { app.like($0) }
    answer("like", screen.lines)
    let oldest = (0..<20).map { $0 * 3 }
    time("move", on: screen, oldest) { app.move($0, toDay: (size + 599) / 200) }
    answer("move", screen.lines)
    time("remove", on: screen, screen.rows.prefix(20).map(app.number)) { app.remove($0) }
    answer("remove", screen.lines)
  }
}
