import Synchronization
import TextBasics

/// Notes which zone files a reading of a schedule depends on.
package final class ZoneReads: Sendable {
  /// A name, and the fingerprint of its file; nil if no folder has one.
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

  /// The files by their names, each once; nil if the reading depends on all that there are.
  package var files: [File]? { noted.withLock { $0.isLimited ? $0.files : nil } }

  func note(_ name: String, _ bytes: [UInt8]?) {
    let file = File(name: name, fingerprint: bytes.map { Fingerprint.of($0.span) })
    noted.withLock { if !$0.files.contains(file) { $0.files.append(file) } }
  }

  /// Notes that the names of all files were looked at, or that a file could not be read.
  func noteAll() { noted.withLock { $0.isLimited = false } }
}

extension ZoneReads.File {
  /// Returns whether the folders have the same file by this name, or have none still.
  package func isUnchanged(in folders: ZoneFolders) -> Bool {
    do throws(ZoneError) {
      return try folders.bytes(named: name).map { Fingerprint.of($0.span) } == fingerprint
    } catch {
      return false
    }
  }
}
