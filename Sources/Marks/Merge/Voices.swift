import ECSStore

/// Which devices are of one person, as `konf sync` has brought them together.
struct Voices {
  private var parents: [DeviceID: DeviceID] = [:]

  /// Joins devices.
  ///
  /// - Parameter links: Devices that are of one person, in any order.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of links.
  init(_ links: [(DeviceID, DeviceID)]) {
    for (one, other) in links {
      let first = representative(of: one)
      let second = representative(of: other)
      // The smallest device is that of the person, in whatever order the links come.
      if first != second { parents[max(first, second)] = min(first, second) }
    }
  }

  /// Returns the smallest device of the person whose device it is.
  mutating func representative(of device: DeviceID) -> DeviceID {
    var device = device
    while let parent = parents[device] {
      // The way is halved for the next time.
      if let next = parents[parent] { parents[device] = next }
      device = parent
    }
    return device
  }
}
