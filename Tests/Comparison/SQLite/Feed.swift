import Observation

struct Day: Identifiable, Equatable {
  let id: Int
  let count: Int
}

struct Post: Identifiable, Equatable {
  let id: Int
  let author: String
  let text: String
  let likes: Int
}

final class Feed: FeedApp {
  private let database: Database

  init(_ messages: [Message], folder: String) {
    database = Database("\(folder)/feed.db")
    database.run(
      """
      CREATE TABLE post(id INTEGER PRIMARY KEY, day INTEGER, time INTEGER, author TEXT, text TEXT,
        likes INTEGER DEFAULT 0)
      """)
    database.run("CREATE INDEX byDay ON post(day, time)")
    add(messages)
  }

  var parts: [Day] {
    _ = database.version
    return database.rows("SELECT day, count(*) FROM post GROUP BY day ORDER BY day DESC") {
      Day(id: $0.integer(0), count: $0.integer(1))
    }
  }

  func content(of part: Day, atMost count: Int) -> (heading: String, rows: [Post]) {
    _ = database.version
    let posts = database.rows(
      "SELECT id, author, text, likes FROM post WHERE day = ? ORDER BY time DESC LIMIT ?",
      [part.id, count]
    ) { Post(id: $0.integer(0), author: $0.text(1), text: $0.text(2), likes: $0.integer(3)) }
    return ("day \(part.id): \(part.count)", posts)
  }

  func text(of row: Post) -> String { "\(row.author): \(row.text) +\(row.likes)" }

  func number(of row: Post) -> Int { row.id }

  func add(_ messages: [Message]) {
    database.transaction {
      for message in messages {
        database.run(
          "INSERT INTO post(id, day, time, author, text) VALUES(?, ?, ?, ?, ?)", message.number,
          message.day, message.time, message.author, message.text)
      }
    }
  }

  func like(_ number: Int) {
    database.transaction { database.run("UPDATE post SET likes = likes + 1 WHERE id = ?", number) }
  }

  func move(_ number: Int, toDay day: Int) {
    database.transaction { database.run("UPDATE post SET day = ? WHERE id = ?", day, number) }
  }

  func remove(_ number: Int) {
    database.transaction { database.run("DELETE FROM post WHERE id = ?", number) }
  }
}
