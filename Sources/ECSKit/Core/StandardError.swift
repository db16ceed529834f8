#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a misuse is reported that no handler was given for; the standard library has no way there.
package enum StandardError {
  package static func report(_ misuse: some CustomStringConvertible) {
    let line = Array("ECSKit: \(misuse)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}
