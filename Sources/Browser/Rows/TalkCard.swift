import Schedule

/// What there is to read about a talk.
struct TalkCard: Equatable, Sendable {
  let row: TalkRow
  /// When it is, in words.
  let when: String
  /// What it is about besides its title: track, language, location.
  let facts: [String]
  /// The names of those who give it.
  let people: [String]
  /// When the user is free around it, or what it clashes with.
  let remarks: [String]
  let abstract: String
  /// Addresses of its page and of its material.
  let links: [String]
}
