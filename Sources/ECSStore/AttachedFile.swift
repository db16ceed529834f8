import Basics

/// A file next to a log, open for reading.
package struct AttachedFile: ~Copyable {
  private let path: String
  /// The size in bytes, at most ``AttachedFiles/longest``.
  package var size: Int { Int(status.st_size) }
  /// A hash of the file's identity, size and times at the time of opening; see `stat.stamp`.
  package var stamp: UInt64 { status.stamp }
  /// The time of the last change, in seconds since 1970.
  package var changed: Int { status.statusChange.seconds }
  private let status: stat
  private let descriptor: Descriptor

  /// The number of bytes that ``fingerprint()`` reads at a time.
  private static let pieceSize = 1 << 18

  init(path: String, status: stat, _ descriptor: consuming Descriptor) {
    self.path = path
    self.status = status
    self.descriptor = descriptor
  }

  /// Returns up to `count` bytes, starting at an offset.
  ///
  /// The result has fewer bytes only at the end of the file.
  ///
  /// - Throws: ``StoreError``, `unreadable`.
  package func bytes(count: Int, from offset: Int) throws(StoreError) -> [UInt8] {
    do throws(SystemError) {
      return try descriptor.firstBytes(count: max(0, min(count, size - offset)), from: offset)
    } catch {
      throw StoreError(.reading, path, code: error.code)
    }
  }

  /// Returns the fingerprint of all bytes.
  ///
  /// - Throws: ``StoreError``, `unreadable`.
  /// - Complexity: O(*n*) in the number of bytes.
  package func fingerprint() throws(StoreError) -> UInt64 {
    var fingerprint = Fingerprint()
    var offset = 0
    while offset < size {
      let piece = try bytes(count: Self.pieceSize, from: offset)
      if piece.isEmpty { break }
      fingerprint.add(piece.span)
      offset += piece.count
    }
    return fingerprint.value
  }
}
