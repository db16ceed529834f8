/// An open file or folder that is closed when the value ends.
package struct Descriptor: ~Copyable {
  /// The number by which the system knows it.
  package let number: Int32
  private let isOwned: Bool

  /// Takes over an open file.
  ///
  /// - Parameters:
  ///   - number: The number by which the system knows it.
  ///   - isOwned: Whether it is closed when the value ends.
  package init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit {
    // The result does not matter: important data was synced before.
    if isOwned { _ = close(number) }
  }

  /// Returns what the system knows about the file.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }

  /// Returns what the system knows about a path of this folder, not following a link.
  package func status(of path: String) throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstatat(number, path, &status, AT_SYMLINK_NOFOLLOW) }
    return status
  }

  /// Returns the first bytes of the file, or those from an offset on; fewer if it is cut while it is read.
  package func firstBytes(count: Int, from offset: Int = 0) throws(SystemError) -> [UInt8] {
    // The one empty array is shared by all threads, and this way to fill an array would write to it.
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

  /// Returns the next bytes of the file, none at its end.
  ///
  /// - Parameter size: The most bytes to return; at least 1.
  /// - Returns: As many bytes as there are now; for a pipe, those that were written.
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

  /// Writes all bytes, in one call unless the system takes only a part.
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
