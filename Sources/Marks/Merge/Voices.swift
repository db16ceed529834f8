import ECSStore

/// The groups of devices that belong to one person, linked by `konf sync`.
struct Voices {
  private var parents: [DeviceID: DeviceID] = [:]

  /// Creates the groups of directly or indirectly linked devices.
  ///
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of links.
  init(_ links: [(DeviceID, DeviceID)]) {
    for (one, other) in links {
      let first = representative(of: one)
      let second = representative(of: other)
      // The device with the smallest identifier represents the person, so the result does not
      // depend on the order of the links.
      if first != second { parents[max(first, second)] = min(first, second) }
    }
  }

  /// Returns the device that represents the person to whom a device belongs.
  mutating func representative(of device: DeviceID) -> DeviceID {
    var device = device
    while let parent = parents[device] {
      // Path halving makes later lookups shorter.
      if let next = parents[parent] { parents[device] = next }
      device = parent
    }
    return device
  }
}
