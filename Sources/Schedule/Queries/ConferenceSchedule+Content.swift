package import ECSKit

extension ConferenceSchedule {
  /// Returns the part of the schedule that a talk belongs to: its own, else that of its session.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The name of the track, or nil if neither says it.
  package func track(of talk: Entity) -> String? {
    (talk[Track.self] ?? session(of: talk)?[Track.self])?.name
  }

  /// Returns what kind of talk it is: its own type, else that of its session.
  ///
  /// - Parameter talk: A talk, or a session.
  /// - Returns: The word of the file, or nil if neither says it.
  package func type(of talk: Entity) -> String? {
    (talk[SessionType.self] ?? session(of: talk)?[SessionType.self])?.name
  }

  /// Returns the language of a talk: its own, else that of its session.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The code as the file has it, or nil if neither says it.
  package func language(of talk: Entity) -> String? {
    (talk[Language.self] ?? session(of: talk)?[Language.self])?.code
  }
}
