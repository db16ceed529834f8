#if os(Linux)
  /// Returns nil: there is no program that the runtime could start when the process crashes.
  ///
  /// Swift's runtime has a function of this name. Before `main` it looks with it for `swift-backtrace`
  /// beside the executable, in the folder above and in `../libexec/swift`, and starts what it finds
  /// there when the process crashes. The linker takes this definition before that of the runtime.
  @c(swift_copyAuxiliaryExecutablePath)
  func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>? { nil }
#endif
