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
/// Identifiers are weighed by what the two lists say about their kind. They count before everything else if
/// they name talks, less if they count them, such as the numbers from 1 to the last talk, and for nothing if
/// two talks are found under each other's identifiers.
package struct Pairing: Sendable {
  /// Why two talks are one, the strongest reason first.
  package enum Evidence: String, Sendable, CaseIterable {
    /// They are turns of a talk that is given several times, at the same time and location.
    case turn
    /// They have a trusted identifier.
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
    /// All other turns of the talk have a partner.
    case lastTurn
    /// No other talk has this title, and one has the identifier of the other among its other codes.
    case otherID
    /// Title, start and location are the same, and no other talk has them.
    case title
    /// No other talk has this title, and both have a common speaker.
    case person
    /// Start, location and people are the same, and no other talk has them: it has another title.
    case slot
    /// Title or people, and start or location are the same, and no other talk has them. Identifiers say nothing.
    case half
    /// Identifier, start and location are the same, or the position in a session; title and people may be others.
    case place
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
  /// The locations and people with new names.
  package let renamings: Renamings

  /// Pairs two lists.
  ///
  /// - Parameters:
  ///   - older: The talks and sessions of the older version, or those that a log names.
  ///   - newer: The talks and sessions of the newer version.
  ///   - names: The locations and people of both versions, where they are known.
  /// - Complexity: O(*n*) expected for *n* talks and sessions, and O(*n* log *n*) for the order.
  package init(
    _ older: [TalkFacts], _ newer: [TalkFacts],
    _ names: (older: VersionNames, newer: VersionNames) = (VersionNames(), VersionNames())
  ) {
    var search = PairingSearch(older, newer, names)
    search.run()
    pairs = search.pairs.sorted { $0.old < $1.old }
    renamings = search.renamings
  }
}
