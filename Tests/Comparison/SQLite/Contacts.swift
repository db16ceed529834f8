import Observation

struct Contact: Identifiable, Equatable {
  let id: Int
  let name: String
  let company: String
  let phone: String
}

@Observable
final class Contacts: ContactsApp {
  var typed = ""
  @ObservationIgnored private let database: Database

  init(_ people: [Person], folder: String) {
    database = Database("\(folder)/contacts.db")
    database.run(
      "CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, company TEXT, phone TEXT)")
    database.run("CREATE INDEX byName ON contact(name, id)")
    database.transaction {
      for person in people { insert(person) }
    }
  }

  func content(of part: Whole, atMost count: Int) -> (heading: String, rows: [Contact]) {
    _ = database.version
    let rule = typed.isEmpty ? "true" : "(name LIKE ?2 OR company LIKE ?2)"
    let pattern = "%\(typed)%"
    let values: [any Value] = typed.isEmpty ? [count] : [count, pattern]
    let found = database.rows(
      "SELECT id, name, company, phone FROM contact WHERE \(rule) ORDER BY name, id LIMIT ?1",
      values
    ) { Contact(id: $0.integer(0), name: $0.text(1), company: $0.text(2), phone: $0.text(3)) }
    let all = database.rows(
      "SELECT count(*) FROM contact WHERE ?1 AND \(rule)", values
    ) { $0.integer(0) }
    return ("\(all[0]) contacts", found)
  }

  func text(of row: Contact) -> String { "\(row.name), \(row.company), \(row.phone)" }

  func number(of row: Contact) -> Int { row.id }

  func setPhone(_ phone: String, of number: Int) {
    database.transaction {
      database.run("UPDATE contact SET phone = ? WHERE id = ?", phone, number)
    }
  }

  func rename(_ number: Int, to name: String) {
    database.transaction {
      database.run("UPDATE contact SET name = ? WHERE id = ?", name, number)
    }
  }

  func add(_ person: Person) {
    database.transaction { insert(person) }
  }

  private func insert(_ person: Person) {
    database.run(
      "INSERT INTO contact VALUES(?, ?, ?, ?)", person.number, person.name, person.company,
      person.phone)
  }

  func remove(_ number: Int) {
    database.transaction { database.run("DELETE FROM contact WHERE id = ?", number) }
  }
}
