public import ECSKit
public import ECSReactive

/// One event of a ``History``.
public struct HistoryEvent {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// An entity or one of its components changed.
    case change(Event.Kind)
    /// A system began to run in a phase.
    case began(LoopError.Phase)
    /// A system finished running in a phase.
    case ended(LoopError.Phase)
    /// The program added a note.
    case info
    /// The program added a note about an error.
    case error
  }

  /// The number of the event, counted from 1.
  public let number: UInt64
  /// The kind of the event.
  public let kind: Kind
  /// The time of the event, as measured by the history's clock.
  public let time: Duration
  /// The number of passes that the observed loops had begun before the event.
  public let tick: UInt64
  /// The name of the context, or nil for events of systems and notes.
  public let context: String?
  /// The creation number of the entity, or nil for events of systems and notes.
  public let entity: UInt64?
  /// The type of the changed component, or nil if the event changed no component.
  public let component: (any Component.Type)?
  /// The previous value of the component, or nil if the event has no previous value.
  public let old: (any Component)?
  /// The new value of the component, or nil if the event has no new value.
  public let new: (any Component)?
  /// The number of the event whose observers made the change, or nil if no observer made it.
  public let cause: UInt64?
  /// The number of events in the chain of causes.
  ///
  /// If no observer made the change, the number is 0.
  public let depth: Int
  /// The innermost system that was running, or nil if no system was running.
  ///
  /// For the beginning or end of a run, this is the system of the run.
  public let system: String?
  /// The label of the transaction, or nil if the event has no label.
  public let label: String?
  /// The text of a note, or nil for another event.
  public let text: String?
}

extension HistoryEvent: CustomStringConvertible {
  /// The event on one line, such as `7 updated entity 3 Rating(stars: 1) -> Rating(stars: 5)`.
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

  /// The name of the kind in queries, such as `updated`.
  public var word: String { EventWord.of(kind) }
}
