/// The policy that decides what a sync does with components that were changed on both sides.
///
/// No policy takes a key of a unique index from the entity that has it. An edit whose key is taken
/// is a ``SyncReport/Refusal``: it fails the sync under ``fail`` and is skipped under the others.
public enum SyncPolicy: Sendable, Hashable {
  /// A single conflict or refusal refuses the whole sync.
  case fail
  /// The detached value wins.
  case mine
  /// The context wins: in a conflict, the detached value is dropped.
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
  /// How a sync ended.
  @frozen
  public enum Outcome: Sendable, Hashable {
    /// The edits were applied, except those skipped because of a conflict or a refusal.
    case synced
    /// Nothing was changed: there were conflicts or refusals under ``SyncPolicy/fail``, or a
    /// cascade was being rolled back, which is reported to the misuse handler.
    case refused
    /// Nothing was changed: the entity or its context is gone, or belongs to another context.
    case gone
  }

  /// A component that was changed on both sides since the entity was detached.
  public struct Conflict: Sendable {
    /// The name of the component's type.
    public let component: String
    /// The value when the entity was detached; nil if it had none.
    public let base: (any DetachableComponent)?
    /// The value of the detached entity; nil if it was removed there.
    public let mine: (any DetachableComponent)?
    /// The value that the entity held in its context when it was synced; nil if it held none.
    public let theirs: (any DetachableComponent)?
  }

  /// An edit that a unique index refuses, because another entity has its key.
  public struct Refusal: Sendable {
    /// The name of the component's type.
    public let component: String
    /// The key that is taken.
    public let key: String
    /// The creation number of the first entity that has the key.
    public let holder: UInt64
    /// The value of the detached entity, which was not set.
    public let mine: any DetachableComponent
  }

  /// How the sync ended.
  public let outcome: Outcome
  /// The names of the edited components that were set or removed, beginning with those that were
  /// detached.
  ///
  /// A component that already had the value, or was already gone, counts as applied.
  public let applied: [String]
  /// The conflicts, whatever the policy decided, in the same order.
  public let conflicts: [Conflict]
  /// The edits that a unique index refuses, in the same order.
  ///
  /// An edit that ``SyncPolicy/theirs`` drops in a conflict is not among them.
  public let refusals: [Refusal]
  /// The value to continue with.
  ///
  /// After a sync it is the entity, detached again after its observers were notified (unless they
  /// have to wait). If nothing was changed, it is the value that was passed in, edits included.
  public let detached: DetachedEntity
}

extension SyncReport {
  /// Returns the report of a sync that changed nothing.
  static func unchanged(
    _ detached: DetachedEntity, _ outcome: Outcome, _ merge: Merge? = nil
  ) -> SyncReport {
    SyncReport(
      outcome: outcome, applied: [], conflicts: merge?.conflicts ?? [],
      refusals: merge?.refusals ?? [], detached: detached)
  }
}
