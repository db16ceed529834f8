import ECSKit
import Observation

/// What the Observation module tracks for one subject, such as the members of a group.
final class Reads: Observable {
  private let registrar = ObservationRegistrar()

  /// Stands for the subject, which is somewhere else.
  private var subject: Void { () }

  /// Registers a read with the code that tracks it.
  func access() {
    registrar.access(self, keyPath: \.subject)
  }

  /// Notifies everybody who has read.
  func change() {
    registrar.withMutation(of: self, keyPath: \.subject) {}
  }
}

/// Calls a closure with an object and each event, for as long as the object is held.
///
/// The object may end on any thread. Its subscription ends where the context lives, at the next event.
///
/// - Parameters:
///   - follower: The object.
///   - observe: Registers the observer that it is given.
///   - body: The closure.
func follow<Follower: AnyObject>(
  _ follower: Follower, observe: (@escaping (Event) -> Void) -> ObserverToken,
  body: @escaping (Follower, Event) -> Void
) {
  var token: ObserverToken?
  token = observe { [weak follower] event in
    if let follower { body(follower, event) } else { token?.cancel() }
  }
}
