#if os(Linux)
  /// Returns nil, so that the Swift runtime starts no other program when the process crashes.
  ///
  /// The Swift runtime has a function with this name, but the linker prefers this definition. The
  /// runtime's function searches for `swift-backtrace` near the executable before `main` runs. If
  /// the process crashed, the runtime would start that program.
  @c(swift_copyAuxiliaryExecutablePath)
  func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>? { nil }
#endif
