/// Something that could not be done and changed nothing, reported to a context's misuse handler.
public enum Misuse: Equatable, Sendable, CustomStringConvertible {
  /// A change was asked of an entity that is dead in a context that lives.
  case deadEntity(operation: String)
  /// Observers caused one another beyond the limit; everything since the first change is undone.
  ///
  /// The cycle names the changes that cause each other, the first one being caused by the last.
  case cascade(limit: Int, cycle: [String])
  /// A change was asked for by an observer that was being told that a cascade is taken back, by a
  /// reader of change sets, or by the body that fills a new entity.
  case changeWhileFrozen(operation: String)
  /// A component was set with a key that another entity has in a unique index.
  ///
  /// The value that was there stays. It is also reported for each key that several entities have when
  /// the index is made unique.
  case duplicateKey(component: String, key: String)

  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .deadEntity(let operation):
      "\(operation): the entity is dead; nothing was changed"
    case .cascade(let limit, let cycle):
      "observers caused each other \(limit) times over and all was taken back: "
        + cycle.joined(separator: " -> ")
    case .changeWhileFrozen(let operation):
      "\(operation): a cascade is being taken back, a change set read or an entity made; "
        + "nothing was changed"
    case .duplicateKey(let component, let key):
      "set \(component): the key \"\(Self.escaped(key))\" is another entity's; expected one that is free"
    }
  }

  /// Keys and values may come from a file, and must not command the terminal they are reported to.
  static func escaped(_ key: String) -> String {
    key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
