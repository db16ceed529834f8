#if canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import ucrt
#elseif canImport(Glibc)
  import Glibc
#else
  #error("no known C library")
#endif

/// A misuse of a context, such as a change that the context refused or rolled back.
///
/// The context reports each misuse to its misuse handler.
public enum Misuse: Equatable, Sendable, CustomStringConvertible {
  /// A change was attempted through an invalid handle, and the context of the handle still exists.
  case deadEntity(operation: String)
  /// Observers caused a chain of changes beyond the limit, so all of the changes were rolled back.
  ///
  /// The value `cycle` names the changes that cause each other. The last change causes the first.
  /// The value `refused` is the number of changes that observers tried to make during the rollback.
  case cascade(limit: Int, cycle: [String], refused: Int)
  /// A change was attempted while the context refused changes.
  ///
  /// The change was attempted by a reader of change sets, the body that fills a new entity, the key
  /// function of an index, the comparison of keys or of ordered components, or a misuse handler.
  case changeWhileFrozen(operation: String)
  /// A component was refused because its key already belongs to another entity in a unique index.
  ///
  /// The old value remains. When an index is made unique, each key that several entities share is
  /// reported, too.
  case duplicateKey(component: String, key: String)
  /// A group was read after its context was deallocated.
  ///
  /// A group does not keep its context alive, so the group is empty. Each group is reported once,
  /// to the misuse handler that the context had.
  case contextEnded(operation: String)

  /// A sentence that describes the misuse.
  public var description: String {
    switch self {
    case .deadEntity(let operation):
      "\(operation): the entity is dead; nothing was changed"
    case .cascade(let limit, let cycle, let refused):
      "observers triggered each other more than \(limit) times; all changes were rolled back: "
        + cycle.joined(separator: " -> ")
        + (refused > 0 ? "; \(refused) changes were refused meanwhile" : "")
    case .changeWhileFrozen(let operation):
      "\(operation): changes are not allowed while an entity is created, keys are compared, a "
        + "change set is read, a misuse is reported or a cascade is rolled back; nothing was changed"
    case .duplicateKey(let component, let key):
      "set \(component): the key \"\(Self.escaped(key))\" is already used by another entity"
    case .contextEnded(let operation):
      "\(operation): its context was deallocated; keep a reference to the context"
    }
  }

  /// Returns a key with all control characters escaped.
  ///
  /// The key may come from a file.
  static func escaped(_ key: String) -> String {
    key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}

/// Writes misuses to standard error.
///
/// The standard library has no function for this.
package enum StandardError {
  package static func report(_ misuse: some CustomStringConvertible) {
    let line = Array("ECSKit: \(misuse)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}
