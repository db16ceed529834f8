import ECSHistory
import ECSKit
import ECSModel
import Testing

private struct Stat: Component, Equatable {
  var points: Int
}

/// Another type whose name begins like the first one.
private struct Status: Component, Equatable {
  var points: Int
}

@Suite struct HasManyTests {
  private let context = Context()

  @Test("an entity has several values of one type, in order, and only of that type")
  func several() throws {
    let relations = RelationRules(HasMany<Stat>.self, HasMany<Status>.self, in: context)
    let hero = context.createEntity()
    let stats = [7, 9, 7].map { context.add(Stat(points: $0), to: hero) }
    context.add(Status(points: 1), to: hero)
    #expect(hero.values(of: Stat.self).map(\.points) == [7, 9, 7])
    #expect(hero.values(of: Status.self).map(\.points) == [1], "a part of a name is no match")
    #expect(context.sources(of: HasMany<Stat>.self, to: stats[1]) == [hero])
    stats[1].set(Stat(points: 8))
    hero.unlink(from: stats[0], as: HasMany<Stat>.self)
    #expect(hero.values(of: Stat.self).map(\.points) == [8, 7] && stats[0].isAlive)
    stats[2].destroy()
    #expect(hero.values(of: Stat.self).map(\.points) == [8])
    try relations.delete(hero)
    #expect(context.entities == [stats[0]])
  }

  @Test("values do not outlive their owner, although no list names their relation")
  func ownership() throws {
    let undo = UndoStack(context)
    let hero = context.createEntity()
    let stats = [1, 2, 3].map { context.add(Stat(points: $0), to: hero) }
    stats[1].destroy()
    #expect(hero[Links<HasMany<Stat>>.self]?.targets == [stats[0], stats[2]])
    hero.unlink(from: stats[2], as: HasMany<Stat>.self)
    hero.destroy()
    #expect(context.entities == [stats[2]])
    try undo.undo()
    #expect(hero.values(of: Stat.self).map(\.points) == [1])
  }

  @Test("a rolled-back first value leaves nothing, and the rule applies to the next one")
  func rollback() {
    struct Refused: Error {}
    let hero = context.createEntity()
    #expect(throws: Refused.self) {
      try context.transaction {
        context.add(Stat(points: 1), to: hero)
        throw Refused()
      }
    }
    #expect(context.entities == [hero] && hero.components.isEmpty)
    context.add(Stat(points: 2), to: hero)
    hero.destroy()
    #expect(context.isEmpty)
  }

  @Test("a list that names the relation, too, changes nothing")
  func listed() {
    let hero = context.createEntity()
    context.add(Stat(points: 1), to: hero)
    let relations = RelationRules(HasMany<Stat>.self, in: context)
    context.add(Stat(points: 2), to: hero)
    var changes = 0
    context.observeChanges { _ in changes += 1 }
    hero.destroy()
    #expect(context.isEmpty && changes == 1)
    withExtendedLifetime(relations) {}
  }
}
