import ECSKit
import ECSObservation

private struct Number: Component, Equatable {
  let value: Int
}
private struct Name: Component, Equatable {
  let text: String
}
private struct Company: Component, Equatable {
  let text: String
}
private struct Phone: Component, Equatable {
  let text: String
}
/// What a search looks at.
private struct Keywords: Component, Equatable {
  let text: String

  init(_ name: Name, _ company: Company) {
    text = "\(name.text)\n\(company.text)".lowercased()
  }
}
private struct Typed: UniqueComponent, Equatable {
  let text: String
}

final class Contacts: ContactsApp {
  private let context = Context()
  private let observed: ObservedContext
  private let numbers: Index<Number, Int>

  init(_ people: [Person], folder: String) {
    observed = ObservedContext(context)
    numbers = context.index(\Number.value)
    for person in people { add(person) }
  }

  var typed: String {
    get { observed[Typed.self]?.text ?? "" }
    set { context.setUnique(Typed(text: newValue)) }
  }

  func content(of part: Whole, atMost count: Int) -> (heading: String, rows: [Entity]) {
    let all = observed.group(.all(Name.self)).sorted(by: \Name.text)
    let typed = typed
    let found =
      typed.isEmpty ? all : all.filter { $0[Keywords.self]?.text.has(typed) ?? false }
    return ("\(found.count) contacts", Array(found.prefix(count)))
  }

  func text(of row: Entity) -> String {
    """
    \(observed[row, Name.self]?.text ?? ""), \(observed[row, Company.self]?.text ?? ""), \
    \(observed[row, Phone.self]?.text ?? "")
    """
  }

  func number(of row: Entity) -> Int { row[Number.self]?.value ?? 0 }

  func setPhone(_ phone: String, of number: Int) {
    numbers.first(number)?.set(Phone(text: phone))
  }

  func rename(_ number: Int, to name: String) {
    guard let contact = numbers.first(number), let company = contact[Company.self] else { return }
    context.transaction {
      contact.set(Name(text: name)).set(Keywords(Name(text: name), company))
    }
  }

  func add(_ person: Person) {
    let (name, company) = (Name(text: person.name), Company(text: person.company))
    context.createEntity(
      Number(value: person.number), name, company, Phone(text: person.phone),
      Keywords(name, company))
  }

  func remove(_ number: Int) { numbers.first(number)?.destroy() }
}
