public import ECSKit

/// An appointment of the attendee beside the schedule, such as a dinner.
public struct Appointment: Component, Sendable, Hashable {
  /// What it is called among the appointments of a conference, such as "own-d9d682".
  public var id: String
  /// What it is.
  public var title: String
  /// From when to when it is; both ends are known.
  public var timing: Timing
  /// Where it is; empty if nothing was said of that.
  public var location: String

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - id: What it is called among the appointments of a conference.
  ///   - title: What it is.
  ///   - timing: From when to when it is; both ends are known.
  ///   - location: Where it is; empty if nothing was said of that.
  public init(id: String, title: String, timing: Timing, location: String) {
    self.id = id
    self.title = title
    self.timing = timing
    self.location = location
  }
}
