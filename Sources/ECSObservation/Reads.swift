import ECSKit
import Observation

/// The tracked reads of one subject, such as the members of a group.
final class Reads: Observable {
  private let registrar = ObservationRegistrar()

  /// A placeholder for the subject.
  ///
  /// The placeholder is necessary because Observation identifies reads by the key path of a
  /// property.
  private var subject: Void { () }

  func access() {
    registrar.access(self, keyPath: \.subject)
  }

  /// Notifies all readers.
  func change() {
    registrar.withMutation(of: self, keyPath: \.subject) {}
  }
}

/// Calls a closure with each event while an object is alive.
///
/// The object may be released on any thread. Its subscription ends in the isolation of the context,
/// at the next event.
///
/// - Parameters:
///   - follower: The object that receives the events. The subscription has only a weak reference to
///     it.
///   - observe: Registers an observer.
///   - body: The closure, called with the object and the event.
func follow<Follower: AnyObject>(
  _ follower: Follower, observe: (@escaping (Event) -> Void) -> ObserverToken,
  body: @escaping (Follower, Event) -> Void
) {
  var token: ObserverToken?
  token = observe { [weak follower] event in
    if let follower { body(follower, event) } else { token?.cancel() }
  }
}
