import ECSKit

/// Wakes a waiting iterator when the observed entity or group changes or no longer exists.
///
/// If the entity or group exists, the first wait returns immediately, so that the iterator reads
/// the current values. Several changes between two waits cause only one wake.
struct Signal {
  private var wakes: AsyncStream<Void>.Iterator
  private let token: ObserverToken
  private let interest: Interest

  /// The iterator's side of the subscription.
  ///
  /// The object lives as long as the iterator.
  private final class Interest {
    /// True from a wake until the iterator has received it.
    var isAwake = true
  }

  /// The observer's side of the subscription.
  ///
  /// When the observer is dropped, this object finishes the stream.
  private final class Subscription {
    let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) {
      self.continuation = continuation
    }

    deinit {
      continuation.finish()
    }
  }

  /// Creates a signal and subscribes to events.
  ///
  /// - Parameters:
  ///   - isOfInterest: Returns true if an event wakes the iterator.
  ///   - observe: Registers an observer.
  init(
    where isOfInterest: @escaping (Event) -> Bool,
    observe: (@escaping (Event) -> Void) -> ObserverToken
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let interest = Interest()
    var kept: ObserverToken?
    token = observe { [weak interest, subscription = Subscription(continuation)] event in
      // The iterator may have ended on any thread. Its subscription is ended in the isolation of
      // the context.
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
  /// - Returns: False if the subscription has ended, because the observed entity or group no longer
  ///   exists or the task is cancelled.
  mutating func wake(isolation: isolated (any Actor)?) async -> Bool {
    guard await wakes.next(isolation: isolation) != nil else {
      token.cancel()
      return false
    }
    interest.isAwake = false
    return true
  }
}
