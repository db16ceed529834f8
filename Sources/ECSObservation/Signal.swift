import ECSKit

/// What an iterator waits for: a change, or the end of the subject.
///
/// It wakes once at the beginning if the subject is there, so that the present state is read in the
/// same way as later ones. Signals sent before the next wait cause one wake.
struct Signal {
  private var wakes: AsyncStream<Void>.Iterator
  private let token: ObserverToken
  private let interest: Interest

  /// Alive as long as there is an iterator.
  private final class Interest {
    /// Whether a wake was sent that no waiter has taken yet.
    var isAwake = true
  }

  /// Held by the observer alone, so that it ends with the subscription.
  private final class Subscription {
    let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) {
      self.continuation = continuation
    }

    deinit {
      continuation.finish()
    }
  }

  /// Subscribes.
  ///
  /// - Parameters:
  ///   - isOfInterest: Whether an event wakes.
  ///   - observe: Registers the observer that it is given.
  init(
    where isOfInterest: @escaping (Event) -> Bool,
    observe: (@escaping (Event) -> Void) -> ObserverToken
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let interest = Interest()
    var kept: ObserverToken?
    token = observe { [weak interest, subscription = Subscription(continuation)] event in
      // The iterator may have ended on any thread; its subscription ends where the context is.
      guard let interest else {
        kept?.cancel()
        return
      }
      if interest.isAwake || !isOfInterest(event) { return }
      interest.isAwake = true
      subscription.continuation.yield()
    }
    kept = token
    self.interest = interest
    continuation.yield()
    wakes = stream.makeAsyncIterator()
  }

  /// Waits for the next wake.
  ///
  /// - Returns: False if the subject is gone or the task was cancelled; the subscription has ended.
  mutating func wake(isolation: isolated (any Actor)?) async -> Bool {
    guard await wakes.next(isolation: isolation) != nil else {
      token.cancel()
      return false
    }
    interest.isAwake = false
    return true
  }
}
