import Basics
import Synchronization

/// A record of the zone files on which the import of a schedule depends.
package final class ZoneReads: Sendable {
  /// The name and the fingerprint of a file.
  ///
  /// The fingerprint is nil if no folder has the file.
  package struct File: Equatable, Sendable {
    package let name: String
    package let fingerprint: UInt64?

    package init(name: String, fingerprint: UInt64?) {
      self.name = name
      self.fingerprint = fingerprint
    }
  }

  private struct Noted {
    var files: [File] = []
    var isLimited = true
  }

  private let noted = Mutex(Noted())

  package init() {}

  /// The distinct files, or nil if the import depends on the entire set of zone files.
  package var files: [File]? { noted.withLock { $0.isLimited ? $0.files : nil } }

  func note(_ name: String, _ bytes: [UInt8]?) {
    let file = File(name: name, fingerprint: bytes.map { Fingerprint.of($0.span) })
    noted.withLock { if !$0.files.contains(file) { $0.files.append(file) } }
  }

  /// Records a dependency on all files.
  ///
  /// Call this method after listing the names, or if a file is unreadable.
  func noteAll() { noted.withLock { $0.isLimited = false } }
}

extension ZoneReads.File {
  /// Returns true if the file in the folders has the same content as before, or is still missing.
  package func isUnchanged(in folders: ZoneFolders) -> Bool {
    do throws(ZoneError) {
      return try folders.bytes(named: name).map { Fingerprint.of($0.span) } == fingerprint
    } catch {
      return false
    }
  }
}
