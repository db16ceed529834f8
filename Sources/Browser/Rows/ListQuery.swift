package import Schedule

package struct ListQuery: Equatable, Sendable {
  package var rule = SelectionRule()
  package var words = ""
  /// True to show the user's agenda, including free time and suggestions.
  package var isAgenda = false
  /// True to show a plan instead of the agenda.
  package var isPlan = false
  /// The time range that the sessions must overlap, or nil for any time.
  package var during: Range<Instant>?

  /// The identifiers of the talks to show, or nil for all talks.
  package var only: Set<String>?

  package init() {}

  /// True unless the query shows the whole schedule.
  var isLimited: Bool {
    rule != SelectionRule() || !words.isEmpty || isAgenda || during != nil
      || only != nil
  }

  /// Returns the search words, preceded by a prefix such as "/", and then the filters.
  func parts(before search: String = "/") -> [String] {
    let filters = [
      ("track", rule.tracks), ("location", rule.locations), ("language", rule.languages),
      ("speaker", rule.speakers),
    ].flatMap { kind, names in (names ?? []).map { "\(kind): \($0.shown)" } }
    return [words.isEmpty ? nil : search + words, rule.isStarred ? "only starred" : nil].compactMap(
      \.self)
      + filters
      + [
        rule.isHidden ? "hidden" : nil, during == nil ? nil : "at the same time",
        only == nil ? nil : "changed",
      ].compactMap(\.self)
  }
}
