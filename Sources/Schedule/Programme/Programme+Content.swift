package import ECSKit

extension Programme {
  /// Returns the part of the programme that a talk belongs to: its own, else that of its slot.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The name of the track, or nil if neither says it.
  package func track(of talk: Entity) -> String? {
    (talk[Track.self] ?? slot(of: talk)?[Track.self])?.name
  }

  /// Returns the language of a talk: its own, else that of its slot.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The code as the file has it, or nil if neither says it.
  package func language(of talk: Entity) -> String? {
    (talk[Language.self] ?? slot(of: talk)?[Language.self])?.code
  }
}
