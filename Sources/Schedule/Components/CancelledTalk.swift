package import ECSKit
import TextBasics

/// A marked talk or session that is no longer in the schedule, as it was last known.
package struct CancelledTalk: Component, Sendable, Hashable {
  /// The identifier by which it can be named; no talk and no session of the schedule has it.
  package let id: String
  /// The identifier that it had in the schedule.
  package let formerID: String
  /// What it was called.
  package let title: String
  /// The names of those who were to speak.
  package let people: [String]
  /// When it was planned; nil if that is not known.
  package let timing: Timing?
  /// The names of its locations.
  package let locations: [String]

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - id: The identifier by which it can be named.
  ///   - formerID: The identifier that it had in the schedule.
  ///   - title: What it was called.
  ///   - people: The names of those who were to speak.
  ///   - timing: When it was planned, if that is known.
  ///   - locations: The names of its locations.
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
  /// The marked talks and sessions that are no longer in the schedule, in the order in which they
  /// were marked.
  package var cancelled: [Entity] { context.group(.cancelled).inCreationOrder }

  /// Returns a marked talk or session that is no longer in the schedule, by its identifier.
  ///
  /// - Parameter id: What ``id(of:)`` returns, or the identifier that it had in the schedule, in any case.
  /// - Returns: The only one of this identifier; nil if there is none or several.
  /// - Complexity: O(*n*), where *n* is the number of all that is marked and gone.
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
