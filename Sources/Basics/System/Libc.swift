// This module re-exports the C library of the system. Importing the module makes the functions of
// the library visible.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Android)
  @_exported public import Android
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(WASILibc)
  @_exported public import WASILibc
#elseif canImport(ucrt)
  @_exported public import ucrt
#elseif canImport(Glibc)
  @_exported public import Glibc
#else
  #error("no known C library")
#endif
