#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class Device: DeviceApp {
  private let database: Database
  private let name: String
  private let shared: String
  private var counter: Int

  /// A note without a text was removed.
  private static let table = """
    note(number INTEGER PRIMARY KEY, text TEXT, counter INTEGER, device TEXT)
    """
  /// A later word wins, unless the note was removed.
  private static let merge = """
    ON CONFLICT(number) DO UPDATE
      SET text = excluded.text, counter = excluded.counter, device = excluded.device
      WHERE (excluded.text IS NULL, excluded.counter, excluded.device)
        > (note.text IS NULL, note.counter, note.device)
    """

  init(name: String, folder: String, shared: String) {
    self.name = name
    self.shared = shared
    database = Database("\(folder)/notes.db")
    database.run("CREATE TABLE IF NOT EXISTS \(Self.table)")
    counter = database.integer("SELECT max(counter) FROM note")
  }

  func change(_ edits: [Edit]) {
    database.transaction {
      for edit in edits {
        counter += 1
        switch edit {
        case .add(let number, let text):
          database.run("INSERT INTO note VALUES(?, ?, ?, ?)", number, text, counter, name)
        case .set(let number, let text):
          database.run(
            "UPDATE note SET text = ?, counter = ?, device = ? WHERE number = ?", text, counter,
            name, number)
        case .remove(let number):
          database.run(
            "UPDATE note SET text = NULL, counter = ?, device = ? WHERE number = ?", counter, name,
            number)
        }
      }
    }
  }

  func sync() throws {
    let own = "\(name).db"
    for other in names(in: shared) where other != own && other.hasSuffix(".db") {
      attach(other) {
        database.runOnce("INSERT INTO note SELECT * FROM other.note WHERE true \(Self.merge)")
      }
    }
    attach(own) {
      database.runOnce("CREATE TABLE IF NOT EXISTS other.\(Self.table)")
      database.runOnce("INSERT INTO other.note SELECT * FROM main.note WHERE true \(Self.merge)")
    }
    counter = database.integer("SELECT max(counter) FROM note")
  }

  private func attach(_ file: String, _ body: () -> Void) {
    database.run("ATTACH ? AS other", "\(shared)/\(file)")
    database.transaction(body)
    database.run("DETACH other")
  }

  private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  var notes: [String] {
    database.rows("SELECT text FROM note WHERE text IS NOT NULL") { $0.text(0) }
  }
}
