import ECSHistory
import ECSKit
import ECSModel
import TestSupport
import Testing

private struct ISBN: Component, Hashable {
  let text: String
}

private struct Title: Component, Equatable {
  let text: String
}

private struct Version: Component, Comparable {
  let number: Int

  init(_ number: Int) { self.number = number }

  static func < (first: Version, second: Version) -> Bool { first.number < second.number }
}

private struct Failure: Error {}

/// Records that always end up in the same entity.
@Suite struct IdentityTests {
  private let context = Context()
  private let emma = ISBN(text: "1")

  @Test("the first write creates an entity, and later ones change the same entity or nothing")
  func upsert() throws {
    let books = context.identity(ISBN.self)
    let first = books.upsert(emma) { $0.set(Title(text: "Emma")) }
    let book = try #require(books[emma])
    #expect(first == .created(book))
    #expect(books.upsert(emma) { $0.set(Title(text: "Emma")) } == .unchanged(book))
    #expect(books.upsert(emma) { $0.set(Title(text: "Emma II")) } == .changed(book))
    #expect(books.upsert(emma) { _ in } == .unchanged(book))
    #expect(context.count == 1 && book[Title.self]?.text == "Emma II")
    #expect(books[ISBN(text: "2")] == nil)
  }

  @Test("the body gets the stored entity, not one built from a record")
  func stored() {
    let books = context.identity(ISBN.self)
    books.upsert(emma) { $0.set(Title(text: "Emma")) }
    #expect(
      books.modify(emma) { book in
        book.set(Title(text: (book[Title.self]?.text ?? "") + "!"))
      })
    #expect(books[emma]?[Title.self]?.text == "Emma!")
    #expect(!books.modify(ISBN(text: "2")) { _ in Issue.record("there is no such book") })
  }

  @Test("present values can be read, and only a different value is a change")
  func record() {
    struct Unequal: Component {}
    let books = context.identity(ISBN.self)
    books.upsert(emma) { $0.set(Title(text: "Emma")) }
    let copied = books.upsert(emma) { book in
      if let title = book[Title.self] { book.set(title) }
      book.remove(Version.self)
    }
    let unequal = books.upsert(emma) { $0.set(Unequal()) }
    let removed = books.upsert(emma) { $0.remove(Title.self) }
    #expect(copied == .unchanged(copied.entity))
    #expect(unequal == .changed(copied.entity) && removed == .changed(copied.entity))
    #expect(!copied.entity.has(Title.self))
  }

  @Test("a write with a newer stamp applies, and a stale one returns the stored value")
  func stamps() throws {
    let books = context.identity(ISBN.self)
    func write(_ text: String, _ version: Int) -> Upsert<Version> {
      books.upsert(emma, stamp: Version(version)) { $0.set(Title(text: text)) }
    }
    guard case .created(let book) = write("one", 5) else {
      Issue.record("expected a new book")
      return
    }
    #expect(write("older", 4) == .stale(book, current: Version(5)))
    #expect(write("as old", 5) == .stale(book, current: Version(5)))
    #expect(book[Title.self]?.text == "one")
    #expect(write("one", 6) == .unchanged(book) && book[Version.self] == Version(6))
    #expect(write("two", 7) == .changed(book) && book[Version.self] == Version(7))
    #expect(books.upsert(emma) { $0.set(Title(text: "by hand")) } == .changed(book))
    #expect(book[Version.self] == Version(7), "a write without a stamp keeps the old one")
    #expect(write("older", 7) == .stale(book, current: Version(7)))
  }

  @Test("the first of two versions in one batch does not win silently (unlike in CohesionKit)")
  func batch() {
    let books = context.identity(ISBN.self)
    var events: [String] = []
    context.group(.all(Title.self)).observe(.updated) { event in
      events.append(event.new(Title.self)?.text ?? "")
    }
    context.transaction {
      for text in ["first", "second"] { books.upsert(emma) { $0.set(Title(text: text)) } }
    }
    #expect(books[emma]?[Title.self]?.text == "second", "without stamps the later one")
    for versions in [[1, 2], [4, 3]] {
      context.transaction {
        for version in versions {
          books.upsert(emma, stamp: Version(version)) { $0.set(Title(text: "\(version)")) }
        }
      }
      #expect(books[emma]?[Title.self]?.text == "\(versions.max() ?? 0)")
    }
    #expect(events.last == "4" && context.count == 1)
  }

  @Test("a destroyed entity leaves no entry (unlike CohesionKit's dead weak entries)")
  func entries() {
    let books = context.identity(ISBN.self)
    for number in 0..<1_000 {
      books.upsert(ISBN(text: "\(number)")) { _ in }.entity.destroy()
    }
    #expect(context.index(unique: \ISBN.self).keyCount == 0 && books[ISBN(text: "7")] == nil)
  }

  @Test("keys of two kinds do not collide, whatever their text (unlike CohesionKit's string keys)")
  func kinds() {
    struct Author: Component, Hashable {
      let text: String
    }
    let book = context.identity(ISBN.self).upsert(emma) { _ in }
    let author = context.identity(Author.self).upsert(Author(text: "1")) { _ in }
    #expect(book.entity != author.entity && context.count == 2)
  }

  @Test("an error thrown by the body is rethrown, and nothing is changed")
  func throwing() {
    let books = context.identity(ISBN.self)
    #expect(throws: Failure.self) { try books.upsert(emma) { _ in throw Failure() } }
    #expect(context.isEmpty && books[emma] == nil)
    books.upsert(emma, stamp: Version(1)) { $0.set(Title(text: "Emma")) }
    #expect(throws: Failure.self) {
      try books.upsert(emma, stamp: Version(2)) { (book: inout Identity<ISBN>.Record) in
        book.set(Title(text: "lost"))
        throw Failure()
      }
    }
    #expect(throws: Failure.self) {
      try books.modify(emma) { book in
        book.destroy()
        throw Failure()
      }
    }
    #expect(books[emma]?[Title.self]?.text == "Emma" && books[emma]?[Version.self] == Version(1))
  }

  @Test("a body may destroy its entity or change its key")
  func strange() {
    let misuses = context.collectMisuses()
    let books = context.identity(ISBN.self)
    books.upsert(emma, stamp: Version(1)) { $0.entity.destroy() }
    #expect(context.isEmpty)
    books.upsert(emma, stamp: Version(1)) { $0.set(ISBN(text: "2")) }
    #expect(books[emma] == nil && books[ISBN(text: "2")]?[Version.self] == Version(1))
    books.upsert(emma) { _ in books.upsert(emma) { $0.set(Title(text: "inner")) } }
    #expect(books[emma]?[Title.self]?.text == "inner" && context.count == 2)
    #expect(misuses.items.isEmpty)
  }

  @Test("random writes match a table of them", arguments: 1...30)
  func random(seed: UInt64) throws {
    struct Row: Equatable {
      var text = ""
      var version: Int?
    }
    var generator = SplitMix64(seed: seed)
    func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let books = context.identity(ISBN.self)
    let undo = UndoStack(context)
    var rows: [Int: Row] = [:]
    var former: [[Int: Row]] = []
    for step in 0..<200 {
      let before = rows
      let steps = undo.undoLabels.count
      let number = next(6)
      let key = ISBN(text: "\(number)")
      let text = "\(next(4))"
      let set: (inout Identity<ISBN>.Record) -> Void = { $0.set(Title(text: text)) }
      switch next(8) {
      case 0...2:
        let version = next(30)
        let answer = books.upsert(key, stamp: Version(version), set)
        let entity = try #require(books[key])
        if let row = rows[number], let current = row.version, version <= current {
          #expect(answer == .stale(entity, current: Version(current)), "seed \(seed), step \(step)")
        } else {
          let expected: Upsert<Version> =
            rows[number].map { $0.text == text ? .unchanged(entity) : .changed(entity) }
            ?? .created(entity)
          #expect(answer == expected, "seed \(seed), step \(step)")
          rows[number] = Row(text: text, version: version)
        }
      case 3...4:
        let answer = books.upsert(key, set)
        let entity = try #require(books[key])
        let expected: Upsert<Never> =
          rows[number].map { $0.text == text ? .unchanged(entity) : .changed(entity) }
          ?? .created(entity)
        #expect(answer == expected, "seed \(seed), step \(step)")
        rows[number, default: Row()].text = text
      case 5:
        #expect(
          books.modify(key, { $0.set(Title(text: text)) }) == (rows[number] != nil),
          "seed \(seed), step \(step)")
        rows[number]?.text = text
      case 6:
        books[key]?.destroy()
        rows[number] = nil
      default:
        guard let last = former.popLast() else { continue }
        _ = try undo.undo()
        rows = last
      }
      if undo.undoLabels.count > steps { former.append(before) }
      for number in 0..<6 {
        let found = books[ISBN(text: "\(number)")].map {
          Row(text: $0[Title.self]?.text ?? "", version: $0[Version.self]?.number)
        }
        #expect(found == rows[number], "seed \(seed), step \(step)")
      }
      #expect(context.count == rows.count, "seed \(seed), step \(step)")
    }
  }
}
