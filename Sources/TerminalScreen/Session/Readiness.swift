import Basics

/// Functions that wait until files are ready.
///
/// They use `pselect`, because `poll` fails on macOS terminals. The session's signals are delivered
/// only during the wait.
enum Readiness {
  /// Waits until a file is ready, a signal arrives or the timeout expires.
  ///
  /// If `timeout` is nil, the wait has no limit. `mask` contains the signals to block during the
  /// wait. By default, these are the signals that are blocked now.
  ///
  /// - Returns: The files that are readable or at their end. The array is empty after a signal or a
  ///   timeout.
  static func wait(
    reading readable: [Int32], writing writable: Int32?, timeout: Duration?,
    mask: SignalSet = .blocked
  ) -> [Int32] {
    var reading = fd_set()
    var writing = fd_set()
    for file in readable { reading.insert(file) }
    if let writable { writing.insert(writable) }
    let highest = ((readable + [writable].compactMap { $0 }).max() ?? -1) + 1
    var time = timespec(max(timeout ?? .zero, .zero))
    var blocked = mask.value
    let isLimited = timeout != nil
    let count = withUnsafePointer(to: &time) { time in
      pselect(highest, &reading, &writing, nil, isLimited ? time : nil, &blocked)
    }
    return count > 0 ? readable.filter { reading.contains($0) } : []
  }
}

extension timespec {
  fileprivate init(_ duration: Duration) {
    let (seconds, fraction) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(fraction / 1_000_000_000))
  }
}

extension fd_set {
  // On little-endian systems, the bit of a file is in the same byte for every word size.
  fileprivate mutating func insert(_ file: Int32) {
    withUnsafeMutableBytes(of: &self) { $0[Int(file) / 8] |= 1 << UInt8(file % 8) }
  }

  fileprivate func contains(_ file: Int32) -> Bool {
    withUnsafeBytes(of: self) { $0[Int(file) / 8] & 1 << UInt8(file % 8) != 0 }
  }
}
