// This extension is in this module, because a release build of a module that imports the C library
// only through `Basics` does not always see the fields of `timespec`.

extension stat {
  /// The time of the last change to the file's content, as seconds since 1970 and nanoseconds.
  package var modification: (seconds: Int, nanoseconds: Int) {
    #if canImport(Darwin)
      (st_mtimespec.tv_sec, st_mtimespec.tv_nsec)
    #else
      (st_mtim.tv_sec, st_mtim.tv_nsec)
    #endif
  }
}
