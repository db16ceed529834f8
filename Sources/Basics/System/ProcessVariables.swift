#if canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(WASILibc)
  @preconcurrency import WASILibc
#elseif canImport(ucrt)
  @preconcurrency import ucrt
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#else
  #error("no known C library")
#endif

/// The environment variables of the process, to pass to a child process.
package enum ProcessVariables {
  /// The C library's array of variables.
  ///
  /// The array is valid only while no other thread calls `setenv`.
  package static var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }
}
