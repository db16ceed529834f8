/// The changes that one call made to a context, in order, with old and new values.
///
/// A change set holds what one outermost call did, be it a `set` or a whole transaction, and
/// everything that observers changed in response. You can read it, keep it, and apply it to its
/// context. Applying its ``inverse`` is undo; applying the set again is redo.
///
///     let changes = context.changes { talk.set(Rating(stars: 1)) }
///     changes.changes.map(\.kind)           // [.updated]
///     try context.apply(changes.inverse)    // the talk has the rating it had before
///     try context.apply(changes)            // one star again
///
/// Changes that were rolled back, by a transaction that threw or by an endless cascade, are in no
/// change set. A set keeps its values alive. It also keeps the slots of the entities that it
/// destroyed, so that they can come back under the same handles. It does not keep its context
/// alive.
///
/// - SeeAlso: <doc:UndoingChanges>
public struct ChangeSet {
  /// One change of one entity.
  public struct Change {
    /// The kind of change, as an observer of the whole context receives it.
    public let kind: Event.Kind
    /// The entity that changed.
    public let entity: Entity
    /// The type of the component that changed; nil if an entity was created or destroyed.
    public let component: (any Component.Type)?
    /// The value of the component before; nil if there was none.
    public let old: (any Component)?
    /// The value of the component after; nil if there is none.
    public let new: (any Component)?
    /// The creation number of the entity, which is available even if the entity is destroyed.
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

  /// The records that the set was made of.
  ///
  /// Each is one change of a component, or `created` followed by the additions of a new entity, or
  /// the removals of a destroyed entity followed by `destroyed`.
  let steps: [[Change]]
  let seal: Seal

  /// All changes, in the order in which they were made.
  ///
  /// An entity that was created with components is `created` and then `added` for each. An entity
  /// that was destroyed is `removed` for each and then `destroyed`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public var changes: [Change] {
    var changes: [Change] = []
    // An array that grows takes up to three times the memory of the changes.
    changes.reserveCapacity(steps.reduce(0) { $0 + $1.count })
    forEachChange { changes.append($0) }
    return changes
  }

  /// Calls a closure with each change, in the order of ``changes``, without an array of them all.
  ///
  /// - Parameter body: A closure that is called with each change.
  /// - Complexity: O(*n*), where *n* is the number of changes.
  package func forEachChange(_ body: (Change) -> Void) {
    for step in steps {
      for change in step { body(change) }
    }
  }

  /// Whether the set has no changes.
  public var isEmpty: Bool { steps.isEmpty }

  /// The change set that undoes this one: the opposite changes, last first.
  ///
  /// The changes are listed in the order in which observers of the context are notified of them. An
  /// entity that comes back is `created` and then `added` for each component, in the order in which
  /// the context first saw the types.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public var inverse: ChangeSet {
    ChangeSet(steps: steps.reversed().map(Self.inverse), seal: seal)
  }

  /// Inverts a step; the components of a created or destroyed entity keep their order.
  private static func inverse(of step: [Change]) -> [Change] {
    var opposite: [Change] = []
    // There are as many steps as entities, so no array has more capacity than it needs.
    opposite.reserveCapacity(step.count)
    let isCreation = step.first?.kind == .created
    let isDestruction = !isCreation && step.last?.kind == .destroyed
    if isDestruction, let last = step.last { opposite.append(last.inverse) }
    let components = step.dropFirst(isCreation ? 1 : 0).dropLast(isDestruction ? 1 : 0)
    for change in components { opposite.append(change.inverse) }
    if isCreation, let first = step.first { opposite.append(first.inverse) }
    return opposite
  }
}

/// The slots that are reserved while a change set may bring their entities back.
///
/// The core and change sets hold it. A change set may be released on another thread, so releasing a
/// seal does nothing by itself: from time to time the core looks for seals that nobody else holds.
final class Seal {
  var indices: [UInt32] = []
}
