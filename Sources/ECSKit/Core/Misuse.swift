/// Something that could not be done and changed nothing, reported to a context's misuse handler.
public enum Misuse: Equatable, Sendable, CustomStringConvertible {
  /// A change was asked of an entity that is dead in a context that lives.
  case deadEntity(operation: String)
  /// Observers caused one another beyond the limit; everything since the first change is undone.
  ///
  /// The cycle names the changes that cause each other, the first one being caused by the last.
  /// Of the changes that observers asked for while it was rolled back it says how many were refused.
  case cascade(limit: Int, cycle: [String], refused: Int)
  /// A change was asked for where nothing may change.
  ///
  /// It came from a reader of change sets, the body that fills a new entity, the key of an index, the
  /// comparison of keys or of ordered components, or a misuse handler.
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
    case .cascade(let limit, let cycle, let refused):
      "observers caused each other \(limit) times over and all was rolled back: "
        + cycle.joined(separator: " -> ")
        + (refused > 0 ? "; \(refused) changes were refused meanwhile" : "")
    case .changeWhileFrozen(let operation):
      "\(operation): nothing may change while an entity is made, keys are compared, a change set is "
        + "read, a misuse is reported or a cascade is taken back; nothing was changed"
    case .duplicateKey(let component, let key):
      "set \(component): the key \"\(Self.escaped(key))\" is another entity's; expected one that is free"
    }
  }

  /// Keys and values may come from a file, and must not command the terminal they are reported to.
  static func escaped(_ key: String) -> String {
    key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
