// The fields of `timespec` are visible only in files that import the C library directly.

extension stat {
  /// The time of the last change to the file's content, as seconds since 1970 and nanoseconds.
  package var modification: (seconds: Int, nanoseconds: Int) {
    (st_mtim.tv_sec, st_mtim.tv_nsec)
  }
}
