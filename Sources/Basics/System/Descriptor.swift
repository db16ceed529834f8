/// A file descriptor that is closed when the value is destroyed.
package struct Descriptor: ~Copyable {
  package let number: Int32
  private let isOwned: Bool

  /// Creates a descriptor for an open file.
  ///
  /// If `isOwned` is false, the file remains open when the value is destroyed.
  package init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit {
    // Errors are ignored, because important data has already been synced.
    if isOwned { _ = close(number) }
  }

  package func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }

  /// Returns the metadata of a file in this folder.
  ///
  /// A symbolic link is not followed.
  package func status(of path: String) throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstatat(number, path, &status, AT_SYMLINK_NOFOLLOW) }
    return status
  }

  /// Returns `count` bytes starting at an offset, or fewer if the file ends first.
  package func firstBytes(count: Int, from offset: Int = 0) throws(SystemError) -> [UInt8] {
    // All threads share one empty array, and the initializer below would write to it.
    if count == 0 { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      do throws(SystemError) {
        while done < count {
          let rest = UnsafeMutableBufferPointer(rebasing: buffer[done...])
          let got = try SystemError.check {
            pread(number, rest.baseAddress, rest.count, off_t(offset + done))
          }
          if got == 0 { break }
          done += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Returns the next available bytes, or an empty array at the end of the file.
  ///
  /// The size must be at least 1. For a pipe, fewer bytes than `size` may be available.
  ///
  /// - Throws: The system's error number.
  package func readNext(upTo size: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(SystemError) {
        count = try SystemError.check { read(number, buffer.baseAddress, size) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes.
  ///
  /// If a system call accepts only some of the bytes, further calls follow.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      done += try SystemError.check {
        bytes.withUnsafeBytes { buffer in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
          return write(number, rest.baseAddress, rest.count)
        }
      }
    }
  }
}
