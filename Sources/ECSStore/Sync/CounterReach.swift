/// A bound on the counters in the files of other devices.
///
/// A counter near ``LogEntry/greatestCounter`` would leave no numbers for later entries. Counters
/// are accepted up to ``bound``. Beyond the bound, a counter may exceed a known counter by at most
/// ``lead``. A device that accepts a counter writes the counter to its own file. The other devices
/// read the counters of this file in ascending order. So they accept the counter, too.
struct CounterReach {
  /// The greatest counter that is always accepted.
  private static let bound: UInt64 = 1 << 48
  /// The maximum amount by which a counter beyond the bound may exceed a known counter.
  private static let lead: UInt64 = 1 << 32
  /// The greatest counter that may extend the reach.
  private static let limit: UInt64 = 1 << 52

  /// The greatest counter within reach.
  private var greatest: UInt64

  /// Creates a bound from the greatest counter of a log.
  init(after greatest: UInt64) { self.greatest = max(Self.bound, greatest + Self.lead) }

  /// Returns true if a counter may extend the reach.
  static func matters(_ counter: UInt64) -> Bool { counter > bound - lead }

  /// Extends this bound so that it includes another bound.
  mutating func formUnion(_ other: CounterReach) { greatest = max(greatest, other.greatest) }

  /// Removes counters from the front while they are within reach.
  ///
  /// Each removed counter extends the reach.
  ///
  /// - Parameter counters: The counters of a file, in ascending order.
  /// - Returns: True if all counters are within reach.
  mutating func follow(_ counters: inout ArraySlice<UInt64>) -> Bool {
    while let counter = counters.first, counter <= greatest {
      greatest = max(greatest, min(counter, Self.limit) + Self.lead)
      counters.removeFirst()
    }
    return counters.isEmpty
  }
}
