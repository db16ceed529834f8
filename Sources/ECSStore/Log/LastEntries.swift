/// The last entries about each thing, as a log is read from its beginning.
struct LastEntries {
  private var entries: [LogSubject: LogEntry] = [:]
  /// The things of each target; empty if no entry destroys anything.
  private var subjects: [String: [LogSubject]] = [:]
  private let hasDestroyed: Bool
  /// The targets that were destroyed.
  private var destroyed: Set<String> = []
  /// The things of which the device said something that counts; nil if it made all entries.
  private var said: Set<LogSubject>?
  private let device: DeviceID?
  /// All entries of the log, if some of them retract others.
  private let all: [LogEntry]

  /// Prepares to read a log.
  init(of entries: [LogEntry], _ device: DeviceID?) {
    hasDestroyed = entries.contains(where: Self.destroys)
    self.device = device
    all = entries.contains { $0.retracted != nil } ? entries : []
    said = entries.contains { $0.device != (device ?? $0.device) } ? [] : nil
  }

  subscript(subject: LogSubject) -> LogEntry? { entries[subject] }

  /// Returns whether the device of the next entry has said nothing of its thing that counts.
  func isFirst(_ entry: LogEntry) -> Bool {
    said.map { !$0.contains(entry.change.subject) }
      ?? entries[entry.change.subject].map(\.change.isWithdrawal) ?? true
  }

  private static func destroys(_ entry: LogEntry) -> Bool {
    entry.change.kind == Existence.storedName && entry.change.isRemoval
  }

  /// Notes an entry.
  ///
  /// - Returns: The entry before about the same thing.
  @discardableResult
  mutating func note(_ entry: LogEntry) -> LogEntry? {
    let (subject, target) = (entry.change.subject, entry.change.target)
    let former = entries.updateValue(entry, forKey: subject)
    if entry.retracted != nil {
      restore(before: entry)
      return former
    }
    if said != nil, entry.device == device {
      if entry.change.isWithdrawal { said?.remove(subject) } else { said?.insert(subject) }
    }
    if !hasDestroyed { return former }
    if Self.destroys(entry) {
      // Nothing of it is left, also if no entry says so.
      for other in subjects[target] ?? [] where other != subject { entries[other] = nil }
      subjects[target] = [subject]
      destroyed.insert(target)
    } else if former == nil {
      subjects[target, default: []].append(subject)
    }
    return former
  }

  /// Notes a retraction: what the log had without the entries that it retracts holds again.
  private mutating func restore(before retraction: LogEntry) {
    let subject = retraction.change.subject
    let rest = all.filter {
      $0.change.subject == subject && $0.precedes(retraction) && !retraction.retracts($0)
    }
    entries[subject] = rest.latest().first
    if said != nil {
      let isSaid = rest.contains { $0.device == device && !$0.change.isWithdrawal }
      if isSaid { said?.insert(subject) } else { said?.remove(subject) }
    }
  }

  /// Whether an entry has destroyed a target, which may be there again.
  func hasDestroyed(_ target: String) -> Bool { destroyed.contains(target) }

  /// Returns the values of an entity that an entry destroys.
  func hidden(by entry: LogEntry) -> [LogEntry] {
    guard Self.destroys(entry) else { return [] }
    return (subjects[entry.change.target] ?? []).compactMap { entries[$0] }.filter {
      !$0.change.isRemoval && $0.change.kind != Existence.storedName
        && !LogKind.isOwn($0.change.kind)
    }
  }
}
