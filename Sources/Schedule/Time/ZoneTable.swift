import Basics

/// The clock changes listed in a zone file, and the rule that applies after them.
struct ZoneTable: Equatable, Sendable {
  /// The instants of the changes in seconds since 1970, strictly ascending.
  let changes: [Int64]
  /// For each change, the index in `periods` of the period that starts with the change.
  let begun: [UInt8]
  /// The periods, beginning with the period before all changes.
  let periods: [ZonePeriod]
  /// The rule that applies after the last change, or nil if the last period continues.
  let rule: ZoneRule?

  func period(at instant: Instant) -> ZonePeriod {
    let passed = count(upTo: instant.secondsSince1970)
    if passed == changes.count, let rule { return rule.period(at: instant) }
    return passed == 0 ? periods[0] : periods[Int(begun[passed - 1])]
  }

  /// Returns the changes between two instants, in no particular order.
  ///
  /// Changes at the two instants are excluded.
  func changes(after first: Int64, before last: Int64) -> [Int64] {
    let listed = changes[count(upTo: first)...].prefix { $0 < last }
    let end = changes.last ?? first
    guard let rule, end < last else { return Array(listed) }
    return listed + rule.changes(after: max(first, end), before: last)
  }

  private func count(upTo seconds: Int64) -> Int {
    changes.partitioningIndex { seconds < $0 }
  }
}
