import Basics
import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private typealias Card = StoreProcess.Card
private typealias Cards = StoreProcess.Cards
private typealias Votes = StoreProcess.Votes

/// Lists whose links are written and merged one by one.
@Suite struct LinkEntriesTests {
  private let folder = TemporaryFolder()

  private func writer(_ name: String? = nil) throws -> StoreProcess {
    let path = name.map { "\(folder.path)/\($0)" } ?? folder.path
    return try StoreProcess(path, StoreProcess.componentsOfCards)
  }

  /// Two processes that have read the same list.
  private func two(_ ids: [String]) throws -> (StoreProcess, StoreProcess) {
    let first = try writer()
    for id in ids { try first.add(id) }
    return (first, try writer())
  }

  private func entries() throws -> [LogEntry] {
    try ChangeLog(folder: folder.path, name: "store.log").read().entries.filter {
      $0.change.kind == "cards"
    }
  }

  @Test("items that two processes add are both in the list", arguments: [0, 1, 3], [nil, 0])
  func additions(count: Int, position: Int?) throws {
    let (first, second) = try two(["a", "b", "c"].prefix(count).map(\.self))
    try first.add("x", "y", at: position)
    try second.add("u", "v", at: position)
    #expect(try first.refresh().isEmpty && second.refresh().isEmpty)
    #expect(try first.cards == second.cards && first.cards == writer().cards)
    let former = ["a", "b", "c"].prefix(count).joined(separator: " ")
    // What one process has added stays together.
    let orders = ["x y u v", "u v x y"].map {
      (position == nil ? [former, $0] : [$0, former]).filter { !$0.isEmpty }.joined(separator: " ")
    }
    #expect(orders.contains(first.cards), "\(first.cards)")
  }

  @Test("an item that two processes move is in the list once")
  func moves() throws {
    let (first, second) = try two(["a", "b", "c", "d"])
    try first.move("a", to: 3)
    try second.move("a", to: 2)
    try second.move("d", to: 0)
    try first.refresh()
    try second.refresh()
    #expect(first.cards == "d b c a" || first.cards == "d b a c", "\(first.cards)")
    #expect(try first.cards == second.cards && first.cards == writer().cards)
  }

  @Test("a removal removes only the links that it knows, and an addition does not restore others")
  func removals() throws {
    let (first, second) = try two(["a", "b"])
    try first.store.transaction { first.board.unlink(from: first.card("b"), as: Cards.self) }
    try second.add("c")
    try first.refresh()
    try second.refresh()
    #expect(try first.cards == "a c" && second.cards == "a c" && writer().cards == "a c")
  }

  @Test("unsaved links are merged with those of the file, under each policy")
  func unsaved() throws {
    for policy in [SyncPolicy.mine, .theirs, .fail] {
      let (first, second) = try two([])
      try first.add("a", "b")
      try second.refresh()
      try first.add("c\(policy)")
      second.link("d\(policy)", at: 0)
      second.board.unlink(from: second.card("b"), as: Cards.self)
      #expect(try second.refresh(policy).isEmpty)
      #expect(second.cards.hasPrefix("d\(policy)") && second.cards.hasSuffix("c\(policy)"))
      #expect(!second.cards.contains("b") && second.store.hasUnsavedChanges)
      try second.store.save()
      try first.refresh()
      #expect(try first.cards == second.cards && first.cards == writer().cards)
    }
  }

  @Test("data that both have changed is a conflict, and a move beside it is none")
  func data() throws {
    let (first, second) = try two(["a", "b"])
    func vote(_ writer: StoreProcess, _ id: String, _ count: Int) {
      writer.board.unlink(from: writer.card(id), as: Votes.self)
      writer.board.link(to: writer.card(id), as: Votes.self, count)
    }
    try first.store.transaction { for id in ["a", "b"] { vote(first, id, 0) } }
    try second.refresh()
    try first.store.transaction { vote(first, "a", 1) }
    vote(second, "a", 2)
    let conflict = try #require(try second.refresh().first)
    #expect(conflict.entity == DurableID("board"))
    #expect((conflict.mine as? Links<Votes>)?.links.contains { $0.data == 2 } ?? false)
    #expect((conflict.theirs as? Links<Votes>)?.links.contains { $0.data == 1 } ?? false)
    try second.store.save()
    try first.refresh()
    #expect(
      first.board.links(of: Votes.self).map(\.data)
        == second.board.links(of: Votes.self).map(\.data))
    try first.store.transaction { vote(first, "b", 3) }
    second.board.set(Links<Votes>(second.board.links(of: Votes.self).reversed()))
    #expect(try second.refresh().isEmpty)
    try second.store.save()
    let third = try writer()
    let votes = third.board.links(of: Votes.self)
    #expect(votes.map(\.data).sorted() == [2, 3])
    #expect(votes.map(\.data) == second.board.links(of: Votes.self).map(\.data))
  }

  @Test(
    "the first link to a target is the same for all, and further ones that are set apart stay two")
  func severalLinks() throws {
    let (first, second) = try two([])
    try first.add("a")
    try second.add("a")
    try first.refresh()
    try second.refresh()
    #expect(first.cards == "a" && second.cards == "a")
    try first.add("a")
    try second.add("a")
    try first.refresh()
    try second.refresh()
    #expect(try first.cards == "a a a" && second.cards == "a a a" && writer().cards == "a a a")
    try first.store.transaction { first.board.unlink(from: first.card("a"), as: Cards.self) }
    #expect(try writer().cards == "")
  }

  @Test("several links to a target retain their identities in a refresh of an equal list")
  func refreshedLinks() throws {
    let (first, second) = try two([])
    // The first process has not read this card, so its refresh reads its links again.
    _ = second.card("a")
    try second.store.save()
    first.link("b")
    first.link("c", at: 0)
    first.link("c", at: 1)
    try first.store.save()
    try first.refresh()
    let links = first.board.links(of: Cards.self)
    #expect(links.map(\.target) == ["c", "c", "b"].map(first.card))
    try first.store.transaction {
      first.board.set(Links<Cards>([links[0], links[2], links[1]]))
    }
    try second.refresh()
    #expect(try first.cards == "c b c" && second.cards == "c b c" && writer().cards == "c b c")
  }

  @Test("a value that its writer set without knowing of a destruction does not end it")
  func valueOfDestroyed() throws {
    let (first, second) = try two(["a"])
    try first.store.transaction { first.card("a").destroy() }
    try second.store.transaction { second.card("a").set(Card(title: "new")) }
    for process in [first, second, try writer()] {
      try process.refresh()
      #expect(process.context.entity(DurableID("a")) == nil)
      #expect(process.cards == "" && !process.store.hasUnsavedChanges)
    }
  }

  @Test("a change of one link is one line, also after the whole list was set")
  func lines() throws {
    let (first, _) = try two([])
    try first.store.transaction { for number in 0..<50 { first.link("\(number)") } }
    func lines(_ body: () throws -> Void) throws -> Int {
      let before = try entries().count
      try body()
      return try entries().count - before
    }
    #expect(try lines { try first.add("x", at: 25) } == 1)
    #expect(try lines { try first.move("7", to: 40) } == 1)
    let again = try writer()
    #expect(again.cards == first.cards)
    let all = try lines {
      try again.store.transaction {
        var links = again.board.links(of: Cards.self)
        links.append(links.remove(at: 3))
        again.board.set(Links<Cards>(links))
      }
    }
    #expect(all == 1)
    #expect(try writer().cards == again.cards)
  }

  @Test("a position is short, however often items are added at one place")
  func positions() throws {
    let (first, _) = try two(["a", "z"])
    for number in 0..<400 {
      try first.add("\(number)", at: 1 + number / 2)
      if number.isMultiple(of: 50) { #expect(try writer().cards == first.cards) }
    }
    #expect(try writer().cards == first.cards)
    let positions = try entries().compactMap {
      $0.change.value.split(separator: " ").first?.utf8.count
    }
    #expect(positions.allSatisfy { $0 <= 64 }, "\(positions.max() ?? 0)")
  }

  @Test("a list that was written as one value keeps its links, whoever changes it first")
  func wholeLists() throws {
    let log = ChangeLog(folder: folder.path, name: "store.log")
    func line(_ kind: String, _ target: String, _ value: String, label: Int? = nil) -> LogChange {
      LogChange(
        scope: "", kind: kind, target: target, name: label.map { "\($0)" } ?? "",
        version: label == nil ? 1 : 2, value: value)
    }
    let ids = ["board", "a", "b", "c", "d"]
    _ = try log.append(at: 1) { _ in
      ids.enumerated().map { line("entity", $1, "\($0)") }
        + ids.map { line("card", $0, "{\"title\":\"\($0)\"}") }
        + [line("cards", "board", "[\"a\",\"b\",\"c\"]")]
        + [line("votes", "board", "[{\"data\":1,\"to\":\"a\"},{\"data\":2,\"to\":\"a\"}]")]
        // The second element leaves, and another one comes first.
        + [
          line("cards", "board", "null", label: 1 << 32),
          line("cards", "board", "\"d\"", label: -5),
        ]
    }
    let (first, second) = (try writer(), try writer())
    #expect(first.cards == "d a c" && first.board.links(of: Votes.self).map(\.data) == [1, 2])
    try first.move("c", to: 0)
    try second.add("b")
    try second.store.transaction { second.board.unlink(from: second.card("a"), as: Cards.self) }
    try first.refresh()
    try second.refresh()
    #expect(try first.cards == "c d b" && second.cards == "c d b" && writer().cards == "c d b")
    let last = try writer()
    #expect(last.board.links(of: Votes.self).map(\.data) == [1, 2])
    try last.store.transaction {
      last.board.set(Links<Cards>([]))
      last.board.remove(Links<Votes>.self)
    }
    let empty = try writer()
    #expect(empty.cards == "" && empty.board.links(of: Votes.self).isEmpty)
    #expect(!empty.store.hasUnsavedChanges)
  }

  @Test("devices that convert a list of an earlier version apart have the same list")
  func conversionOnDevices() throws {
    let log = ChangeLog(folder: "\(folder.path)/a", name: "store.log")
    mkdir("\(folder.path)/a", 0o700)
    let ids = ["board", "a", "b", "c"]
    func line(_ kind: String, _ target: String, _ value: String) -> LogChange {
      LogChange(scope: "", kind: kind, target: target, value: value)
    }
    _ = try log.append(at: 1) { _ in
      ids.enumerated().map { line("entity", $1, "\($0)") }
        + ids.map { line("card", $0, "{\"title\":\"\($0)\"}") }
        + [line("cards", "board", "[\"a\",\"b\",\"c\"]")]
    }
    let shared = folder.makeFolder("shared")
    let first = try writer("a")
    _ = try first.store.sync(in: shared, as: "a", .mine)
    let second = try writer("b")
    _ = try second.store.sync(in: shared, as: "b", .mine)
    #expect(second.cards == "a b c")
    // Both move the same link before they know of each other's change.
    try first.move("c", to: 0)
    try second.move("c", to: 0)
    try second.add("b")
    for writer in [first, second, first] {
      _ = try writer.store.sync(in: shared, .mine)
    }
    #expect(first.cards == "c a b b" && second.cards == first.cards)
    #expect(try writer("a").cards == first.cards)
  }

  @Test("undo of one link leaves the links of others")
  func undo() throws {
    let (first, second) = try two(["a", "b"])
    try first.move("a", to: 1)
    try second.add("c")
    // The steps are in the file, so another process can undo them.
    let third = try writer()
    #expect(third.cards == "b a c")
    try third.undo.undo()
    try third.store.save()
    #expect(third.cards == "b a")
    try third.undo.undo()
    try third.store.save()
    #expect(try third.cards == "a b" && writer().cards == "a b")
    try third.undo.redo()
    try third.store.save()
    #expect(try third.cards == "b a" && writer().cards == "b a")
    try first.refresh()
    try second.refresh()
    #expect(first.cards == "b a" && second.cards == "b a")
  }

  @Test("undo restores a link of another device after another process has synced its removal")
  func undoOfSyncedRemoval() throws {
    let shared = folder.makeFolder("shared")
    func sync(_ processes: StoreProcess...) throws {
      for process in processes { _ = try process.store.sync(in: shared, .mine) }
    }
    let (tablet, phone) = (try writer("tablet"), try writer("phone"))
    try tablet.add("a")
    try sync(tablet, phone)
    try phone.store.transaction { phone.board.unlink(from: phone.card("a"), as: Cards.self) }
    let other = try writer("phone")
    try sync(phone, tablet)
    #expect(tablet.cards == "")
    try other.undo.undo()
    try other.store.save()
    try sync(other, tablet, other)
    #expect(try tablet.cards == "a" && other.cards == "a" && writer("phone").cards == "a")
  }

  @Test("a process that removes a list and restores it is told of the items that it did not know")
  func unknownItems() throws {
    let (first, second) = (try writer(), try writer())
    try first.add("a")
    try second.refresh()
    try second.add("x")
    for isUndo in [true, false] {
      _ = try isUndo ? first.undo.undo() : first.undo.redo()
      try first.store.save()
    }
    let conflicts = try first.refresh()
    #expect(try first.cards == "a" && writer().cards == "a")
    #expect(conflicts.map(\.entity) == [DurableID("board")])
    let lost = (conflicts.first?.theirs as? Links<Cards>)?.links.map(\.target)
    #expect(lost == [first.card("x")])
    try second.refresh()
    #expect(second.cards == "a")
  }

  @Test("a restored snapshot writes only the links that have changed since")
  func snapshot() throws {
    let (first, _) = try two([])
    try first.store.transaction { for number in 0..<50 { first.link("\(number)") } }
    let snapshot = try StoredSnapshot(of: first.context, StoreProcess.componentsOfCards)
    let former = first.cards
    try first.move("7", to: 40)
    try first.store.transaction { first.board.unlink(from: first.card("9"), as: Cards.self) }
    try first.add("x")
    let count = try entries().count
    _ = snapshot.restore(into: first.context, StoreProcess.componentsOfCards)
    try first.store.save()
    #expect(try first.cards == former && writer().cards == former)
    #expect(try entries().count == count + 3)
    // Copies have links with new identities, in the same order.
    let copies = snapshot.restore(into: first.context, StoreProcess.componentsOfCards, ids: .new)
    try first.store.save()
    let board = try #require(copies.first { $0.has(Links<Cards>.self) })
    let titles = board.targets(of: Cards.self).compactMap { $0[Card.self]?.title }
    #expect(titles.joined(separator: " ") == former)
  }

  @Test("an entry about a link has a format of its own, which earlier programs refuse")
  func format() throws {
    let (first, _) = try two(["a"])
    let entry = try #require(try entries().last)
    let line = LogLine.encode(entry)
    #expect(line.starts(with: Array("4\t".utf8)))
    #expect(try LogLine.decode(line) == entry)
    try first.store.rewriteInFormat1()
    #expect(try entries().map(\.change.value) == ["[\"a\"]"])
    #expect(try writer().cards == "a")
  }
}
