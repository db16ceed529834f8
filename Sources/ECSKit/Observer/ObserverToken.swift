/// The token of a subscription.
///
/// A subscription lasts until ``cancel()`` or until its context goes away. Dropping the token ends
/// nothing: what an observer does must not depend on who happens to keep a token, and a token that
/// is released on another thread must not reach into the context.
public struct ObserverToken {
  let observer: Observer
  let reference: CoreReference
  let epoch: UInt32

  /// Ends the subscription at once.
  ///
  /// After the call the observer is not called again, not even with events that are waiting to be
  /// told. Cancelling twice, or after the context went away, does nothing.
  ///
  /// - Complexity: O(1) for the observer of an entity, however many entities are observed. Otherwise
  ///   O(*c* (log *o* + *m*)), where *c* is the number of components in the rule of the group (1 for
  ///   the context), *o* that of the observers who share one of them and *m* a move in memory.
  public func cancel() {
    guard let core = reference.core(in: epoch) else { return }
    core.cancel(observer)
  }

  /// The token of a subscription to something that is gone.
  static func ended(_ reference: CoreReference) -> ObserverToken {
    ObserverToken(
      observer: Observer(.context, number: 0, kinds: [], target: ObserverTarget(.calls)),
      reference: reference, epoch: 0)
  }
}
