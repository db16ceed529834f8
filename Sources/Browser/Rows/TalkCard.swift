import Schedule

/// The details of a talk for a card or a page.
struct TalkCard: Equatable, Sendable {
  let row: TalkRow
  let when: String
  /// The track, language and locations.
  let facts: [String]
  let people: [String]
  /// The free time around the talk, or the clashes of the talk with the agenda.
  let remarks: [String]
  let abstract: String
  /// The web addresses of the talk's page and material.
  let links: [String]
}
