// Collects the issues of an import, and limits the number of issues and records. RecordImport and
// the traversals of formats call it, and ScheduleImport calls it after the times are resolved. A
// file beyond a limit is rejected. At the end of an import, the issues are sorted by position.

package import ECSKit
package import SourceText

extension RecordImport {
  /// The maximum number of issues.
  ///
  /// A file with more issues is rejected.
  static let mostIssues = 20_000

  /// Returns the maximum number of records in a file with the given number of bytes.
  ///
  /// The limit exists because even a short record takes a few hundred bytes of memory. In the files
  /// of real conferences, a record has at least 160 bytes, so the files have at most half as many
  /// records as the limit allows.
  static func mostRecords(ofBytes count: Int) -> Int { 40_000 + count / 80 }

  var isRefused: Bool { report.issues.count > Self.mostIssues || hasTooManyRecords }

  private var hasTooManyRecords: Bool { entries.count > mostRecords || isOverfull }

  var refusal: ImportError {
    if hasTooManyRecords { return .tooManyRecords(limit: mostRecords) }
    return .tooManyIssues(limit: Self.mostIssues, first: report.issues.first)
  }

  mutating func add(_ kind: ImportIssue.Kind, at position: SourcePosition, key: String?) {
    add(ImportIssue(kind: kind, position: position, record: report.records, key: key))
  }

  mutating func add(_ kind: ImportIssue.Kind, at position: SourcePosition) {
    add(ImportIssue(kind: kind, position: position, record: 0, key: nil))
  }

  private mutating func add(_ issue: ImportIssue) {
    if report.issues.count <= Self.mostIssues { report.issues.append(issue) }
  }

  /// Reports the unknown fields of an object that is not a record itself but contains records.
  mutating func look(at value: SourceValue, as table: Int) {
    if isRefused || value.kind == .null { return }
    guard value.kind == .object else {
      let accepted = document.isMarkup ? "elements" : "an object"
      return add(
        .unreadable(field: value.key, found: value.found, accepted: accepted), at: value.position)
    }
    readers[table].read(value, report.records + 1, into: &reading)
    for (kind, position) in reading.problems { add(kind, at: position) }
  }

  /// Counts a skipped record, and adds an issue about it.
  mutating func leaveOut(_ value: SourceValue, _ kind: ImportIssue.Kind, key: String?) {
    report.records += 1
    add(kind, at: value.position, key: key)
  }

  /// Adds counts and suggestions to the issues about unknown fields, and sorts all issues.
  mutating func complete(_ unknown: [String: RecordReader.UnknownField]) {
    for place in report.issues.indices where !unknown.isEmpty {
      let issue = report.issues[place]
      let kind: ImportIssue.Kind
      switch issue.kind {
      case .unknownField(let name, _, _):
        guard let known = unknown[name] else { continue }
        kind = .unknownField(name: name, count: known.count, nearest: known.nearest)
      case .unknownPart(let name, _, _):
        guard let known = unknown[name] else { continue }
        kind = .unknownPart(name: name, count: known.count, nearest: known.nearest)
      default: continue
      }
      report.issues[place] = ImportIssue(
        kind: kind, position: issue.position, record: issue.record, key: issue.key)
    }
    sortIssues()
  }

  mutating func sortIssues() {
    // Issues at the same position keep their order.
    let issues = report.issues
    // Indices are sorted, because issues are large. Usually the issues are already in order.
    let isSorted = zip(issues, issues.dropFirst()).allSatisfy { $0.position <= $1.position }
    if isSorted { return }
    let order = issues.indices.sorted {
      (issues[$0].position, $0) < (issues[$1].position, $1)
    }
    report.issues = order.map { issues[$0] }
  }

  /// Adds issues that were found after all records were read.
  ///
  /// Issues of entities that are not part of this import are ignored.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of records and issues, or O(1) if
  ///   `found` is empty.
  package mutating func add(_ found: [(entity: Entity, kind: ImportIssue.Kind)]) {
    if found.isEmpty { return }
    for (entity, kind) in found {
      guard let place = place(of: entity) else { continue }
      let entry = entries[place]
      add(
        ImportIssue(
          kind: kind, position: position(of: entry), record: entry.record,
          key: entry.shownKey))
    }
    sortIssues()
  }

  /// Counts entities whose components changed after their records were read.
  ///
  /// Entities are ignored if they are not part of this import or were already counted as created or
  /// changed.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of records.
  package mutating func noteChanges(of changed: [Entity]) {
    if report.unchanged == 0 { return }
    for entity in changed {
      guard let place = place(of: entity), entries[place].isUnchanged else { continue }
      entries[place].isUnchanged = false
      report.unchanged -= 1
      report.changed += 1
    }
  }

  /// Returns the position of an entity's record, or nil if the entity is not part of this import.
  package mutating func position(of entity: Entity) -> SourcePosition? {
    place(of: entity).map { position(of: entries[$0]) }
  }

  /// Sets a `RecordPosition` on each entity, so that findings can refer to the record.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of records and *m* the size of the file.
  package func keepPositions() {
    let positions = document.positions(at: entries.map { Int($0.index) })
    for (entry, position) in zip(entries, positions) {
      // The entity has its `RecordKey`, so the position needs no copy of the key.
      entry.entity.set(RecordPosition(record: entry.record, position: position, key: nil))
    }
  }

  private mutating func place(of entity: Entity) -> Int? {
    let known =
      places
      ?? Dictionary(uniqueKeysWithValues: entries.indices.map { (entries[$0].entity, $0) })
    places = known
    return known[entity]
  }
}
