/// A version vector: for each device the greatest counter of its entries that are known.
///
/// The files that devices exchange contain everything that their writers knew. A device that has seen
/// an entry of another device has therefore seen all its earlier entries. The text is a list of devices
/// and counters, such as `0f…c1:17 a0…22:4`.
package struct VersionVector: Hashable, Sendable {
  /// The most devices of a text, which must fit into a line; what is not in it counts as not seen.
  static let mostDevices = 1_000

  /// The greatest counter of each device.
  private(set) var counters: [DeviceID: UInt64] = [:]

  /// Creates an empty vector.
  init() {}

  /// Reads a text; what has another form is left out.
  init(_ text: String) {
    for pair in text.split(separator: " ").prefix(Self.mostDevices) {
      let parts = pair.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let device = DeviceID(digits: parts[0].utf8),
        let counter = UInt64(parts[1])
      else { continue }
      note(device, counter)
    }
  }

  /// The devices, in their order.
  var devices: [DeviceID] { counters.keys.sorted() }

  /// True if no device is known.
  package var isEmpty: Bool { counters.isEmpty }

  /// The text.
  package var text: String {
    counters.sorted { $0.key < $1.key }.prefix(Self.mostDevices).map { "\($0):\($1)" }
      .joined(separator: " ")
  }

  /// The greatest counter of a device that was seen; 0 for none.
  package subscript(device: DeviceID) -> UInt64 { counters[device] ?? 0 }

  /// Notes that an entry of a device was seen.
  mutating func note(_ device: DeviceID, _ counter: UInt64) {
    counters[device] = max(self[device], counter)
  }

  /// Notes that entries were seen, and with what a device says of itself all that it had seen.
  ///
  /// Where its word is, all that it knew then was, too, or what was said later about the same.
  mutating func note(_ entries: [LogEntry]) {
    // Most entries are of the device of the one before.
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

  /// Notes all that others have seen.
  mutating func formUnion(_ others: VersionVector) {
    for (device, counter) in others.counters { note(device, counter) }
  }

  /// The same without a device.
  func without(_ device: DeviceID) -> VersionVector {
    var others = self
    others.counters[device] = nil
    return others
  }
}
