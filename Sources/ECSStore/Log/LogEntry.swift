/// A change in a log, with its device and its logical time.
package struct LogEntry: Hashable, Sendable {
  /// The greatest possible counter.
  ///
  /// Every JSON reader represents integers up to 2^53 - 1 exactly, so counters survive a round trip
  /// through JSON.
  package static let greatestCounter: UInt64 = (1 << 53) - 1

  /// The id of the device that made the change; see ``DeviceID``.
  package let device: DeviceID
  /// The logical time of the change, starting at 1.
  ///
  /// The counter is greater than all counters that the device had read.
  package let counter: UInt64
  /// The time of the change, in seconds since 1970 in UTC.
  ///
  /// The time does not affect the order of entries.
  package let time: Int64
  package let change: LogChange
  /// A change that repeats the entry.
  var repeated: LogChange { change.repeated(for: change.subject, time: time) }
  /// For each other device, the greatest counter of an entry that this entry covers.
  ///
  /// A retraction has a counter of its own device instead; see ``LogChange/Removal/unsaid``.
  package var names: VersionVector { named?.vector ?? VersionVector() }
  var hasNames: Bool { named != nil }
  /// The version vector of the covered entries, or nil if the vector is empty.
  ///
  /// The value is nil for most entries, so copying an entry is cheap.
  private let named: Names?

  private final class Names: Hashable, Sendable {
    let vector: VersionVector

    init(_ vector: VersionVector) { self.vector = vector }

    static func == (first: Names, second: Names) -> Bool { first.vector == second.vector }
    func hash(into hasher: inout Hasher) { hasher.combine(vector) }
  }

  /// Creates an entry.
  ///
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

  /// Creates an entry that belongs to no log.
  init(_ change: LogChange) { self.init(device: DeviceID(0), counter: 1, time: 0, change: change) }

  /// Returns a copy of the entry with another change.
  package func withChange(_ change: LogChange) -> LogEntry {
    LogEntry(device: device, counter: counter, time: time, change: change, named)
  }

  /// Returns true if this entry precedes another entry.
  ///
  /// The order is by counter, then by device. A new entry gets a counter greater than all counters
  /// that its device has seen. An entry therefore follows every entry that its device had already
  /// read, regardless of the clocks. Two entries with the same counter and device, for example
  /// after restoring a backup, are ordered by their bytes. The order is total, so every reader
  /// selects the same last entry.
  ///
  /// - Parameter other: The entry to compare with.
  /// - Returns: True if this entry precedes the other. False if the bytes are equal.
  /// - Complexity: O(1), or O(*n*) in the length of the entries if counter and device are equal.
  /// - SeeAlso: Lamport, *Time, clocks, and the ordering of events in a distributed system* (1978).
  package func precedes(_ other: LogEntry) -> Bool {
    if counter != other.counter { return counter < other.counter }
    if device != other.device { return device < other.device }
    return LogLine.encode(self).lexicographicallyPrecedes(LogLine.encode(other))
  }
}
