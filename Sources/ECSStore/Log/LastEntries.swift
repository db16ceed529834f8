/// The last entry about each subject, updated while a log is read from its beginning.
struct LastEntries {
  private var entries: [LogSubject: LogEntry] = [:]
  /// The subjects of each target, or an empty dictionary if no entry destroys a target.
  private var subjects: [String: [LogSubject]] = [:]
  private let hasDestructions: Bool
  private var destroyedTargets: Set<String> = []
  /// The subjects whose value this device has written or removed, or nil if it wrote all entries.
  private var subjectsOfDevice: Set<LogSubject>?
  private let device: DeviceID?
  /// All entries of the log if any of them is a retraction, otherwise none.
  private let all: [LogEntry]

  /// Creates the state before the first entry of a log.
  init(of entries: [LogEntry], _ device: DeviceID?) {
    hasDestructions = entries.contains(where: Self.destroys)
    self.device = device
    all = entries.contains { $0.retracted != nil } ? entries : []
    subjectsOfDevice = entries.contains { $0.device != (device ?? $0.device) } ? [] : nil
  }

  subscript(subject: LogSubject) -> LogEntry? { entries[subject] }

  /// Returns true if the device has not yet written a value or a removal of an entry's subject.
  func isFirst(_ entry: LogEntry) -> Bool {
    subjectsOfDevice.map { !$0.contains(entry.change.subject) }
      ?? entries[entry.change.subject].map(\.change.isWithdrawal) ?? true
  }

  private static func destroys(_ entry: LogEntry) -> Bool {
    entry.change.kind == Existence.storedName && entry.change.isRemoval
  }

  /// Adds an entry.
  ///
  /// - Returns: The previous entry about the same subject.
  @discardableResult
  mutating func note(_ entry: LogEntry) -> LogEntry? {
    let (subject, target) = (entry.change.subject, entry.change.target)
    let former = entries.updateValue(entry, forKey: subject)
    if entry.retracted != nil {
      restore(before: entry)
      return former
    }
    if subjectsOfDevice != nil, entry.device == device {
      if entry.change.isWithdrawal {
        subjectsOfDevice?.remove(subject)
      } else {
        subjectsOfDevice?.insert(subject)
      }
    }
    if !hasDestructions { return former }
    if Self.destroys(entry) {
      // A destroyed entity loses all its values, even without entries about them.
      for other in subjects[target] ?? [] where other != subject { entries[other] = nil }
      subjects[target] = [subject]
      destroyedTargets.insert(target)
    } else if former == nil {
      subjects[target, default: []].append(subject)
    }
    return former
  }

  /// Restores the state that the log would have without the retracted entries.
  private mutating func restore(before retraction: LogEntry) {
    let subject = retraction.change.subject
    let rest = all.filter {
      $0.change.subject == subject && $0.precedes(retraction) && !retraction.retracts($0)
    }
    entries[subject] = rest.latest().first
    if subjectsOfDevice != nil {
      let isSaid = rest.contains { $0.device == device && !$0.change.isWithdrawal }
      if isSaid { subjectsOfDevice?.insert(subject) } else { subjectsOfDevice?.remove(subject) }
    }
  }

  /// Returns true if an entry has destroyed a target.
  ///
  /// A later entry may have created the target again.
  func wasDestroyed(_ target: String) -> Bool { destroyedTargets.contains(target) }

  /// Returns the values that an entity loses if a given entry destroys it.
  ///
  /// For an entry that destroys no entity, the array is empty.
  func values(destroyedBy entry: LogEntry) -> [LogEntry] {
    guard Self.destroys(entry) else { return [] }
    return (subjects[entry.change.target] ?? []).compactMap { entries[$0] }.filter {
      !$0.change.isRemoval && $0.change.kind != Existence.storedName
        && !LogKind.isOwn($0.change.kind)
    }
  }
}
