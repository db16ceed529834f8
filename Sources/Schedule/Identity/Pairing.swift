/// Pairs of entries that denote the same talk or session in two lists.
///
/// The lists belong to two versions of a schedule, or to a log and a schedule. All code that
/// identifies a talk across versions uses this type: the comparison of versions, saved marks,
/// merged ratings and the identifiers in exported calendars.
///
///     let pairing = Pairing(older, newer)
///     pairing.pairs.map { (older[$0.old].id, newer[$0.new].id, $0.evidence) }
///
/// The search proceeds in tiers from the strongest evidence to the weakest; see ``Evidence``. Each
/// tier skips talks that are already paired, and pairs two talks only if the match is unique. So
/// every talk has at most one partner, and the order of the lists does not matter. The compared
/// fields are title, people, start, location and identifier. Most tiers reject a pair if one of its
/// talks agrees in more fields with a talk outside the pair.
///
/// Identifiers that name talks have more weight than mere sequence numbers, such as 1, 2 and 3. All
/// identifiers of a kind are ignored if some of them have moved from one talk to another.
package struct Pairing: Sendable {
  /// The reason for a pair.
  ///
  /// The cases are in order of strength, strongest first.
  package enum Evidence: String, Sendable, CaseIterable {
    /// Occurrences of a repeated talk at the same time and location.
    case turn
    /// The same trusted identifier.
    case identifier
    /// The same title, people, start and location.
    case everything
    /// The same number, title and people.
    case number
    /// The same title, people and start.
    case start
    /// The same title, people and location.
    case location
    /// The same number, and the same title or people.
    case renumbered
    /// The same title and people.
    ///
    /// No other talk has both.
    case names
    /// The last occurrences of a repeated talk, after all other occurrences have partners.
    case lastTurn
    /// A common code, and either the same title or the same start and location.
    ///
    /// The title, or the start and location, must not occur in any other talk.
    case otherID
    /// The same title, start and location.
    ///
    /// No other talk has all three.
    case title
    /// A common speaker and the same title.
    ///
    /// All other talks with the title have partners.
    case person
    /// The same start, location and people, but a different title.
    ///
    /// No other talk has all three.
    case slot
    /// The same title or people, and the same start or location.
    ///
    /// No other talk has both. Identifiers do not count.
    case half
    /// The same identifier, start and location, or the same index in paired sessions.
    ///
    /// Title and people may differ.
    case place
  }

  package struct Pair: Sendable {
    /// The index in the older list.
    package let old: Int
    /// The index in the newer list.
    package let new: Int
    package let evidence: Evidence
  }

  /// The pairs, in the order of the older list.
  package let pairs: [Pair]
  package let renamings: Renamings

  /// Pairs the talks and sessions of two lists.
  ///
  /// - Parameters:
  ///   - older: The talks and sessions of the older version, or of a log.
  ///   - newer: The talks and sessions of the newer version.
  ///   - names: The locations and people of both versions, if known.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of talks and sessions.
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
