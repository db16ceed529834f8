/// The kinds of entries that every log uses for itself.
///
/// They begin with a full stop, which component names may not.
package enum LogKind {
  /// An entry about a device.
  ///
  /// Its target is the id of the device, its value the name, and its comment the version vector of the entries
  /// that the device has seen. An empty value forgets the device.
  package static let device = ".device"
  /// The header of a file that devices exchange; no other file has it.
  static let sync = ".meeting"

  /// Returns true if no component can have a kind as its name.
  ///
  /// - Parameter kind: The kind of an entry.
  /// - Returns: True for the kinds of the log itself and for marks of undo steps.
  package static func isOwn(_ kind: String) -> Bool {
    kind.utf8.first == UInt8(ascii: ".") || LogSteps.Mark.isKind(kind)
  }

  /// Returns the devices that an entry about a device says have the same user.
  ///
  /// - Parameter entry: An entry of any kind.
  /// - Returns: The devices that have synced with its device; none for an entry of another kind.
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
