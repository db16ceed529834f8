public import ECSKit

/// An attendee's appointment outside the schedule, such as a dinner.
public struct Appointment: Component, Sendable, Hashable {
  /// The identifier, unique among the appointments of a conference, such as "own-d9d682".
  public var id: String
  /// The title.
  public var title: String
  /// The time, with a known start and end.
  public var timing: Timing
  /// The location, or an empty string if it is unknown.
  public var location: String

  /// Creates an appointment.
  ///
  /// - Parameters:
  ///   - id: The identifier, unique among the appointments of a conference.
  ///   - title: The title.
  ///   - timing: The time. Its start and end must be known.
  ///   - location: The location, or an empty string if it is unknown.
  public init(id: String, title: String, timing: Timing, location: String) {
    self.id = id
    self.title = title
    self.timing = timing
    self.location = location
  }
}
