// The fields of `timespec` are visible only where the C library is imported directly.

extension stat {
  /// The time of the last change of the file's content, in seconds since 1970 and nanoseconds.
  package var modification: (seconds: Int, nanoseconds: Int) {
    (st_mtim.tv_sec, st_mtim.tv_nsec)
  }
}
