/// The token of a subscription.
///
/// A subscription lasts until ``cancel()`` or until its context ends. Dropping the token does not
/// end it: an observer must not depend on the owner of its token, and a token that is released
/// on another thread must not access the context.
public struct ObserverToken {
  let observer: Observer
  let reference: CoreReference
  let epoch: UInt32

  /// Ends the subscription at once.
  ///
  /// After the call the observer is not called again, not even with events that are waiting to be
  /// delivered. Cancelling twice, or after the context has ended, does nothing.
  ///
  /// - Complexity: O(1) for the observer of an entity, however many entities are observed.
  ///   Otherwise O(*c* (log *o* + *m*)), where *c* is the number of components in the rule of the
  ///   group (1 for the context), *o* that of the observers that share one of them and *m* a move
  ///   in memory.
  public func cancel() {
    guard let core = reference.core(in: epoch) else { return }
    core.cancel(observer)
  }

  static func ended(_ reference: CoreReference) -> ObserverToken {
    ObserverToken(
      observer: Observer(.context, number: 0, kinds: [], target: ObserverTarget(.calls)),
      reference: reference, epoch: 0)
  }
}
