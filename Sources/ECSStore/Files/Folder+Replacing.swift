import SystemBasics

/// Replacing a whole file by another, so that no file is ever half written.
extension Folder {
  /// The name of a file until it is whole and on the medium.
  static let unfinishedName = "unfinished"

  /// Removes the file of a process that died while it replaced another.
  func removeUnfinished(_ name: String = Self.unfinishedName) throws(StoreError) {
    try StoreError.naming(path(of: name), .writing) { () throws(SystemError) in try remove(name) }
  }

  /// Replaces whatever has a name by a new file, or leaves it as it was.
  ///
  /// A process that has the old file open keeps it; one that opens the name gets the old file or
  /// the new.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - unfinished: What the new file is called until it is whole.
  ///   - model: The file whose group and mode the new one takes; nil for a mode of 0600.
  ///   - content: Returns the bytes, from what the system knows about the new file.
  /// - Throws: `StoreError` with the system's answer. The name then stands for the old file, or for
  ///   the new one if only the folder could not be synced.
  /// - Precondition: No other process uses the name of the unfinished file, as under the folder's lock.
  func replace(
    _ name: String, through unfinished: String = Self.unfinishedName, like model: stat? = nil,
    with content: (stat) -> [UInt8]
  ) throws(StoreError) {
    try replace(name, through: unfinished, like: model) { (file) throws(SystemError) in
      try file.writeAll(content(file.status()))
    }
  }

  /// Replaces whatever has a name by a new file, as ``replace(_:through:like:with:)`` does.
  func replace(
    _ name: String, through unfinished: String = Self.unfinishedName, like model: stat? = nil,
    writing write: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(StoreError) {
    try removeUnfinished(unfinished)
    let opened = try make(unfinished, O_WRONLY)
    do throws(SystemError) {
      if let model { try opened.descriptor.adoptRights(of: model) }
      try write(opened.descriptor)
      try opened.descriptor.syncBytes()
      try rename(unfinished, to: name)
      try syncNames()
    } catch {
      do { try remove(unfinished) } catch {}
      throw StoreError(.writing, path(of: name), code: error.code)
    }
  }
}
