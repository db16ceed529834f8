/// A policy for components that were changed both in a detached entity and in its context.
///
/// No policy takes a key of a unique index from another entity. An edit whose key is taken is a
/// ``SyncReport/Refusal``: it fails the sync under ``fail`` and is skipped under the others.
public enum SyncPolicy: Sendable, Hashable {
  /// Refuses the whole sync if there is any conflict or refusal.
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
    /// The edits were applied, except those skipped because of a conflict or a refusal.
    case synced
    /// Nothing was changed, because of conflicts or refusals, or because the context was frozen.
    ///
    /// Conflicts and refusals have this effect under ``SyncPolicy/fail``. A context is frozen where
    /// it must not change, for example in a reader of change sets; this is reported to the misuse
    /// handler.
    case refused
    /// Nothing was changed, because the entity was destroyed, its context has ended, or it belongs
    /// to another context.
    case gone
  }

  /// A component that was changed both in the detached entity and in its context.
  public struct Conflict: Sendable {
    /// The name of the component's type.
    public let component: String
    /// The value when the entity was detached; nil if it had none.
    public let base: (any DetachableComponent)?
    /// The value in the detached entity; nil if it was removed there.
    public let mine: (any DetachableComponent)?
    /// The value in the context at the time of the sync; nil if there was none.
    public let theirs: (any DetachableComponent)?
  }

  /// An edit that a unique index refuses, because another entity has its key.
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
  /// The names of the applied edits, with the components that were detached first.
  ///
  /// An edit counts as applied even if the component already had the value or was already removed.
  public let applied: [String]
  /// The conflicts under any policy, in the same order.
  public let conflicts: [Conflict]
  /// The edits that a unique index refuses, in the same order.
  ///
  /// Edits that ``SyncPolicy/theirs`` drops in a conflict are not included.
  public let refusals: [Refusal]
  /// The value to continue with.
  ///
  /// After a sync, it is a new copy of the entity, made after observers were notified. If
  /// notifications have to wait for an outer call, it is made before them. If nothing was changed,
  /// it is the value that was passed in, including its edits.
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
