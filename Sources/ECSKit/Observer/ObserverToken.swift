/// The token of a subscription.
///
/// A subscription lasts until ``cancel()`` or until its context ends. Dropping the token does not
/// end the subscription. An observer must not depend on the owner of its token, and a token that is
/// released on another thread must not access the context.
public struct ObserverToken {
  let observer: Observer
  let reference: CoreReference
  let epoch: UInt32

  /// Ends the subscription at once.
  ///
  /// After this call, the observer is not called again, not even for events that are waiting.
  /// Cancelling twice, or after the context has ended, does nothing.
  ///
  /// - Complexity: O(1) for the observer of an entity, regardless of the number of observed
  ///   entities. Otherwise O(*c* (log *o* + *m*)), where *c* is the number of components in the
  ///   rule of the group (1 for the context), *o* the number of observers of such a component and
  ///   *m* the cost of a move in memory.
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
