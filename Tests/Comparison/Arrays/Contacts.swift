import Observation

struct Contact: Identifiable, Equatable {
  let id: Int
  var name: String
  let company: String
  var phone: String
  /// What a search looks at.
  var keywords: String

  init(_ person: Person) {
    id = person.number
    name = person.name
    company = person.company
    phone = person.phone
    keywords = "\(person.name)\n\(person.company)".lowercased()
  }
}

@Observable
final class Contacts: ContactsApp {
  /// In the order of their names.
  private var contacts: [Contact]
  var typed = ""

  init(_ people: [Person], folder: String) {
    contacts = people.map(Contact.init)
    contacts.sort { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  func content(of part: Whole, atMost count: Int) -> (heading: String, rows: [Contact]) {
    let typed = typed
    let found = typed.isEmpty ? contacts : contacts.filter { $0.keywords.has(typed) }
    return ("\(found.count) contacts", Array(found.prefix(count)))
  }

  func text(of row: Contact) -> String { "\(row.name), \(row.company), \(row.phone)" }

  func number(of row: Contact) -> Int { row.id }

  func setPhone(_ phone: String, of number: Int) {
    guard let position = position(of: number) else { return }
    contacts[position].phone = phone
  }

  func rename(_ number: Int, to name: String) {
    guard let position = position(of: number) else { return }
    var contact = contacts.remove(at: position)
    contact.name = name
    contact.keywords = "\(name)\n\(contact.company)".lowercased()
    insert(contact)
  }

  func add(_ person: Person) { insert(Contact(person)) }

  func remove(_ number: Int) {
    guard let position = position(of: number) else { return }
    contacts.remove(at: position)
  }

  private func position(of number: Int) -> Int? { contacts.firstIndex { $0.id == number } }

  private func insert(_ contact: Contact) {
    let position = contacts.firstIndex { (contact.name, contact.id) < ($0.name, $0.id) }
    contacts.insert(contact, at: position ?? contacts.count)
  }
}
