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

  /// The time of the last change to the file's content or properties, as seconds since 1970 and
  /// nanoseconds.
  ///
  /// The system sets this time, and no program can choose it.
  package var statusChange: (seconds: Int, nanoseconds: Int) {
    #if canImport(Darwin)
      (st_ctimespec.tv_sec, st_ctimespec.tv_nsec)
    #else
      (st_ctim.tv_sec, st_ctim.tv_nsec)
    #endif
  }

  /// A hash that differs if the file was changed or replaced in the meantime.
  ///
  /// A change within the same tick of the file system's clock, usually some milliseconds, may go
  /// unnoticed, so wait two seconds after ``statusChange`` before you rely on the stamp. The idea
  /// is that of the index of git.
  package var stamp: UInt64 {
    let (changed, modified) = (statusChange, modification)
    let facts: [UInt64] = [
      UInt64(truncatingIfNeeded: st_dev), UInt64(truncatingIfNeeded: st_ino),
      UInt64(truncatingIfNeeded: st_size), UInt64(truncatingIfNeeded: modified.seconds),
      UInt64(truncatingIfNeeded: modified.nanoseconds),
      UInt64(truncatingIfNeeded: changed.seconds),
      UInt64(truncatingIfNeeded: changed.nanoseconds),
    ]
    var bytes: [UInt8] = []
    for fact in facts { bytes.append(littleEndian: fact) }
    return Fingerprint.of(bytes.span)
  }
}
