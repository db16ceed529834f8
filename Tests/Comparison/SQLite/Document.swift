import Observation

struct Line: Identifiable, Equatable {
  let id: Int
  let text: String
}

/// A document that is changed in one transaction from save to save.
final class Document: DocumentApp {
  private let database: Database
  private var done: [String] = []
  private var undone: [String] = []

  static func create(_ lines: [String], in folder: String) {
    let database = Database("\(folder)/document.db")
    database.run("CREATE TABLE line(id INTEGER PRIMARY KEY, position REAL, text TEXT)")
    database.run("CREATE INDEX byPosition ON line(position)")
    database.transaction {
      for (position, text) in lines.enumerated() {
        database.run("INSERT INTO line(position, text) VALUES(?, ?)", Double(position), text)
      }
    }
  }

  init(folder: String) {
    database = Database("\(folder)/document.db")
    // Each change leaves the statement that reverses it.
    database.run("CREATE TEMP TABLE reversed(sql TEXT)")
    database.run(
      """
      CREATE TEMP TRIGGER inserted AFTER INSERT ON line BEGIN
        INSERT INTO reversed VALUES('DELETE FROM line WHERE id = ' || new.id);
      END
      """)
    database.run(
      """
      CREATE TEMP TRIGGER updated AFTER UPDATE ON line BEGIN
        INSERT INTO reversed
          VALUES('UPDATE line SET text = ' || quote(old.text) || ' WHERE id = ' || old.id);
      END
      """)
    database.run(
      """
      CREATE TEMP TRIGGER deleted AFTER DELETE ON line BEGIN
        INSERT INTO reversed VALUES('INSERT INTO line VALUES(' || old.id || ', '
          || quote(old.position) || ', ' || quote(old.text) || ')');
      END
      """)
    database.run("BEGIN")
  }

  func content(of part: Whole, atMost count: Int) -> (heading: String, rows: [Line]) {
    _ = database.version
    let lines = database.rows(
      "SELECT id, text FROM line ORDER BY position LIMIT ?", [count]
    ) { Line(id: $0.integer(0), text: $0.text(1)) }
    return ("\(database.integer("SELECT count(*) FROM line")) lines", lines)
  }

  func text(of row: Line) -> String { row.text }

  var texts: [String] {
    database.rows("SELECT text FROM line ORDER BY position") { $0.text(0) }
  }

  func setText(_ text: String, at position: Int) {
    guard let id = line(at: position)?.id else { return }
    make { database.run("UPDATE line SET text = ? WHERE id = ?", text, id) }
  }

  func insert(_ text: String, at position: Int) {
    let before = line(at: position - 1)?.order
    let after = line(at: position)?.order
    let order =
      switch (before, after) {
      case (let before?, let after?): (before + after) / 2
      case (let before?, nil): before + 1
      case (nil, let after?): after - 1
      case (nil, nil): 0.0
      }
    make { database.run("INSERT INTO line(position, text) VALUES(?, ?)", order, text) }
  }

  func remove(at position: Int) {
    guard let id = line(at: position)?.id else { return }
    make { database.run("DELETE FROM line WHERE id = ?", id) }
  }

  private func line(at position: Int) -> (id: Int, order: Double)? {
    if position < 0 { return nil }
    return database.rows(
      "SELECT id, position FROM line ORDER BY position LIMIT 1 OFFSET ?", [position]
    ) { ($0.integer(0), $0.real(1)) }.first
  }

  private func make(_ change: () -> Void) {
    change()
    done += takeReversed()
    undone = []
    database.noteChange()
  }

  private func takeReversed() -> [String] {
    let reversed = database.rows("SELECT sql FROM reversed") { $0.text(0) }
    database.run("DELETE FROM reversed")
    return reversed
  }

  func undo() {
    guard let sql = done.popLast() else { return }
    database.runOnce(sql)
    undone += takeReversed()
    database.noteChange()
  }

  func redo() {
    guard let sql = undone.popLast() else { return }
    database.runOnce(sql)
    done += takeReversed()
    database.noteChange()
  }

  func save() {
    database.run("COMMIT")
    database.run("BEGIN")
  }
}
