/// What a contact list begins with, and gets later.
struct Person: Sendable {
  let number: Int
  let name: String
  let company: String
  let phone: String
}

/// A list of contacts in the order of their names, with search while typing.
protocol ContactsApp: ListApp {
  /// Begins with people; no two have one number.
  init(_ people: [Person], folder: String) throws

  /// What the search field has: contacts with it in their name or company are listed, in any case.
  var typed: String { get set }

  /// The number of the contact in a row.
  func number(of row: Row) -> Int

  func setPhone(_ phone: String, of number: Int)
  func rename(_ number: Int, to name: String)
  func add(_ person: Person)
  func remove(_ number: Int)
}

extension Person {
  private static let firstNames = [
    "Ada", "Amir", "Anna", "Bela", "Bruno", "Carla", "Chidi", "Dana", "Elif", "Emil", "Farah",
    "Greta", "Hana", "Igor", "Ines", "Jonas", "Joanna", "Kofi", "Lena", "Luca", "Mara", "Marianna",
    "Noor", "Olga", "Paul", "Rosa", "Sami", "Tara", "Uwe", "Vera", "Yuki", "Zoe",
  ]
  private static let lastNames = [
    "Abe", "Bauer", "Costa", "Diaz", "Eriksen", "Fischer", "Garcia", "Haddad", "Ivanov", "Jansen",
    "Kowalski", "Kowalczyk", "Larsen", "Moreau", "Nagy", "Okafor", "Petrov", "Quist", "Rossi",
    "Sato", "Tanaka", "Ueda", "Varga", "Weber", "Xu", "Yilmaz", "Zhang", "Hannan", "Lindgren",
    "Marek",
  ]
  private static let trades = ["Books", "Bikes", "Bread", "Glass", "Maps", "Music", "Paper", "Tea"]

  /// Makes people with numbers in a row.
  static func sample(_ numbers: Range<Int>, seed: UInt64) -> [Person] {
    var random = Random(seed)
    return numbers.map { number in
      let name = "\(random.pick(firstNames)) \(random.pick(lastNames))"
      let company = "\(random.pick(lastNames)) \(random.pick(trades))"
      return Person(
        number: number, name: name, company: company,
        phone: "+49 30 \(100_000 + random.number(below: 900_000))")
    }
  }
}

extension String {
  /// Whether another text is in this one, byte by byte.
  ///
  /// The standard library's `contains` is twenty times slower, and would hide everything else.
  func has(_ text: String) -> Bool {
    var text = text
    var copy = self
    return text.withUTF8 { wanted in
      copy.withUTF8 { bytes in
        guard let first = wanted.first, bytes.count >= wanted.count else { return wanted.isEmpty }
        for start in 0...bytes.count - wanted.count where bytes[start] == first {
          var length = 1
          while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
          if length == wanted.count { return true }
        }
        return false
      }
    }
  }
}

extension Run {
  /// Searches and edits a contact list.
  func contacts<App: ContactsApp>(_ type: App.Type) throws {
    let people = Person.sample(0..<size, seed: 1)
    let folder = makeFolder("contacts")
    let screen = try time("begin") {
      let screen = Screen(try App(people, folder: folder))
      screen.draw()
      return screen
    }
    let app = screen.app
    answer("begin", screen.lines)

    var typing: [String] = []
    for word in ["anna", "kowal", "bikes", "zhang", "xylo"] {
      typing += (1...word.count).map { String(word.prefix($0)) }
    }
    var found: [String] = []
    time("search", on: screen, typing) { typed in
      app.typed = typed
      found += screen.lines
    }
    answer("search", found + screen.lines)
    app.typed = ""
    screen.draw()

    let shown = screen.rows.prefix(20).map(app.number)
    time("phone", on: screen, shown) { app.setPhone("+49 89 \($0)", of: $0) }
    answer("phone", screen.lines)
    // Every name ends up among those that are shown.
    let renamed = Array(people.indices.filter { $0 % (size / 20) == 7 })
    time("rename", on: screen, renamed) { app.rename($0, to: "Ada Abe \($0)") }
    answer("rename", screen.lines)
    time("add", on: screen, Person.sample(size..<size + 50, seed: 2)) { app.add($0) }
    answer("add", screen.lines)
    time("remove", on: screen, Array(0..<50)) { app.remove($0) }
    answer("remove", screen.lines)
  }
}
