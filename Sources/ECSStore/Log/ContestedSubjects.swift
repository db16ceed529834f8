/// The entries about subjects that several devices have changed.
///
/// A new entry about such a subject must name the entries that it covers. A log with entries of
/// only one device has no contested subjects.
struct ContestedSubjects {
  let device: DeviceID
  private var entriesBySubject: [LogSubject: SubjectEntries] = [:]

  private struct SubjectEntries {
    var entries: [LogEntry] = []
    /// The number of entries above which covered entries are dropped.
    var capacity = 16

    mutating func note(_ entry: LogEntry) {
      entries.append(entry)
      if entries.count <= capacity { return }
      entries = entries.uncovered()
      capacity = max(capacity, 2 * entries.count)
    }
  }

  init(of device: DeviceID) { self.device = device }

  mutating func note(_ news: [LogEntry]) {
    // Entries about subjects that only this device has changed are not copied.
    for place in news.indices {
      if news[place].device == device, !news[place].hasNames,
        entriesBySubject.isEmpty || entriesBySubject[news[place].change.subject] == nil
      {
        continue
      }
      let entry = news[place]
      if LogKind.isOwn(entry.change.kind) { continue }
      entriesBySubject[entry.change.subject, default: SubjectEntries()].note(entry)
    }
  }

  /// Returns the version vector of the entries that a change by the device covers.
  func names(for change: LogChange) -> VersionVector {
    var names = VersionVector()
    if case .retraction(let counter) = change.basis {
      names.note(device, counter)
      return names
    }
    guard let known = entriesBySubject[change.subject]?.entries.uncovered() else { return names }
    for entry in known {
      if change.basis != .covered { names.note(entry.device, entry.counter) }
      if change.basis != .covered || entry.device == device { names.formUnion(entry.names) }
    }
    return names.without(device)
  }
}
