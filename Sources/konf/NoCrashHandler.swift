#if os(Linux)
  /// Returns nil, so that the Swift runtime starts no other program when the process crashes.
  ///
  /// The linker prefers this definition to the function of the same name in the Swift runtime. That
  /// function searches for `swift-backtrace` near the executable before `main` runs. If the process
  /// crashed, the runtime would start that program.
  @c(swift_copyAuxiliaryExecutablePath)
  func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>? { nil }
#endif
