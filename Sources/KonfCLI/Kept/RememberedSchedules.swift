import ECSStore
import Schedule

/// The schedules that a log remembers, and which of them is the default.
struct RememberedSchedules {
  /// The word for the default in the log, whose target is always ``RememberedSchedule/storedName``.
  private static let defaultKind = "default"

  /// The schedules in the order of their names.
  let all: [RememberedSchedule]
  /// The one that konf shows if nothing names another; nil for the built-in one.
  let standard: RememberedSchedule?
  private let entries: [LogEntry]

  /// Reads the entries of a log.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  init(_ entries: [LogEntry]) {
    let kinds = [RememberedSchedule.storedName, Self.defaultKind]
    self.entries = entries.filter { kinds.contains($0.change.kind) }
    let words = self.entries.lastWords()
    let all = words.filter { $0.change.kind == RememberedSchedule.storedName }
      .compactMap { RememberedSchedule($0) }.sorted { $0.name < $1.name }
    let name = words.last { $0.change.kind == Self.defaultKind }?.change.value
    self.all = all
    standard = all.first { $0.name == name }
  }

  /// The schedule that is remembered by a name.
  subscript(name: String) -> RememberedSchedule? { all.first { $0.name == name } }

  /// Returns when an older version of a schedule was kept.
  ///
  /// - Parameters:
  ///   - schedule: The schedule as it is now.
  ///   - digits: The checksum of a file.
  /// - Returns: The time in seconds since 1970; nil if the file is no older version.
  func time(ofVersionBefore schedule: RememberedSchedule, _ digits: String) -> Int64? {
    if digits == schedule.digits { return nil }
    let versions = entries.filter {
      $0.change.kind == RememberedSchedule.storedName && $0.change.target == schedule.name
    }.sorted { $0.precedes($1) }
    // What came before it was forgotten is another story.
    let present = versions.suffix(while: { !$0.change.value.isEmpty })
    return present.last { RememberedSchedule($0)?.digits == digits }?.time
  }

  /// The change of the log that makes a schedule the default, or the built-in one.
  static func change(toDefault name: String?) -> LogChange {
    LogChange(
      scope: "", kind: defaultKind, target: RememberedSchedule.storedName, value: name ?? "")
  }

  /// Returns whether a file in the folder of schedules stays: one that is remembered, the version
  /// before it, and whatever is not of konf's making.
  func needs(_ fileName: String) -> Bool {
    if !RememberedSchedule.isFileName(fileName) { return true }
    return all.contains { schedule in
      [schedule.fileName, schedule.wordsName, schedule.former?.fileName].contains(fileName)
    }
  }
}

extension BidirectionalCollection {
  /// The elements at the end that all satisfy a predicate.
  fileprivate func suffix(while isIncluded: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !isIncluded($0) }) else { return self[...] }
    return self[index(after: last)...]
  }
}
