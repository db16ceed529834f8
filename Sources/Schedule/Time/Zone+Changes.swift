extension Zone {
  package struct Change: Equatable, Sendable {
    package let instant: Instant
    /// The offset from UTC after the change, in seconds.
    package let offset: Int

    package init(at instant: Instant, to offset: Int) {
      self.instant = instant
      self.offset = offset
    }
  }

  /// Creates a zone from a list of changes, or returns nil if an offset or the rule is invalid.
  ///
  /// If several changes have the same instant, the last of these changes applies. A list with more
  /// than 256 distinct offsets is invalid.
  ///
  /// - Parameters:
  ///   - name: The name of the zone.
  ///   - changes: The changes, in any order.
  ///   - first: The offset from UTC before all changes, in seconds.
  ///   - rule: The POSIX TZ rule after the last change, or nil if the offset no longer changes.
  /// - Complexity: O(*n* log *n*), where *n* is the number of changes.
  package init?(name: String, changes: [Change], before first: Int, rule: String? = nil) {
    let parsed = rule.flatMap { ZoneRule($0) }
    guard rule == nil || parsed != nil else { return nil }
    var moments: [Int64] = []
    var begun: [UInt8] = []
    var numbers: [Int: UInt8] = [first: 0]
    var offsets = [first]
    let ordered = changes.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    for change in ordered.map(\.element) {
      if numbers[change.offset] == nil {
        guard offsets.count <= UInt8.max else { return nil }
        numbers[change.offset] = UInt8(offsets.count)
        offsets.append(change.offset)
      }
      if moments.last == change.instant.secondsSince1970 {
        moments.removeLast()
        begun.removeLast()
      }
      moments.append(change.instant.secondsSince1970)
      begun.append(numbers[change.offset] ?? 0)
    }
    guard offsets.allSatisfy(ZonePeriod.offsets.contains) else { return nil }
    let periods = offsets.map { ZonePeriod(offset: $0, abbreviation: offsetText(seconds: $0)) }
    self.init(
      name: name,
      rules: .listed(ZoneTable(changes: moments, begun: begun, periods: periods, rule: parsed)))
  }
}

extension Zone {
  /// Returns a copy of the zone, named after its offsets at the given moments.
  ///
  /// An example of such a name is "-05:00/-04:00".
  ///
  /// If all moments have the same offset, the result is a zone with a fixed offset.
  package func named(byOffsetsAt moments: [Instant]) -> Zone {
    let offsets = moments.reduce(into: [Int]()) { offsets, moment in
      let offset = offset(at: moment)
      if !offsets.contains(offset) { offsets.append(offset) }
    }
    if offsets.count == 1, abs(offsets[0]) < 86_400 { return Zone(offset: offsets[0]) }
    return Zone(
      name: offsets.map { offsetText(seconds: $0) }.joined(separator: "/"), rules: rules)
  }
}
