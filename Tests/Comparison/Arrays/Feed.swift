import Observation

struct Post: Identifiable, Equatable {
  let id: Int
  var day: Int
  let time: Int
  let author: String
  let text: String
  var likes = 0

  init(_ message: Message) {
    id = message.number
    day = message.day
    time = message.time
    author = message.author
    text = message.text
  }
}

struct Day: Identifiable, Equatable {
  let id: Int
  let posts: [Post]
}

@Observable
final class Feed: FeedApp {
  private var posts: [Post]

  init(_ messages: [Message], folder: String) { posts = messages.map(Post.init) }

  var parts: [Day] {
    Dictionary(grouping: posts, by: \.day).map { day, posts in
      Day(id: day, posts: posts.sorted { $0.time > $1.time })
    }.sorted { $0.id > $1.id }
  }

  func content(of part: Day, atMost count: Int) -> (heading: String, rows: [Post]) {
    ("day \(part.id): \(part.posts.count)", Array(part.posts.prefix(count)))
  }

  func text(of row: Post) -> String { "\(row.author): \(row.text) +\(row.likes)" }

  func number(of row: Post) -> Int { row.id }

  func add(_ messages: [Message]) { posts += messages.map(Post.init) }

  func like(_ number: Int) { change(number) { $0.likes += 1 } }

  func move(_ number: Int, toDay day: Int) { change(number) { $0.day = day } }

  func remove(_ number: Int) { posts.removeAll { $0.id == number } }

  private func change(_ number: Int, _ body: (inout Post) -> Void) {
    guard let position = posts.firstIndex(where: { $0.id == number }) else { return }
    body(&posts[position])
  }
}
