/// The kinds of entries that every log reserves for its own bookkeeping.
///
/// The names of these kinds begin with a dot, unlike the names of components.
package enum LogKind {
  /// The kind of entries about a device.
  ///
  /// The target of such an entry is the id of the device, and the value is the name of the device.
  /// The comment is the version vector of the entries that the device has seen. An empty value
  /// forgets the device.
  package static let device = ".device"
  /// The kind of the entry that starts an append with several lines.
  ///
  /// The value of the entry is the number of bytes in the lines that follow. These lines count only
  /// if all of them were written.
  static let append = ".append"
  /// The kind of the header entry in a file that devices exchange.
  ///
  /// No other file has an entry of this kind.
  static let sync = ".meeting"

  /// Returns true if a kind is reserved and so cannot be the name of a component.
  ///
  /// The reserved kinds are the log's own kinds and the marks of undo steps.
  package static func isOwn(_ kind: String) -> Bool {
    kind.utf8.first == UInt8(ascii: ".") || LogSteps.Mark.isKind(kind)
  }

  /// Returns the device that an entry is about, and the devices with which it has synced.
  ///
  /// All these devices belong to the same user. The array is empty if the entry is not about a
  /// device.
  package static func devices(knownBy entry: LogEntry) -> [DeviceID] {
    guard entry.change.kind == device else { return [] }
    let target = DeviceID(digits: entry.change.target.utf8)
    return VersionVector(entry.change.comment).devices + [target].compactMap(\.self)
  }

  /// Returns the subject of the entries about a device.
  static func subject(of device: DeviceID) -> LogSubject {
    LogSubject(scope: "", kind: Self.device, target: device.description)
  }
}
