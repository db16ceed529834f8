/// A watch that notices when any process writes or replaces a file in a folder.
///
/// Waiting for the watch takes no processor time. Only Linux supports a watch. On other systems,
/// and for a folder on a network, callers must check the files from time to time.
package final class FolderWatch {
  private let descriptor: Descriptor

  /// The number of a descriptor that becomes readable after a change.
  package var number: Int32 { descriptor.number }

  /// Creates a watch for a folder, or returns nil if the folder cannot be watched.
  package init?(_ path: String) {
    #if os(Linux)
      guard
        let number = try? SystemError.check({
          inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        })
      else { return nil }
      descriptor = Descriptor(number)
      let changes = UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO)
      if inotify_add_watch(number, path, changes) < 0 { return nil }
    #else
      return nil
    #endif
  }

  /// Discards the changes noticed so far.
  ///
  /// The descriptor is readable again only after the next change.
  package func forgetChanges() {
    while let bytes = try? descriptor.readNext(upTo: 4096), !bytes.isEmpty {}
  }
}
