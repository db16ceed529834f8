import ECSDetached
import ECSKit
import ECSModel
import ECSStore

/// A text that is kept.
struct Words: StoredComponent, DetachableComponent, Codable, Equatable {
  static let storedName = "words"
  var text: String
}

/// A number that is kept, from which an observer makes another one.
struct Number: StoredComponent, Codable, Equatable {
  static let storedName = "number"
  var value: Int
}

/// What an observer derives from a number; kept as well.
struct Twice: StoredComponent, Codable, Equatable {
  static let storedName = "twice"
  var value: Int
}

/// The one of its kind.
struct Focus: StoredComponent, UniqueComponent, Codable, Equatable {
  static let storedName = "focus"
  var value: Int
}

/// What an upsert finds an entity by; no two entities have the same.
struct ScriptKey: StoredComponent, Codable, Hashable {
  static let storedName = "key"
  var value: Int
}

/// What only one of the programs knows.
struct Color: StoredComponent, Codable, Equatable {
  static let storedName = "color"
  var number: Int
}

/// One of several values.
struct Tag: StoredComponent, Codable, Equatable {
  static let storedName = "tag"
  var word: String
}

/// A component that refers to an entity.
struct Assigned: StoredComponent, Codable, Equatable {
  static let storedName = "assigned"
  var to: Entity
}

/// A component that is not stored.
struct Selected: Component, Equatable { var value: Int }

/// A relation that is not stored.
enum Contains: Relation {
  static var deleteRule: DeleteRule { .cascade }
}

enum Parts: StoredRelation {
  static let storedName = "parts"
  static var deleteRule: DeleteRule { .cascade }
}

enum Likes: StoredRelation {
  typealias Data = Int
  static let storedName = "likes"
}

enum ScriptComponents {
  /// Makes the unique indices, before anything is loaded.
  static func index(_ context: Context) {
    _ = context.identity(ScriptKey.self)
    _ = context.alias("a0")
  }

  static let all = StoredComponents(
    Words.self, Number.self, Twice.self, Focus.self, ScriptKey.self, Color.self, Tag.self,
    Assigned.self, Links<Parts>.self, Links<Likes>.self, Links<HasMany<Tag>>.self,
    Alias.Target.self)
  /// What a program of an older version knows.
  static let older = StoredComponents(Words.self, Links<Parts>.self)
  /// The entities that are shown; an alias is shown where it points to.
  static let shown = Matcher(any: values + [ScriptKey.self])
  /// Those that are shown without keys.
  static let shownWithoutKeys = Matcher(any: values)
  private static let values: [any Component.Type] = [
    Words.self, Number.self, Twice.self, Focus.self, Color.self, Tag.self, Assigned.self,
    Links<Parts>.self, Links<Likes>.self, Links<HasMany<Tag>>.self,
  ]
}
