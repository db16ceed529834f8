import Basics
import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private struct Stat: StoredComponent, Codable, Equatable {
  static let storedName = "stat"
  var points: Int
}

private typealias Stats = HasMany<Stat>

extension StoreProcess {
  /// Links owners to the same stats.
  fileprivate func fill(_ owners: [String], count: Int) throws {
    try store.transaction {
      let stats = (0..<count).map { context.createEntity(DurableID("\($0)"), Stat(points: $0)) }
      for owner in owners {
        let owner = find(owner)
        for stat in stats { owner.link(to: stat, as: Stats.self) }
      }
    }
  }

  fileprivate func stats(_ owner: String) -> [Int] {
    find(owner).values(of: Stat.self).map(\.points)
  }
}

/// Lists that are too long to be written or restored as a whole.
@Suite struct LargeListTests {
  private let folder = TemporaryFolder()

  private func open() throws -> StoreProcess {
    try StoreProcess(folder.path, StoredComponents(Stat.self, Links<Stats>.self))
  }

  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "store.log") }

  @Test("a change of one link of a long list with several owners is one short entry")
  func oneEntry() throws {
    // 100,000 links take too long in a debug build.
    let count = Environment.number("KONF_LONG") == nil ? 3_000 : 100_000
    let writer = try open()
    try writer.fill(["a", "b"], count: count)
    let (hero, middle) = (writer.find("a"), writer.find("\(count / 2)"))
    func expectOneEntry(_ change: () -> Void) throws {
      let before = try log.read()
      try writer.store.transaction(change)
      let after = try log.read()
      #expect(after.entries.count == before.entries.count + 1)
      #expect(after.byteCount - before.byteCount < 200)
    }
    try expectOneEntry {
      hero.unlink(from: middle, as: Stats.self)
      hero.link(to: middle, as: Stats.self, at: 1)
    }
    try expectOneEntry { hero.unlink(from: middle, as: Stats.self) }
    try expectOneEntry { hero.link(to: middle, as: Stats.self, at: count / 3) }
    try expectOneEntry { middle.set(Stat(points: -1)) }
    let again = try open()
    #expect(again.stats("a") == writer.stats("a") && again.stats("b") == writer.stats("b"))
    #expect(again.stats("a").firstIndex(of: -1) == count / 3)
    #expect(again.stats("b").firstIndex(of: -1) == count / 2)
  }

  @Test(
    "undo restores the identities and positions of any number of links",
    arguments: [999, 1_000, 1_001, 5_000])
  func formerLinks(count: Int) throws {
    /// The last value of each link in the file.
    func links() throws -> [LogSubject: String] {
      Dictionary(
        try log.read().entries.map(\.change).filter { $0.kind == Stats.storedName }
          .map { ($0.subject, $0.value) }
      ) { $1 }
    }
    let writer = try open()
    try writer.fill(["a"], count: count)
    let hero = writer.find("a")
    // Only the number of its copy identifies a second link.
    try writer.store.transaction {
      hero.link(to: writer.find("0"), as: Stats.self, at: count / 2)
    }
    let (stats, before) = (writer.stats("a"), try links())
    let last = count - 1
    // The first step removes as many links as the list has targets.
    try writer.store.transaction {
      for number in 0..<last { hero.unlink(from: writer.find("\(number)"), as: Stats.self) }
    }
    try writer.store.transaction { hero.unlink(from: writer.find("\(last)"), as: Stats.self) }
    #expect(writer.stats("a") == [])
    for _ in 0..<2 { try writer.undo.undo() }
    try writer.store.save()
    #expect(writer.stats("a") == stats)
    #expect(try links() == before)
    #expect(try open().stats("a") == stats)
  }
}
