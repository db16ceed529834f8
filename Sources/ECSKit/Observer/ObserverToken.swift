/// The token of a subscription.
///
/// A subscription lasts until ``cancel()`` is called or its context is deallocated. Dropping the
/// token does not end the subscription. You need not store the token, and it may be released on any
/// thread.
public struct ObserverToken {
  let observer: Observer
  let reference: CoreReference
  let epoch: UInt32

  /// Ends the subscription immediately.
  ///
  /// After this call, the observer is not called again, not even for pending events. A second call,
  /// or a call after the context was deallocated, has no effect.
  ///
  /// - Complexity: O(1) for the observer of an entity, regardless of the number of observed
  ///   entities. Otherwise O(*c* (log *o* + *m*)), where *c* is the number of components in the
  ///   rule of the group (1 for the context), *o* the number of observers of one of these
  ///   components and *m* the cost of a move in memory.
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
