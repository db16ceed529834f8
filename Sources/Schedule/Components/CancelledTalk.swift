import Basics
package import ECSKit

/// A starred, rated or otherwise marked talk or session that is no longer in the schedule.
///
/// The component stores the last known state.
package struct CancelledTalk: Component, Sendable, Hashable {
  /// The identifier shown to users, different from all identifiers in the schedule.
  package let id: String
  /// The identifier in the last schedule that contained the talk or session.
  package let formerID: String
  package let title: String
  package let people: [String]
  package let timing: Timing?
  package let locations: [String]

  package init(
    id: String, formerID: String, title: String, people: [String], timing: Timing?,
    locations: [String]
  ) {
    self.id = id
    self.formerID = formerID
    self.title = title
    self.people = people
    self.timing = timing
    self.locations = locations
  }
}

extension ConferenceSchedule {
  /// The cancelled talks and sessions that the attendee has marked, in creation order.
  package var cancelled: [Entity] { context.group(.cancelled).inCreationOrder }

  /// Returns the cancelled talk or session with the given identifier.
  ///
  /// - Parameter id: The identifier that ``id(of:)`` returns, or ``CancelledTalk/formerID`` in full
  ///   or short form. If no identifier matches exactly, case is ignored.
  /// - Returns: The only match, or nil if none or several match.
  /// - Complexity: O(*n*), where *n* is the number of cancelled talks and sessions.
  package func cancelled(_ id: String) -> Entity? {
    let all = cancelled
    if let entity = all.first(where: { $0[CancelledTalk.self]?.id == id }) { return entity }
    let folded = id.folded
    let others = all.filter { entity in
      entity[CancelledTalk.self].map { talk in
        [talk.id, talk.formerID, SessionID(text: talk.formerID).short].contains {
          $0.folded == folded
        }
      } ?? false
    }
    return others.count == 1 ? others[0] : nil
  }
}
