/// The kinds of entries that a log has for itself, whatever it is used for.
///
/// They begin with a full stop, which no component's name may.
package enum LogWord {
  /// An entry about a device.
  ///
  /// Its target is the device, its value what it is called, its comment what it has seen of others. An empty
  /// value forgets the device.
  package static let device = ".device"
  /// The first line of a file that devices exchange, and of nothing else.
  static let meeting = ".meeting"

  /// Returns whether a kind is one of the log's own.
  ///
  /// - Parameter kind: The kind of an entry.
  /// - Returns: Whether no component can be stored under it.
  package static func isOwn(_ kind: String) -> Bool {
    kind.utf8.first == UInt8(ascii: ".") || LogSteps.Mark.isKind(kind)
  }

  /// Returns the devices that an entry about a device says are of the same user as its own.
  ///
  /// - Parameter entry: An entry of any kind.
  /// - Returns: The devices that met the one that wrote it; none if it is about something else.
  package static func devices(knownBy entry: LogEntry) -> [DeviceID] {
    guard entry.change.kind == device else { return [] }
    let target = DeviceID(digits: entry.change.target.utf8)
    return VersionVector(entry.change.comment).devices + [target].compactMap(\.self)
  }

  /// Returns the thing that entries about a device are about.
  static func subject(of device: DeviceID) -> LogSubject {
    LogSubject(scope: "", kind: Self.device, target: device.description)
  }
}
