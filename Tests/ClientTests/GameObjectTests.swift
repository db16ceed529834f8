import ECSKit
import ECSModel
import Testing

// A game object with several stats: each value is an entity, from which its owner is found.

/// The name of a character.
struct CharacterName: Component, Hashable {
  let text: String
}

/// One of the qualities of a character.
struct Stat: Component, Equatable {
  let name: String
  var points: Int
}

/// An effect on a character; its name begins like that of a stat.
struct StatusEffect: Component, Equatable {
  let name: String
}

/// The characters of a game and what they have.
struct Game {
  let context = Context()
  let characters: Identity<CharacterName>
  private let relations: RelationRules

  init() {
    characters = context.identity(CharacterName.self)
    relations = RelationRules(HasMany<Stat>.self, HasMany<StatusEffect>.self, in: context)
  }

  /// Returns the character of a name, which is created if there is none.
  func character(_ name: String) -> Entity {
    characters.upsert(CharacterName(text: name)) { _ in }.entity
  }

  /// Returns the stats as a sheet shows them.
  func sheet(of character: Entity) -> [String] {
    character.values(of: Stat.self).map { "\($0.name) \($0.points)" }
  }

  /// Returns whose stats are at least of some points, strongest first.
  func owners(of name: String, atLeast points: Int) -> [String] {
    context.group(.all(Stat.self)).entities
      .filter { $0[Stat.self].map { $0.name == name && $0.points >= points } ?? false }
      .sorted { ($0[Stat.self]?.points ?? 0) > ($1[Stat.self]?.points ?? 0) }
      .flatMap { context.sources(of: HasMany<Stat>.self, to: $0) }
      .compactMap { $0[CharacterName.self]?.text }
  }

  /// Takes a value away from its owner: the value stays, for another owner.
  func drop(_ stat: Entity, of character: Entity) {
    character.unlink(from: stat, as: HasMany<Stat>.self)
  }

  func remove(_ character: Entity) throws {
    try relations.delete(character)
  }
}

@Suite struct GameObjectTests {
  @Test("a character has several stats, and is found from each of them")
  func stats() throws {
    let game = Game()
    let (hero, rival) = (game.character("Hero"), game.character("Rival"))
    let strength = game.context.add(Stat(name: "strength", points: 7), to: hero)
    let wit = game.context.add(Stat(name: "wit", points: 9), to: hero)
    game.context.add(StatusEffect(name: "asleep"), to: hero)
    game.context.add(Stat(name: "strength", points: 8), to: rival)
    #expect(game.character("Hero") == hero, "one name is one character")
    #expect(game.sheet(of: hero) == ["strength 7", "wit 9"])
    #expect(game.owners(of: "strength", atLeast: 7) == ["Rival", "Hero"])

    strength.modify(Stat.self) { $0.points += 2 }
    #expect(game.owners(of: "strength", atLeast: 7) == ["Hero", "Rival"])

    game.drop(wit, of: hero)
    wit.modify(Stat.self) { $0.points = 1 }
    rival.link(to: wit, as: HasMany<Stat>.self, at: 0)
    #expect(game.sheet(of: rival) == ["wit 1", "strength 8"])

    strength.destroy()
    #expect(game.sheet(of: hero) == [] && hero.values(of: StatusEffect.self).count == 1)

    try game.remove(rival)
    #expect(game.context.group(.all(Stat.self)).isEmpty && hero.isAlive)
  }
}
