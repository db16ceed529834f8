import ECSKit
import ECSObservation

private struct Number: Component, Equatable {
  let value: Int
}
private struct Post: Component, Equatable {
  let author: String
  let text: String
}
private struct When: Component, Equatable {
  let day: Int
  let time: Int

  /// Sections ascend, and the newest day comes first.
  var daysBack: Int { -day }
}
private struct Likes: Component, Equatable {
  var count: Int
}

final class Feed: FeedApp {
  private let context = Context()
  private let observed: ObservedContext
  private let numbers: Index<Number, Int>
  private let days: ObservedList<Int>

  init(_ messages: [Message], folder: String) {
    observed = ObservedContext(context)
    numbers = context.index(\Number.value)
    let posts = context.group(.all(Post.self))
    for message in messages { Self.add(message, to: context) }
    days = ObservedList(posts.list(by: \When.time, descending: true, sectionBy: \When.daysBack))
  }

  var parts: [ObservedList<Int>.Section] { days.sections }

  func isSame(_ first: ObservedList<Int>.Section, _ second: ObservedList<Int>.Section) -> Bool {
    first === second
  }

  func content(
    of part: ObservedList<Int>.Section, atMost count: Int
  ) -> (heading: String, rows: [Entity]) {
    let entities = part.entities
    return ("day \(-(part.key ?? 0)): \(entities.count)", Array(entities.prefix(count)))
  }

  func text(of row: Entity) -> String {
    guard let post = observed[row, Post.self] else { return "" }
    return "\(post.author): \(post.text) +\(observed[row, Likes.self]?.count ?? 0)"
  }

  func number(of row: Entity) -> Int { row[Number.self]?.value ?? 0 }

  func add(_ messages: [Message]) {
    context.transaction {
      for message in messages { Self.add(message, to: context) }
    }
  }

  private static func add(_ message: Message, to context: Context) {
    context.createEntity(
      Number(value: message.number), Post(author: message.author, text: message.text),
      When(day: message.day, time: message.time))
  }

  func like(_ number: Int) {
    guard let post = numbers.first(number) else { return }
    post.set(Likes(count: (post[Likes.self]?.count ?? 0) + 1))
  }

  func move(_ number: Int, toDay day: Int) {
    guard let post = numbers.first(number), let when = post[When.self] else { return }
    post.set(When(day: day, time: when.time))
  }

  func remove(_ number: Int) { numbers.first(number)?.destroy() }
}
