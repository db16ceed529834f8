package import Schedule

/// What a list is asked for.
package struct ListQuery: Equatable, Sendable {
  /// What the filters ask for.
  package var rule = SelectionRule()
  /// The words that are looked for.
  package var words = ""
  /// Whether it is the user's own agenda, with free time and what fits into it.
  package var isAgenda = false
  /// A time; only what takes place then is meant.
  package var during: Range<Instant>?

  /// Identifiers; only the talks that have them are meant.
  package var only: Set<String>?

  /// Creates a query for the whole schedule.
  package init() {}

  /// Whether it asks for anything but all of the schedule.
  var isLimited: Bool {
    rule != SelectionRule() || !words.isEmpty || isAgenda || during != nil
      || only != nil
  }
}
