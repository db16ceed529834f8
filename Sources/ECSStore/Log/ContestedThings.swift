/// The entries of a log about the things that other devices than its own wrote about, so that a new entry can
/// name those that it covers.
///
/// Most logs have entries of one device alone, for which nothing is noted.
struct ContestedThings {
  /// The device of the log.
  let device: DeviceID
  private var entries: [LogSubject: [LogEntry]] = [:]

  /// The number of entries about one thing after which covered ones are dropped.
  private static let most = 16

  /// Creates the things of a log without entries.
  init(of device: DeviceID) { self.device = device }

  /// Notes entries of the log.
  mutating func note(_ news: [LogEntry]) {
    for entry in news where !LogWord.isOwn(entry.change.kind) {
      if entry.device == device, entry.names.isEmpty,
        entries.isEmpty || entries[entry.change.subject] == nil
      {
        continue
      }
      var known = entries[entry.change.subject] ?? []
      known.append(entry)
      if known.count > Self.most { known = known.uncovered() }
      entries[entry.change.subject] = known
    }
  }

  /// Returns the entries that a change of the device covers.
  func names(for change: LogChange) -> VersionVector {
    var names = VersionVector()
    if case .retraction(let counter) = change.basis {
      names.note(device, counter)
      return names
    }
    guard let known = entries[change.subject]?.uncovered() else { return names }
    for entry in known {
      if change.basis != .covered { names.note(entry.device, entry.counter) }
      if change.basis != .covered || entry.device == device { names.formUnion(entry.names) }
    }
    return names.without(device)
  }
}
