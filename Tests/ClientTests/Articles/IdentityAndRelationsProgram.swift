import ECSHistory
import ECSKit
import ECSModel
import Testing

@Suite("Identity and relations")
struct IdentityAndRelationsProgram {
  @Test("the article's program does what the article says")
  func program() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct ISBN: Component, Hashable { let text: String }
    struct Title: Component, Equatable { let text: String }
    struct Version: Component, Comparable {
      let number: Int
      static func < (first: Version, second: Version) -> Bool { first.number < second.number }
    }

    let context = Context()
    let books = context.identity(ISBN.self)

    @discardableResult
    func receive(_ isbn: String, _ version: Int, _ title: String) -> Upsert<Version> {
      books.upsert(ISBN(text: isbn), stamp: Version(number: version)) { book in
        book.set(Title(text: title))
      }
    }

    var answers = [receive("1", 2, "Emma"), receive("2", 1, "Persuasion")]  // created, created
    answers.append(receive("1", 3, "Emma"))  // unchanged, and its version is 3
    answers.append(receive("1", 1, "Ema"))  // stale, as 3 is there
    books.modify(ISBN(text: "3")) { $0.set(Title(text: "Lady Susan")) }  // false: not there
    // block
    struct Name: Component, Equatable { let text: String }
    enum Wrote: Relation {
      static var deleteRule: DeleteRule { .cascade }
    }
    enum Borrowed: Relation {
      typealias Data = Int  // the week
      static var deleteRule: DeleteRule { .deny }
    }

    let relations = RelationRules(Wrote.self, Borrowed.self, in: context)
    let jane = context.createEntity(Name(text: "Jane Austen"))
    let reader = context.createEntity(Name(text: "Ada"))
    for isbn in ["2", "1"] {
      if let book = books[ISBN(text: isbn)] { jane.link(to: book, as: Wrote.self) }
    }
    let titles = jane.targets(of: Wrote.self).compactMap { $0[Title.self]?.text }
    print(titles)  // ["Persuasion", "Emma"]
    // block
    let authors = context.group(.all(Name.self).linked(Wrote.self))
    let writings = context.group(.all(Title.self)).list(of: Wrote.self, in: jane)
    var rows: [Int] = []
    writings.onChange = { changes in rows += changes.inserted.map(\.item) }
    receive("4", 1, "Sanditon")
    if let sanditon = books[ISBN(text: "4")] {
      let writers = context.group(.linked(Wrote.self, to: sanditon))
      jane.link(to: sanditon, as: Wrote.self, at: 1)
      print(writers.count, authors.count, rows)  // 1 1 [1]
      sanditon.destroy()
    }
    print(writings.count)  // 2
    // block
    struct Note: Component, Equatable { let text: String }

    let shelf = context.createEntity()
    context.add(Note(text: "by the window"), to: shelf)
    context.add(Note(text: "fiction"), to: shelf)
    print(shelf.values(of: Note.self).map(\.text))  // ["by the window", "fiction"]
    shelf.destroy()
    print(context.group(.all(Note.self)).count)  // 0
    // block
    let current = context.alias("current book")
    var shown: [String] = []
    current.observe { shown.append($0?[Title.self]?.text ?? "no book") }
    var changes = 0
    relations.observe(jane) { _ in changes += 1 }

    if let emma = books[ISBN(text: "1")] {
      current.point(to: emma)
      reader.link(to: emma, as: Borrowed.self, 47)
      print(context.sources(of: Wrote.self, to: emma) == [jane])  // true
    }
    answers.append(receive("1", 4, "Emma, a novel"))  // changed; the author is notified, too
    print(shown)  // ["no book", "Emma", "Emma, a novel"]
    // block
    let steps = UndoStack(context)
    var refusal = ""
    do {
      try relations.delete(reader)
    } catch {
      refusal = error.description
      // entity 4 cannot be deleted while Borrowed links it to entity 1
    }
    try relations.delete(jane, label: "Delete Author")  // and both books
    print(current.entity as Any, reader.links(of: Borrowed.self))  // nil []
    try steps.undo()
    print(current.entity as Any, jane.targets(of: Wrote.self).count)  // entity 1 (ISBN, …) 2
    // end
    let book = try #require(current.entity)
    #expect(answers[0] == .created(book) && answers[2] == .unchanged(book))
    #expect(answers[3] == .stale(book, current: Version(number: 3)))
    #expect(answers[4] == .changed(book))
    #expect(
      jane.targets(of: Wrote.self).map { $0[Title.self]?.text } == ["Persuasion", "Emma, a novel"])
    #expect(titles == ["Persuasion", "Emma"])
    #expect(printed[1...4] == ["1 1 [1]", "2", #"["by the window", "fiction"]"#, "0"])
    #expect(reader.links(of: Borrowed.self).map(\.data) == [47])
    #expect(
      shown == ["no book", "Emma", "Emma, a novel", "no book", "Emma, a novel"] && changes == 3)
    #expect(refusal == "entity 4 cannot be deleted while Borrowed links it to entity 1")
  }
}
