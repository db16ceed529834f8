/// The entries of a log about the things that other devices wrote about, too.
///
/// A new entry names those that it covers. Most logs have entries of a single device, and then nothing is
/// stored here.
struct ContestedThings {
  /// The device of the log.
  let device: DeviceID
  private var things: [LogSubject: Thing] = [:]

  /// The entries about one thing.
  private struct Thing {
    var entries: [LogEntry] = []
    /// The number of entries after which covered ones are dropped.
    var most = 16

    mutating func note(_ entry: LogEntry) {
      entries.append(entry)
      if entries.count <= most { return }
      entries = entries.uncovered()
      most = max(most, 2 * entries.count)
    }
  }

  /// Creates the things of a log without entries.
  init(of device: DeviceID) { self.device = device }

  /// Notes entries of the log.
  mutating func note(_ news: [LogEntry]) {
    // No entry is copied that is of the device alone.
    for place in news.indices {
      if news[place].device == device, !news[place].hasNames,
        things.isEmpty || things[news[place].change.subject] == nil
      {
        continue
      }
      let entry = news[place]
      if LogKind.isOwn(entry.change.kind) { continue }
      things[entry.change.subject, default: Thing()].note(entry)
    }
  }

  /// Returns the entries that a change of the device covers.
  func names(for change: LogChange) -> VersionVector {
    var names = VersionVector()
    if case .retraction(let counter) = change.basis {
      names.note(device, counter)
      return names
    }
    guard let known = things[change.subject]?.entries.uncovered() else { return names }
    for entry in known {
      if change.basis != .covered { names.note(entry.device, entry.counter) }
      if change.basis != .covered || entry.device == device { names.formUnion(entry.names) }
    }
    return names.without(device)
  }
}
