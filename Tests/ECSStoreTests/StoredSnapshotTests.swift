import ECSKit
import ECSStore
import TestSupport
import Testing

@Suite("Snapshots")
struct StoredSnapshotTests {
  private static let components = StoredComponents(Health.self, Ally.self, Nickname.self)

  private static func text(_ context: Context) -> [String] {
    context.group(.any(Health.self, Ally.self, Nickname.self, UnreadValues.self)).map { entity in
      let ally = entity[Ally.self].map { ally in
        context.entity(ally.id)?[Nickname.self]?.text ?? "?"
      }
      return [
        entity[Health.self].map { "\($0.points)" }, ally, entity[Nickname.self]?.text,
        entity[UnreadValues.self].map { $0.values.keys.sorted().joined(separator: ",") },
      ].map { $0 ?? "-" }.joined(separator: " ")
    }
  }

  private static func team() -> Context {
    let context = Context()
    let ada = context.createEntity(Nickname("Ada"), Health(points: 1))
    let bo = context.createEntity(Nickname("Bo"))
    ada.set(Ally(id: bo.durableID()))
    bo.set(Ally(id: ada.durableID()))
    context.createEntity(Health(points: 9))
    context.createEntity(Selected())
    return context
  }

  @Test("restoring a snapshot into an empty context reproduces it byte for byte")
  func restore() throws {
    let context = Self.team()
    let snapshot = try StoredSnapshot(of: context, Self.components)
    let copy = Context()
    let entities = StoredSnapshot(snapshot.bytes).restore(into: copy, Self.components)
    #expect(Self.text(copy) == Self.text(context))
    #expect(Self.text(copy) == ["1 Bo Ada -", "- Ada Bo -", "9 - - -"])
    #expect(entities.count == 3)
    let again = try StoredSnapshot(of: copy, Self.components)
    #expect(again.bytes == snapshot.bytes)
  }

  @Test("restoring twice under old ids yields one copy, and under new ids a template's instances")
  func template() throws {
    let context = Self.team()
    let snapshot = try StoredSnapshot(
      of: context, Self.components, matching: .all(Nickname.self))
    for _ in 0..<2 { snapshot.restore(into: context, Self.components) }
    #expect(Self.text(context) == ["1 Bo Ada -", "- Ada Bo -", "9 - - -"])
    let copies = snapshot.restore(into: context, Self.components, ids: .new)
    #expect(Self.text(context).count == 5)
    // The copies refer to each other, not to those that they were made of.
    try #require(copies.count == 2)
    copies[1].set(Nickname("Cy"))
    #expect(copies[0][Ally.self].flatMap { context.entity($0.id) } == copies[1])
    #expect(copies[1][Ally.self].flatMap { context.entity($0.id) } == copies[0])
    #expect(
      Self.text(context) == ["1 Bo Ada -", "- Ada Bo -", "9 - - -", "1 Cy Ada -", "- Ada Cy -"])
  }

  @Test("unknown values are preserved in later snapshots")
  func unknown() throws {
    let bytes = try StoredSnapshot(of: Self.team(), Self.components).bytes
    let poor = Context()
    let few = StoredComponents(Health.self)
    StoredSnapshot(bytes).restore(into: poor, few)
    #expect(Self.text(poor) == ["1 - - ally,nickname", "- - - ally,nickname", "9 - - -"])
    for entity in poor.group(.all(Health.self)) { entity.set(Health(points: 7)) }
    let rich = Context()
    StoredSnapshot(try StoredSnapshot(of: poor, few).bytes).restore(into: rich, Self.components)
    #expect(Self.text(rich) == ["7 Bo Ada -", "- Ada Bo -", "7 - - -"])
  }

  @Test("references to entities outside the snapshot stay unchanged")
  func partial() throws {
    let context = Self.team()
    let bo = try #require(
      context.group(.all(Nickname.self)).first { $0[Nickname.self]?.text == "Bo" })
    let snapshot = try StoredSnapshot(of: context, Self.components, matching: .all(Health.self))
    let copies = snapshot.restore(into: context, Self.components, ids: .new)
    #expect(copies[0][Ally.self].flatMap { context.entity($0.id) } == bo)
  }

  @Test("restoring is one transaction")
  func transaction() throws {
    let snapshot = try StoredSnapshot(of: Self.team(), Self.components)
    let context = Context()
    let changes = context.recordChanges { snapshot.restore(into: context, Self.components) }
    #expect(context.statistics.entityCount == 3)
    try context.apply(changes.inverse)
    #expect(context.statistics.entityCount == 0)
  }

  @Test("damage in a snapshot affects only the damaged lines", arguments: 0..<200)
  func damage(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let snapshot = try StoredSnapshot(of: Self.team(), Self.components)
    var bytes = snapshot.bytes
    let place = Int.random(in: bytes.indices, using: &random)
    bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    let damaged = StoredSnapshot(bytes)
    #expect(damaged.damageCount > 0, "seed \(seed)")
    let context = Context()
    damaged.restore(into: context, Self.components)
    let values = context.group(.any(Health.self, Ally.self, Nickname.self)).reduce(0) {
      sum, entity in
      sum + (entity.has(Health.self) ? 1 : 0) + (entity.has(Ally.self) ? 1 : 0)
        + (entity.has(Nickname.self) ? 1 : 0)
    }
    // A newline that is no longer one joins two lines; nothing else takes more than its own.
    #expect(values >= 4 && values <= 6, "seed \(seed): \(values)")
  }
}
