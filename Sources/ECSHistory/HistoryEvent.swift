public import ECSKit
public import ECSReactive

/// One thing that a ``History`` has recorded.
public struct HistoryEvent {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// An entity or one of its components changed.
    case change(Event.Kind)
    /// A system began to run.
    case began(LoopError.Phase)
    /// A system has run.
    case ended(LoopError.Phase)
    /// The program noted something.
    case info
    /// The program noted an error.
    case error
  }

  /// The number of the event: 1 for the first one, and one more for each that follows.
  public let number: UInt64
  /// What happened.
  public let kind: Kind
  /// When it was recorded, by the clock of the history.
  public let time: Duration
  /// How many passes observed loops had begun by then.
  public let tick: UInt64
  /// The name of the context; nil for events of systems and notes.
  public let context: String?
  /// The creation number of the entity; nil for events of systems and notes.
  public let entity: UInt64?
  /// The type of the component that changed; nil if an entity was created or destroyed.
  public let component: (any Component.Type)?
  /// The value of the component before; nil if there was none.
  public let old: (any Component)?
  /// The value of the component after; nil if there is none.
  public let new: (any Component)?
  /// The number of the event whose observers made the change; nil if no observer made it.
  public let cause: UInt64?
  /// How many causes led to it: 0 for what the program itself changed.
  public let depth: Int
  /// The innermost system that ran then; for the run of a system, that system.
  public let system: String?
  /// What the transaction was called.
  public let label: String?
  /// The text of a note.
  public let text: String?
}

extension HistoryEvent: CustomStringConvertible {
  /// The event in one line, such as `7 updated entity 3 Rating(stars: 1) -> Rating(stars: 5)`.
  public var description: String {
    var words = ["\(number)", word]
    if let entity { words.append("entity \(entity)") }
    if let system, entity == nil { words.append(system) }
    if let text { words.append(text) }
    switch (old, new) {
    case (let old?, let new?): words.append("\(old) -> \(new)")
    case (let old?, nil): words.append("\(old)")
    case (nil, let new?): words.append("\(new)")
    case (nil, nil): break
    }
    return words.joined(separator: " ")
  }

  /// The word for the kind, as queries have it, such as `updated`.
  public var word: String { EventWord.of(kind) }
}
