/// A version vector: the greatest known counter of each device.
///
/// A file that devices exchange contains all entries that its device knew. So a device that has
/// seen an entry has also seen all earlier entries of the device that wrote the entry. The text is
/// a list of devices and counters, such as `0f…c1:17 a0…22:4`.
package struct VersionVector: Hashable, Sendable {
  /// The maximum number of devices in the text.
  ///
  /// The text must fit into a line. Omitted devices count as unseen.
  static let mostDevices = 1_000

  private(set) var counters: [DeviceID: UInt64] = [:]

  init() {}

  /// Creates a version vector from its text, and ignores invalid parts.
  package init(_ text: String) {
    for pair in text.split(separator: " ").prefix(Self.mostDevices) {
      let parts = pair.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let device = DeviceID(digits: parts[0].utf8),
        let counter = UInt64(parts[1])
      else { continue }
      note(device, counter)
    }
  }

  /// The devices, sorted by id.
  var devices: [DeviceID] { counters.keys.sorted() }

  package var isEmpty: Bool { counters.isEmpty }

  package var text: String {
    counters.sorted { $0.key < $1.key }.prefix(Self.mostDevices).map { "\($0):\($1)" }
      .joined(separator: " ")
  }

  /// The greatest seen counter of a device, or 0 if no entry of the device was seen.
  package subscript(device: DeviceID) -> UInt64 { counters[device] ?? 0 }

  mutating func note(_ device: DeviceID, _ counter: UInt64) {
    counters[device] = max(self[device], counter)
  }

  /// Records that entries were seen.
  ///
  /// If a log contains an entry about a device, the log also contains the entries in the version
  /// vector of that entry, or later entries about the same subjects.
  mutating func note(_ entries: [LogEntry]) {
    // Successive entries are usually from the same device.
    var last: (device: DeviceID, counter: UInt64)?
    for entry in entries {
      if LogKind.isOwn(entry.change.kind) {
        if entry.change.subject == LogKind.subject(of: entry.device) {
          formUnion(VersionVector(entry.change.comment))
        }
      } else if let known = last, known.device == entry.device {
        last?.counter = max(known.counter, entry.counter)
      } else {
        if let last { note(last.device, last.counter) }
        last = (entry.device, entry.counter)
      }
    }
    if let last { note(last.device, last.counter) }
  }

  mutating func formUnion(_ others: VersionVector) {
    for (device, counter) in others.counters { note(device, counter) }
  }

  /// Returns a copy of the vector without the counter of a device.
  func without(_ device: DeviceID) -> VersionVector {
    var others = self
    others.counters[device] = nil
    return others
  }
}
