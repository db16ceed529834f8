#if os(Linux)
  /// Returns nil, so that the Swift runtime starts no other program when the process crashes.
  ///
  /// The runtime has a function of this name. Before `main`, it searches for `swift-backtrace` next to
  /// the executable, in the parent folder and in `../libexec/swift`, and it starts that program when
  /// the process crashes. The linker prefers this definition to the runtime's.
  @c(swift_copyAuxiliaryExecutablePath)
  func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>? { nil }
#endif
