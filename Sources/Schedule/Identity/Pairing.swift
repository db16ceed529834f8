/// The pairs of equal talks and sessions in two lists: of two versions of a schedule, or of a log
/// and a schedule.
///
/// This is the only answer to "which talk is this". The comparison of versions, kept marks, merged
/// ratings and the identifiers in calendars all use it.
///
///     let pairing = Pairing(older, newer)
///     pairing.pairs.map { (older[$0.old].id, newer[$0.new].id, $0.evidence) }
///
/// It is found in tiers from the strongest evidence to the weakest; see ``Evidence``. Talks that a
/// tier has paired take part in no later one, and each tier pairs only what is unique, so that
/// every talk has at most one partner and the order of the lists does not matter. A talk is never
/// paired if another talk of the other list agrees with it in more of title, people, start,
/// location and identifier: an uncertain talk stays without a partner.
///
/// A number is evidence only if no talk contradicts it. If a talk has a new number, and its old
/// number belongs to another talk, numbers were reused and count for nothing.
package struct Pairing: Sendable {
  /// Why two talks are one, the strongest reason first.
  package enum Evidence: String, Sendable, CaseIterable {
    /// They have an identifier that no two talks share.
    case identifier
    /// Title, people, start and location are the same.
    case everything
    /// Number, title and people are the same.
    case number
    /// Title, people and start are the same.
    case start
    /// Title, people and location are the same.
    case location
    /// The number is the same, and so are title or people.
    case renumbered
    /// No other talk has this title and these people.
    case names
    /// Title, start and location are the same, and no other talk has them.
    case title
    /// No other talk has this title, and both have a common speaker.
    case person
    /// Start, location and people are the same, and no other talk has them: it has another title.
    case slot
  }

  /// Two talks that are one.
  package struct Pair: Sendable {
    /// The position in the older list.
    package let old: Int
    /// The position in the newer list.
    package let new: Int
    /// Why they are one.
    package let evidence: Evidence
  }

  /// The pairs, in the order of the older list.
  package let pairs: [Pair]
  /// The names that locations had and what they are called now, as compared.
  package let renamedLocations: [String: String]

  /// Pairs two lists.
  ///
  /// - Parameters:
  ///   - older: The talks and sessions of the older version, or those that a log names.
  ///   - newer: The talks and sessions of the newer version.
  /// - Complexity: O(*n*) expected for *n* talks and sessions, and O(*n* log *n*) for the order.
  package init(_ older: [TalkFacts], _ newer: [TalkFacts]) {
    var search = PairingSearch(older, newer)
    search.run()
    pairs = search.pairs.sorted { $0.old < $1.old }
    renamedLocations = search.renamedLocations
  }
}
