/// One change as the log holds it: what was said, and where in the order of all changes.
package struct LogEntry: Hashable, Sendable {
  /// The greatest counter an entry can have.
  ///
  /// Numbers up to 2^53 - 1 are exact in every JSON reader, so that a row can leave as JSON and come
  /// back unchanged.
  package static let greatestCounter: UInt64 = (1 << 53) - 1

  /// The folder in which the change was made.
  package let device: DeviceID
  /// The position of the change in the order of all changes, from 1.
  package let counter: UInt64
  /// When the change was made, in seconds since 1970 in UTC; a remark, never the order.
  package let time: Int64
  /// What was said.
  package let change: LogChange
  /// The entries of other devices that this one covers: of each device those up to the counter.
  ///
  /// A retraction that no file has names its own device instead, see ``LogChange/Removal/unsaid``.
  package var names: VersionVector { named?.vector ?? VersionVector() }
  /// True if the entry names others.
  var hasNames: Bool { named != nil }
  /// The names; nil for none, as in most entries, so that these are copied at no cost.
  private let named: Names?

  /// Names as an object.
  private final class Names: Hashable, Sendable {
    let vector: VersionVector

    init(_ vector: VersionVector) { self.vector = vector }

    static func == (first: Names, second: Names) -> Bool { first.vector == second.vector }
    func hash(into hasher: inout Hasher) { hasher.combine(vector) }
  }

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - device: The folder in which the change was made.
  ///   - counter: The position of the change in the order of all changes.
  ///   - time: When the change was made, in seconds since 1970 in UTC.
  ///   - change: What was said.
  ///   - names: The entries of other devices that this one covers; nil for none.
  /// - Precondition: The counter is at least 1 and at most ``greatestCounter``.
  package init(
    device: DeviceID, counter: UInt64, time: Int64, change: LogChange,
    names: VersionVector? = nil
  ) {
    precondition(
      counter >= 1 && counter <= Self.greatestCounter, "a counter lies between 1 and 2^53 - 1")
    let named = names.flatMap { $0.isEmpty ? nil : Names($0) }
    self.init(device: device, counter: counter, time: time, change: change, named)
  }

  private init(
    device: DeviceID, counter: UInt64, time: Int64, change: LogChange, _ named: Names?
  ) {
    self.device = device
    self.counter = counter
    self.time = time
    self.change = change
    self.named = named
  }

  /// Creates an entry that is in no log.
  init(_ change: LogChange) { self.init(device: DeviceID(0), counter: 1, time: 0, change: change) }

  /// Returns an entry with another change at the same position in the order.
  ///
  /// - Parameter change: The change.
  /// - Returns: The entry.
  package func saying(_ change: LogChange) -> LogEntry {
    LogEntry(device: device, counter: counter, time: time, change: change, named)
  }

  /// Returns whether another entry is the later word.
  ///
  /// The order is that of the counters, then of the devices. A counter is one more than the greatest
  /// its device had seen, so a device that had read an entry comes after it, whatever the clocks
  /// say. Two entries that share both, as after a restored backup, are ordered by their bytes: the
  /// order is total, and every reader picks the same last word.
  ///
  /// - Parameter other: The entry to compare with.
  /// - Returns: Whether this entry comes before the other; false for equal bytes.
  /// - Complexity: O(1), or O(*n*) in the length of the texts when counter and device are equal.
  /// - SeeAlso: Lamport, *Time, clocks, and the ordering of events in a distributed system* (1978).
  package func precedes(_ other: LogEntry) -> Bool {
    if counter != other.counter { return counter < other.counter }
    if device != other.device { return device < other.device }
    return LogLine.encode(self).lexicographicallyPrecedes(LogLine.encode(other))
  }
}
