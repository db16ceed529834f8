#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes misuses to standard error, for which the standard library has no function.
package enum StandardError {
  package static func report(_ misuse: some CustomStringConvertible) {
    let line = Array("ECSKit: \(misuse)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }
}
