/// A policy for components that were changed both in a detached entity and in its context.
///
/// No policy takes a key of a unique index from another entity. An edit whose key belongs to
/// another entity is a ``SyncReport/Refusal``. Under ``fail``, a refusal fails the sync. Under the
/// other policies, the edit is skipped.
public enum SyncPolicy: Sendable, Hashable {
  /// Refuses the whole sync if any conflict or refusal occurs.
  case fail
  /// Resolves conflicts with the value of the detached entity.
  case mine
  /// Resolves conflicts with the value in the context.
  case theirs
}

/// The result of a sync.
///
///     let report = context.sync(photo, policy: .fail)
///     for conflict in report.conflicts {
///       print(conflict.component, conflict.mine as? Photo, conflict.theirs as? Photo)
///     }
///     photo = report.detached  // to continue with
public struct SyncReport: Sendable {
  /// The outcome of a sync.
  @frozen
  public enum Outcome: Sendable, Hashable {
    /// The edits were applied, except those that a conflict or a refusal prevented.
    case synced
    /// Nothing was changed, because of conflicts or refusals, or because the context was frozen.
    ///
    /// Conflicts and refusals have this effect under ``SyncPolicy/fail``. A context is frozen while
    /// it refuses changes, for example in a reader of change sets. A sync with a frozen context is
    /// reported to the misuse handler.
    case refused
    /// Nothing was changed, because the entity is not in the context.
    ///
    /// The entity was destroyed, its context was deallocated, or it belongs to another context.
    case gone
  }

  /// A component that was changed both in the detached entity and in its context.
  public struct Conflict: Sendable {
    /// The name of the component's type.
    public let component: String
    /// The value at the time of detachment, or nil if the entity lacked the component.
    public let base: (any DetachableComponent)?
    /// The value in the detached entity, or nil if the component was removed there.
    public let mine: (any DetachableComponent)?
    /// The value in the context at the time of the sync, or nil if the entity lacked the component.
    public let theirs: (any DetachableComponent)?
  }

  /// An edit that a unique index refuses, because another entity has the key.
  public struct Refusal: Sendable {
    /// The name of the component's type.
    public let component: String
    /// The taken key.
    public let key: String
    /// The creation number of the first entity that has the key.
    public let holder: UInt64
    /// The refused value from the detached entity.
    public let mine: any DetachableComponent
  }

  /// The outcome of the sync.
  public let outcome: Outcome
  /// The names of the components whose edits were applied.
  ///
  /// Components that were detached precede components that were added to the copy. An edit counts
  /// as applied even if the component already had the value or was already removed.
  public let applied: [String]
  /// The conflicts, including those that the policy resolved, in the same order as ``applied``.
  public let conflicts: [Conflict]
  /// The edits that a unique index refuses, in the same order as ``applied``.
  ///
  /// Edits that ``SyncPolicy/theirs`` drops in a conflict are not included.
  public let refusals: [Refusal]
  /// The detached entity to continue with.
  ///
  /// After a sync, the value is a new copy of the entity. The copy is made after observers have
  /// been notified, unless an outer call delays the notification. If nothing was changed, the value
  /// is the detached entity that was passed in, with its edits.
  public let detached: DetachedEntity
}

extension SyncReport {
  static func unchanged(
    _ detached: DetachedEntity, _ outcome: Outcome, _ merge: Merge? = nil
  ) -> SyncReport {
    SyncReport(
      outcome: outcome, applied: [], conflicts: merge?.conflicts ?? [],
      refusals: merge?.refusals ?? [], detached: detached)
  }
}
