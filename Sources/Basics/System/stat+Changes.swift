// This extension is in this module, because a release build of a module that imports the C library
// only through `Basics` does not always see the fields of `timespec`.

extension stat {
  /// The time of the last change to the file's content, as seconds since 1970 and nanoseconds.
  package var modification: (seconds: Int, nanoseconds: Int) { times.modification }

  /// The time of the last change to the file's content or properties.
  ///
  /// The value consists of seconds since 1970 and nanoseconds.
  ///
  /// The system sets this time, and no program can choose it.
  package var statusChange: (seconds: Int, nanoseconds: Int) { times.statusChange }

  private typealias Time = (seconds: Int, nanoseconds: Int)

  private var times: (modification: Time, statusChange: Time) {
    #if canImport(Darwin)
      let (modified, changed) = (st_mtimespec, st_ctimespec)
    #else
      let (modified, changed) = (st_mtim, st_ctim)
    #endif
    return ((modified.tv_sec, modified.tv_nsec), (changed.tv_sec, changed.tv_nsec))
  }

  /// A hash of the file's identity, size and times.
  ///
  /// Compare two hashes to find out whether the file was changed or replaced in the meantime. A
  /// change within one tick of the file system's clock, usually some milliseconds, may leave the
  /// hash unchanged. So wait two seconds after ``statusChange`` before you rely on the hash. The
  /// index of git uses the same method.
  package var stamp: UInt64 {
    let (modified, changed) = times
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
