import CSQLite
import Observation

/// A value that a statement can have.
protocol Value {
  func bind(to statement: OpaquePointer?, at position: Int32)
}

extension Int: Value {
  func bind(to statement: OpaquePointer?, at position: Int32) {
    sqlite3_bind_int64(statement, position, Int64(self))
  }
}

extension Double: Value {
  func bind(to statement: OpaquePointer?, at position: Int32) {
    sqlite3_bind_double(statement, position, self)
  }
}

extension String: Value {
  func bind(to statement: OpaquePointer?, at position: Int32) {
    // SQLite copies the text.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, position, self, -1, copied)
  }
}

/// A row of an answer.
struct Row {
  fileprivate let statement: OpaquePointer?

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  func text(_ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }
}

/// A connection to a file, with its statements.
@Observable
final class Database {
  /// Rises with each change; a view that reads it asks again.
  private(set) var version = 0
  @ObservationIgnored private var connection: OpaquePointer?
  @ObservationIgnored private var statements: [String: OpaquePointer?] = [:]

  init(_ path: String) {
    check(sqlite3_open(path, &connection))
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  private func check(_ status: Int32) {
    if status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE { return }
    Run.stop("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
  }

  /// Returns what a statement answers, each row as a value.
  func rows<Result>(
    _ sql: String, _ values: [any Value] = [], _ make: (Row) -> Result
  ) -> [Result] {
    var statement = statements[sql] ?? nil
    if statement == nil {
      check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
      statements[sql] = statement
    }
    for (position, value) in values.enumerated() {
      value.bind(to: statement, at: Int32(position) + 1)
    }
    var result: [Result] = []
    var status = sqlite3_step(statement)
    while status == SQLITE_ROW {
      result.append(make(Row(statement: statement)))
      status = sqlite3_step(statement)
    }
    check(status)
    check(sqlite3_reset(statement))
    return result
  }

  /// Returns the first number that a statement answers.
  func integer(_ sql: String, _ values: any Value...) -> Int {
    rows(sql, values) { $0.integer(0) }.first ?? 0
  }

  /// Runs a statement.
  func run(_ sql: String, _ values: any Value...) {
    _ = rows(sql, values) { _ in }
  }

  /// Runs a statement that is not kept.
  func runOnce(_ sql: String) { check(sqlite3_exec(connection, sql, nil, nil, nil)) }

  /// Makes changes as one, and has views ask again.
  func transaction(_ body: () -> Void) {
    run("BEGIN")
    body()
    run("COMMIT")
    version += 1
  }

  /// Has views ask again.
  func noteChange() { version += 1 }
}
