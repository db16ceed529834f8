import SystemBasics

/// Waits until files can be read or written.
///
/// It uses `pselect`, since `poll` fails on a terminal of macOS, and lets signals through only here.
enum Readiness {
  /// Waits.
  ///
  /// - Parameters:
  ///   - readable: The files to read from.
  ///   - writable: The file to write to, if any.
  ///   - timeout: The longest time; nil for any.
  ///   - mask: The signals that are blocked meanwhile; nil for those that are blocked now.
  /// - Returns: The files that can be read, or have ended; none if a signal came or time is up.
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
  // Words of any size, least byte first, have the bits of a file in the same byte.
  fileprivate mutating func insert(_ file: Int32) {
    withUnsafeMutableBytes(of: &self) { $0[Int(file) / 8] |= 1 << UInt8(file % 8) }
  }

  fileprivate func contains(_ file: Int32) -> Bool {
    withUnsafeBytes(of: self) { $0[Int(file) / 8] & 1 << UInt8(file % 8) != 0 }
  }
}
