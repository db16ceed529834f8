/// A bound on the counters in the files of other devices.
///
/// A counter near ``LogEntry/greatestCounter`` would leave no numbers for later entries. Counters
/// are accepted up to ``bound``. A counter beyond the bound is accepted if it exceeds an accepted
/// counter by at most ``lead``. Each device writes all accepted counters to its file. Other devices
/// read them in ascending order, so they accept the same counters.
struct CounterReach {
  /// The greatest counter that is always accepted.
  private static let bound: UInt64 = 1 << 48
  /// The maximum amount by which a counter beyond the bound may exceed a known counter.
  private static let lead: UInt64 = 1 << 32
  /// The counter above which accepted counters no longer raise the bound.
  private static let limit: UInt64 = 1 << 52

  /// The greatest counter that is currently accepted.
  private var greatest: UInt64

  /// Creates a bound from the greatest counter of a log.
  init(after greatest: UInt64) { self.greatest = max(Self.bound, greatest + Self.lead) }

  /// Returns true if accepting a counter may raise the bound.
  static func matters(_ counter: UInt64) -> Bool { counter > bound - lead }

  /// Raises this bound to another bound if the other bound is greater.
  mutating func formUnion(_ other: CounterReach) { greatest = max(greatest, other.greatest) }

  /// Removes counters from the front while they are accepted.
  ///
  /// Each removed counter may raise the bound.
  ///
  /// - Parameter counters: The counters of a file, in ascending order.
  /// - Returns: True if all counters were accepted.
  mutating func follow(_ counters: inout ArraySlice<UInt64>) -> Bool {
    while let counter = counters.first, counter <= greatest {
      greatest = max(greatest, min(counter, Self.limit) + Self.lead)
      counters.removeFirst()
    }
    return counters.isEmpty
  }
}
