import Basics

extension Folder {
  /// The temporary name of a file until the whole file is on disk.
  static let unfinishedName = "unfinished"

  /// Removes the temporary file of a process that was killed during a replacement.
  func removeUnfinished(_ name: String = Self.unfinishedName) throws(StoreError) {
    try StoreError.naming(path(of: name), .writing) { () throws(SystemError) in try remove(name) }
  }

  /// Replaces a file atomically, or creates it.
  ///
  /// Processes that have the old file open can still read it. Other processes find either the old
  /// or the new file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - unfinished: The temporary name of the new file.
  ///   - model: The file whose group and mode the new file gets, or nil for the mode 0600.
  ///   - content: Returns the bytes, given the status of the new file.
  /// - Throws: `StoreError` with the system's error number. The name then refers to the old file,
  ///   or to the new one if only the folder could not be synced.
  /// - Precondition: No other process uses the temporary name; the lock of the folder guarantees
  ///   this.
  func replace(
    _ name: String, through unfinished: String = Self.unfinishedName, like model: stat? = nil,
    with content: (stat) -> [UInt8]
  ) throws(StoreError) {
    try replace(name, through: unfinished, like: model) { (file) throws(SystemError) in
      try file.writeAll(content(file.status()))
    }
  }

  /// Replaces a file as ``replace(_:through:like:with:)`` does, but a closure writes the new file.
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
