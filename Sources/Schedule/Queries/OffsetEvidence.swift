import Basics

/// The offsets of written times, as evidence of the venue's time zone.
package struct OffsetEvidence {
  /// The times, as seconds since 1970, grouped by their written UTC offset.
  private var moments: [Int: [Int64]] = [:]

  /// The maximum period between the first and the last time, in seconds.
  ///
  /// For a longer period, only a fixed offset is considered.
  private static let longest: Int64 = 10 * 366 * 86_400
  /// The length of a period with at most one clock change, in seconds.
  ///
  /// Since 1940, no zone has changed its clocks twice within this period.
  private static let shortest: Int64 = 6 * 86_400

  init() {}

  mutating func add(_ instant: Instant, offset: Int) {
    moments[offset, default: []].append(instant.secondsSince1970)
  }

  /// The most frequent offset, and the number of written times with this offset.
  ///
  /// If several offsets are equally frequent, the smallest offset is used, so that the result is
  /// deterministic.
  private var best: (offset: Int, count: Int)? {
    moments.map { (offset: $0.key, count: $0.value.count) }
      .max { ($0.count, $1.offset) < ($1.count, $0.offset) }
  }

  /// The number of written times with the most frequent offset.
  var mostOfOne: Int { best?.count ?? 0 }

  var isUTC: Bool { best?.offset == 0 && moments.count == 1 }

  /// Returns the zone that matches the most written times, or nil if no times are written.
  ///
  /// The zone has the most frequent offset, unless a zone with clock changes in the period matches
  /// more times. The result has only the clock changes between the first and the last time. If no
  /// zones are known, a difference of one hour is treated as a clock change.
  ///
  /// The closure `zones` returns the known zones. It is called only if the times have several
  /// offsets, which clock changes may explain.
  ///
  /// - Complexity: O(*n* log *n* + *z* log *n*), where *n* is the number of times and *z* is the
  ///   number of the zones' clock changes in the period.
  package func clocks(among zones: () -> [Zone]) -> Zone? {
    guard let best else { return nil }
    let fixed = best.offset == 0 ? Zone.utc : Zone(offset: best.offset)
    let sorted = moments.mapValues { $0.sorted() }
    guard sorted.count > 1, let first = sorted.values.compactMap(\.first).min(),
      let last = sorted.values.compactMap(\.last).max(), last - first <= Self.longest
    else { return fixed }
    if last - first <= Self.shortest, mostOfTwo <= best.count { return fixed }
    let zones = zones()
    let candidates =
      zones.isEmpty
      ? Self.shiftsOfAnHour(in: sorted)
      : Self.candidates(zones, after: first, upTo: last)
    let fits = candidates.map { candidate in
      (candidate, count: candidate.fits(sorted))
    }
    // The candidates are sorted by the number of zones that have them, so the first of the best
    // candidates is the most common one.
    guard let most = fits.map(\.count).max(), most > best.count,
      let chosen = fits.first(where: { $0.count == most })?.0
    else { return fixed }
    return chosen.zone ?? fixed
  }

  /// The maximum number of written times that a zone with a single clock change can explain.
  private var mostOfTwo: Int {
    var offsets: [(moment: Int64, offset: Int)] = []
    for (offset, moments) in moments { offsets += moments.map { ($0, offset) } }
    offsets.sort { $0 < $1 }
    /// Returns, for each prefix of the offsets, the count of its most frequent offset.
    func most(in offsets: some Sequence<Int>) -> [Int] {
      var counts: [Int: Int] = [:]
      var most = [0]
      for offset in offsets {
        counts[offset, default: 0] += 1
        most.append(max(most[most.count - 1], counts[offset] ?? 0))
      }
      return most
    }
    let before = most(in: offsets.lazy.map(\.offset))
    let after = most(in: offsets.reversed().lazy.map(\.offset)).reversed()
    return zip(before, after).map { $0 + $1 }.max() ?? 0
  }

  /// Returns the distinct series of clock changes during a period, most common first.
  private static func candidates(
    _ zones: [Zone], after first: Int64, upTo last: Int64
  ) -> [Clocks] {
    var counts: [Clocks: (count: Int, place: Int)] = [:]
    for (place, zone) in zones.enumerated() {
      var clocks = Clocks(first: zone.offset(at: Instant(secondsSince1970: first)))
      for moment in zone.changes(after: first, before: last + 1) {
        let offset = zone.offset(at: Instant(secondsSince1970: moment))
        if offset != clocks.last { clocks.changes.append(.init(moment: moment, offset: offset)) }
      }
      if !clocks.changes.isEmpty { counts[clocks, default: (0, place)].count += 1 }
    }
    return counts.sorted { ($1.value.count, $0.value.place) < ($0.value.count, $1.value.place) }
      .map(\.key)
  }

  /// Returns the best clock change for each pair of offsets that differ by an hour.
  ///
  /// The best clock change agrees with the most written times. The results are in the order of the
  /// offsets.
  private static func shiftsOfAnHour(in moments: [Int: [Int64]]) -> [Clocks] {
    moments.keys.sorted().flatMap { offset in
      [offset - 3600, offset + 3600].compactMap { other in
        guard let earlier = moments[offset], let later = moments[other] else { return nil }
        // For each possible change, the loop counts the `earlier` times before the change and the
        // `later` times at or after the change.
        var passed = 0
        var best: (count: Int, moment: Int64)?
        for (index, moment) in later.enumerated() {
          while passed < earlier.count, earlier[passed] < moment { passed += 1 }
          let count = passed + later.count - index
          if passed > 0, count > best?.count ?? 0 { best = (count, moment) }
        }
        return best.map {
          Clocks(first: offset, changes: [.init(moment: $0.moment, offset: other)])
        }
      }
    }
  }
}

/// The offsets of a zone in a period.
private struct Clocks: Hashable {
  struct Change: Hashable {
    let moment: Int64
    let offset: Int
  }

  let first: Int
  var changes: [Change] = []

  var last: Int { changes.last?.offset ?? first }

  /// Returns the number of instants whose written offset was in force at that instant.
  func fits(_ moments: [Int: [Int64]]) -> Int {
    let starts = [Change(moment: .min, offset: first)] + changes
    let ends = changes.map(\.moment) + [.max]
    return zip(starts, ends).reduce(0) { count, part in
      guard let moments = moments[part.0.offset] else { return count }
      return count + moments.partitioningIndex { part.1 <= $0 }
        - moments.partitioningIndex { part.0.moment <= $0 }
    }
  }

  /// A zone with the first offset and the changes.
  ///
  /// The zone is named after its offsets, such as "+02:00/+01:00".
  var zone: Zone? {
    var offsets: [Int] = []
    for offset in [first] + changes.map(\.offset) where !offsets.contains(offset) {
      offsets.append(offset)
    }
    return Zone(
      name: offsets.map { offsetText(seconds: $0) }.joined(separator: "/"),
      changes: changes.map {
        Zone.Change(at: Instant(secondsSince1970: $0.moment), to: $0.offset)
      }, before: first)
  }
}
