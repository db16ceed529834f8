import ECSHistory
import ECSKit
import ECSModel
import Testing

/// A program that was written for an earlier version, before names changed.
private protocol EarlierProgram {
  static func run() throws
}

/// The program of *Identity and relations* at b28b5926, unchanged.
///
/// Inside a deprecated function, deprecated names cause no warnings, which are errors here.
private enum IdentityProgram: EarlierProgram {
  @available(*, deprecated)
  static func run() throws {
    struct ISBN: Component, Hashable { let text: String }
    struct Title: Component, Equatable { let text: String }
    struct Version: Component, Comparable {
      let number: Int
      static func < (first: Version, second: Version) -> Bool { first.number < second.number }
    }

    let context = Context()
    let books = context.identity(ISBN.self)

    func receive(_ isbn: String, _ version: Int, _ title: String) -> Upsert<Version> {
      books.upsert(ISBN(text: isbn), stamp: Version(number: version)) { book in
        book.set(Title(text: title))
      }
    }

    var answers = [receive("1", 2, "Emma"), receive("2", 1, "Persuasion")]  // created, created
    answers.append(receive("1", 3, "Emma"))  // unchanged, and its version is 3
    answers.append(receive("1", 1, "Ema"))  // stale, as 3 is there
    books.modify(ISBN(text: "3")) { $0.set(Title(text: "Lady Susan")) }  // false: not there
    struct Name: Component, Equatable { let text: String }
    enum Wrote: Relation {
      static var deleteRule: DeleteRule { .cascade }
    }
    enum Borrowed: Relation {
      typealias Data = Int  // the week
      static var deleteRule: DeleteRule { .deny }
    }

    let relations = Relations(Wrote.self, Borrowed.self, in: context)
    let jane = context.createEntity(Name(text: "Jane Austen"))
    let reader = context.createEntity(Name(text: "Ada"))
    for isbn in ["2", "1"] {
      if let book = books[ISBN(text: isbn)] { jane.link(to: book, as: Wrote.self) }
    }
    let titles = jane.targets(of: Wrote.self).compactMap { $0[Title.self]?.text }
    print(titles)  // ["Persuasion", "Emma"]
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
    let book = try #require(current.entity)
    #expect(answers[0] == .created(book) && answers[2] == .unchanged(book))
    #expect(answers[3] == .stale(book, current: Version(number: 3)))
    #expect(answers[4] == .changed(book))
    #expect(
      jane.targets(of: Wrote.self).map { $0[Title.self]?.text } == ["Persuasion", "Emma, a novel"])
    #expect(titles == ["Persuasion", "Emma"])
    #expect(reader.links(of: Borrowed.self).map(\.data) == [47])
    #expect(
      shown == ["no book", "Emma", "Emma, a novel", "no book", "Emma, a novel"] && changes == 3)
    #expect(refusal == "entity 4 cannot be deleted while Borrowed links it to entity 1")
  }
}

/// The former names that still exist.
private enum FormerNames: EarlierProgram {
  struct Mark: Component, Equatable { var number: Int }

  @available(*, deprecated)
  static func run() throws {
    let context = Context()
    let mark = context.createEntity(Mark(number: 1))
    #expect(context.orderedIndex(\Mark.number)[...1] == [mark])
    let retention = Retention(of: .all(Mark.self), along: RelationRules(in: context))
    let lease: Lease = retention.lease(mark)
    let history = History(["": context])
    history.stop()
    lease.end()
    #expect(!mark.isAlive && history.events.count == 2)
    do {
      try context.transaction(keeping: [Rule("empty", for: .all(Mark.self)) { _ in "found one" }]) {
        context.createEntity(Mark(number: 2))
      }
    } catch {
      let violations: [RuleError.Violation] = error.violations
      #expect(violations.map(\.rule) == ["empty"])
    }
    #expect(context.isEmpty)
  }
}

@Suite("Programs for earlier versions")
struct EarlierProgramTests {
  @Test("programs with former names compile with warnings only, and work")
  func identity() throws {
    let programs: [any EarlierProgram.Type] = [IdentityProgram.self, FormerNames.self]
    for program in programs { try program.run() }
  }
}
