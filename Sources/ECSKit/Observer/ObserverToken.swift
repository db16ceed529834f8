/// A token that ends a subscription, or releases another claim such as a lease.
///
/// A subscription lasts until ``cancel()`` is called or its context is deallocated. Dropping the
/// token does not end the subscription. You need not store the token, and it may be released on any
/// thread.
public struct ObserverToken {
  private enum Claim {
    case observer(Observer, CoreReference, epoch: UInt32)
    case action(Box<(() -> Void)?>)
  }

  private let claim: Claim

  init(observer: Observer, reference: CoreReference, epoch: UInt32) {
    claim = .observer(observer, reference, epoch: epoch)
  }

  /// Creates a token that calls a closure when it is cancelled.
  ///
  /// The closure is called at most once.
  package init(onCancel: @escaping () -> Void) {
    claim = .action(Box(onCancel))
  }

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
    switch claim {
    case .observer(let observer, let reference, let epoch):
      reference.core(in: epoch)?.cancel(observer)
    case .action(let action):
      let onCancel = action.value
      action.value = nil
      onCancel?()
    }
  }

  static func ended(_ reference: CoreReference) -> ObserverToken {
    ObserverToken(
      observer: Observer(.context, number: 0, kinds: [], target: ObserverTarget(.calls)),
      reference: reference, epoch: 0)
  }
}
