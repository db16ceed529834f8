/// What was done to a context, as a value: each change in order, with old and new values.
///
/// A change set is what one outermost call did, be it a `set` or a whole transaction, with all that
/// observers did in answer. It can be read, kept, and applied to its context; its ``inverse`` applied
/// is undo, and the inverse of that is redo.
///
///     let changes = context.changes { talk.set(Rating(stars: 1)) }
///     changes.changes.map(\.kind)           // [.updated]
///     try context.apply(changes.inverse)    // the talk has the rating it had before
///     try context.apply(changes)            // one star again
///
/// What was taken back, by a transaction that threw or a cascade without an end, is in no change set.
/// A set keeps its values and, so that entities can come back as the handles they were, the places
/// of those it destroyed; it does not keep its context.
///
/// - SeeAlso: <doc:UndoingChanges>
public struct ChangeSet {
  /// One change of one entity.
  public struct Change {
    /// What happened, in the words that an observer of the whole context hears.
    public let kind: Event.Kind
    /// The entity it happened to.
    public let entity: Entity
    /// The type of the component that changed; nil where an entity was created or destroyed.
    public let component: (any Component.Type)?
    /// The value of the component before; nil if there was none.
    public let old: (any Component)?
    /// The value of the component after; nil if there is none.
    public let new: (any Component)?
    /// The creation number of the entity, which is known also of one that is gone.
    public let creationNumber: UInt64

    /// The opposite change.
    fileprivate var inverse: Change {
      let kind: Event.Kind =
        switch self.kind {
        case .created: .destroyed
        case .added: .removed
        case .updated: .updated
        case .removed: .added
        case .destroyed: .created
        }
      return Change(
        kind: kind, entity: entity, component: component, old: new, new: old,
        creationNumber: creationNumber)
    }
  }

  /// The records it was made of: one change each, or `created` and what follows for an entity that
  /// came as a whole, or what precedes and `destroyed` for one that went.
  let steps: [[Change]]
  let seal: Seal

  /// All changes, in the order they were made.
  ///
  /// An entity that came with components is `created` and then `added` for each; one that was
  /// destroyed is `removed` for each and then `destroyed`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public var changes: [Change] { steps.flatMap(\.self) }

  /// Whether nothing was changed.
  public var isEmpty: Bool { steps.isEmpty }

  /// The opposite changes, last first: what undoes this set.
  ///
  /// They are listed as observers of the context are notified of them. An entity that comes back is
  /// `created` and then `added` for each component, in the order in which the context saw the types.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public var inverse: ChangeSet {
    ChangeSet(steps: steps.reversed().map(Self.inverse), seal: seal)
  }

  /// The components of an entity that comes or goes keep their order.
  private static func inverse(of step: [Change]) -> [Change] {
    let opposite = step.map(\.inverse)
    if step.first?.kind == .created { return Array(opposite.dropFirst() + opposite.prefix(1)) }
    if step.last?.kind == .destroyed { return Array(opposite.suffix(1) + opposite.dropLast()) }
    return opposite
  }
}

/// The places that are not given to other entities as long as a change set may bring theirs back.
///
/// It is held by the core and by change sets. Those may end on another thread, so a seal does nothing
/// when it is let go of: the core looks from time to time which seals nobody else holds.
final class Seal {
  var places: [UInt32] = []
}
