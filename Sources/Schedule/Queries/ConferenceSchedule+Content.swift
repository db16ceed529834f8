package import ECSKit

extension ConferenceSchedule {
  /// Returns the track of a talk, or else the track of its session.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The name of the track, or nil if the file names none.
  package func track(of talk: Entity) -> String? {
    (talk[Track.self] ?? session(of: talk)?[Track.self])?.name
  }

  /// Returns the type of a talk, or else the type of its session.
  ///
  /// - Parameter talk: A talk or a session.
  /// - Returns: The type as written in the file, or nil if the file names none.
  package func type(of talk: Entity) -> String? {
    (talk[SessionType.self] ?? session(of: talk)?[SessionType.self])?.name
  }

  /// Returns the language of a talk, or else the language of its session.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The code as written in the file, or nil if the file names none.
  package func language(of talk: Entity) -> String? {
    (talk[Language.self] ?? session(of: talk)?[Language.self])?.code
  }
}
