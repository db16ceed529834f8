import TextBasics

/// The changes of a zone's clocks as a zone file lists them, and the rule for the time after them.
struct ZoneTable: Equatable, Sendable {
  /// The moments of change, in seconds since 1970, each later than the one before.
  let changes: [Int64]
  /// For each change the position in `periods` of the period that begins then.
  let begun: [UInt8]
  /// The periods; the first one is in force before all changes.
  let periods: [ZonePeriod]
  /// The rule or offset from the last change on.
  let rule: ZoneRule?

  /// What is in force at a moment.
  func period(at instant: Instant) -> ZonePeriod {
    let passed = count(upTo: instant.secondsSince1970)
    if passed == changes.count, let rule { return rule.period(at: instant) }
    return passed == 0 ? periods[0] : periods[Int(begun[passed - 1])]
  }

  /// The moments between two others at which clocks may change, not in order.
  func changes(after first: Int64, before last: Int64) -> [Int64] {
    let listed = changes[count(upTo: first)...].prefix { $0 < last }
    let end = changes.last ?? first
    guard let rule, end < last else { return Array(listed) }
    return listed + rule.changes(after: max(first, end), before: last)
  }

  /// How many changes are not later than a moment, by bisection.
  private func count(upTo seconds: Int64) -> Int {
    changes.partitioningIndex { seconds < $0 }
  }
}
