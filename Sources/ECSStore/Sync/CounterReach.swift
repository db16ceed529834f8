/// A bound on the counters in the files of other devices.
///
/// A counter near ``LogEntry/greatestCounter`` would leave no numbers for later entries. Counters are accepted
/// up to ``bound``. Beyond it, each may exceed a known counter by at most ``lead``. A device that accepted such a
/// counter has it in its file, in an entry or in its version vector. Other devices read these counters in
/// ascending order, so they can follow.
struct CounterReach {
  /// The greatest counter that needs no smaller one next to it.
  private static let bound: UInt64 = 1 << 48
  /// The distance by which a counter beyond the bound may exceed a known one.
  private static let lead: UInt64 = 1 << 32
  /// No counter extends the reach of others beyond this.
  private static let limit: UInt64 = 1 << 52

  /// The greatest counter within reach.
  private var greatest: UInt64

  /// Starts from the greatest counter of a log.
  init(after greatest: UInt64) { self.greatest = max(Self.bound, greatest + Self.lead) }

  /// Returns whether a counter may extend the reach.
  static func matters(_ counter: UInt64) -> Bool { counter > bound - lead }

  /// Extends the reach to that of another one.
  mutating func formUnion(_ other: CounterReach) { greatest = max(greatest, other.greatest) }

  /// Removes counters from the front as long as they are within reach, and extends the reach by them.
  ///
  /// - Parameter counters: The counters of a file, in ascending order.
  /// - Returns: True if all of them are within reach.
  mutating func follow(_ counters: inout ArraySlice<UInt64>) -> Bool {
    while let counter = counters.first, counter <= greatest {
      greatest = max(greatest, min(counter, Self.limit) + Self.lead)
      counters.removeFirst()
    }
    return counters.isEmpty
  }
}
