import Basics
import TestSupport

/// A folder for files and data folders, in memory where the system has such a folder.
struct WorkFolder {
  let path: String

  /// Makes the folder.
  ///
  /// - Throws: ``Trouble`` if it cannot be made.
  init() throws {
    let isInMemory = access("/dev/shm", W_OK) == 0
    let parent = isInMemory ? "/dev/shm" : getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/konf-histories-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Trouble("\(parent): no folder can be made") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes a file and returns its path.
  ///
  /// - Throws: ``Trouble`` if it cannot be written.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let whole = "\(path)/\(name)"
    guard let file = fopen(whole, "wb") else { throw Trouble("\(whole): cannot be written") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw Trouble("\(whole): cannot be written")
    }
    return whole
  }

  /// Removes all that is in the folder.
  func clear() { Self.removeInsides(path) }

  /// Removes the folder.
  func remove() {
    clear()
    rmdir(path)
  }

  private static func removeInsides(_ path: String) {
    for bytes in (try? FolderListing.names(in: path)) ?? [] {
      let inside = "\(path)/\(String(decoding: bytes, as: UTF8.self))"
      if unlink(inside) != 0 {
        removeInsides(inside)
        rmdir(inside)
      }
    }
  }
}

/// Why the check itself cannot continue; not what it finds out about konf.
struct Trouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
