import Basics
package import ECSKit

extension ConferenceSchedule {
  /// Returns the track of a talk, or of its session if the talk has none.
  ///
  /// The result is nil if neither has a track. Several tracks are separated by commas.
  package func track(of talk: Entity) -> String? {
    (talk[Track.self] ?? session(of: talk)?[Track.self])?.name
  }

  /// Returns the names of the tracks of a talk, or of its session if the talk has none.
  package func trackNames(of talk: Entity) -> [String] {
    (talk[Track.self] ?? session(of: talk)?[Track.self])?.names ?? []
  }

  /// Returns the type of a talk, or of its session if the talk has none.
  ///
  /// The result is nil if neither has a type.
  package func type(of talk: Entity) -> String? {
    (talk[SessionType.self] ?? session(of: talk)?[SessionType.self])?.name
  }

  /// Returns true if a session or one of its talks has a link with "recording" in its title.
  package func hasRecording(_ session: Entity) -> Bool {
    (talks(in: session) + [session]).contains { subject in
      (subject[WebLinks.self]?.links ?? []).contains { $0.title.folded.contains("recording") }
    }
  }

  /// Returns the language code of a talk, or of its session if the talk has none.
  ///
  /// The result is nil if neither has a language.
  package func language(of talk: Entity) -> String? {
    (talk[Language.self] ?? session(of: talk)?[Language.self])?.code
  }
}
