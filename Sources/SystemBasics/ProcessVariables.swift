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

/// The variables of the process, for a program that it starts.
package enum ProcessVariables {
  /// The list as the C library has it; ``/setenv`` changes it, so nothing else may do so meanwhile.
  package static var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }
}
