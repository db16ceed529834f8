package import ECSKit
package import SourceText

/// The issues that are found during the import, and those that are found afterwards.
extension RecordImport {
  /// The most issues that an import keeps; a file with more is refused.
  static let mostIssues = 20_000

  /// The most records of a file of so many bytes: any 40,000, and of larger files as many as have 80
  /// bytes each, which is half of what the records of conferences have.
  ///
  /// A record takes a few hundred bytes of memory, however small it is in the file.
  static func mostRecords(ofBytes count: Int) -> Int { 40_000 + count / 80 }

  /// Whether there are too many issues or records already, so that nothing more need be read.
  var isRefused: Bool { report.issues.count > Self.mostIssues || hasTooManyRecords }

  private var hasTooManyRecords: Bool { entries.count > mostRecords || isOverfull }

  /// The error of an import that is refused.
  var refusal: ImportError {
    if hasTooManyRecords { return .tooManyRecords(limit: mostRecords) }
    return .tooManyIssues(limit: Self.mostIssues, first: report.issues.first)
  }

  /// Adds an issue about the latest record.
  mutating func add(_ kind: ImportIssue.Kind, at position: SourcePosition, key: String?) {
    add(ImportIssue(kind: kind, position: position, record: report.records, key: key))
  }

  /// Adds an issue about a part of the file that is no record.
  mutating func add(_ kind: ImportIssue.Kind, at position: SourcePosition) {
    add(ImportIssue(kind: kind, position: position, record: 0, key: nil))
  }

  private mutating func add(_ issue: ImportIssue) {
    if report.issues.count <= Self.mostIssues { report.issues.append(issue) }
  }

  /// Reports the unknown fields of an object that contains records and is none itself.
  ///
  /// - Parameters:
  ///   - value: The object; anything else but null is an issue.
  ///   - table: The position of its table among those of the import.
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

  /// Adds an issue about a record that is left out.
  mutating func leaveOut(_ value: SourceValue, _ kind: ImportIssue.Kind, key: String?) {
    report.records += 1
    add(kind, at: value.position, key: key)
  }

  /// Completes the issues about unknown fields at the end, and sorts all issues.
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
    // Two issues at one position keep the order in which they were found.
    let issues = report.issues
    // Issues are large, so it is their numbers that are sorted; most often they are in order.
    let isSorted = zip(issues, issues.dropFirst()).allSatisfy { $0.position <= $1.position }
    if isSorted { return }
    let order = issues.indices.sorted {
      (issues[$0].position, $0) < (issues[$1].position, $1)
    }
    report.issues = order.map { issues[$0] }
  }

  /// Adds what was found about entities after their records were read.
  ///
  /// - Parameter found: The issues and their entities; an entity that is not part of this import is
  ///   left out.
  /// - Complexity: O(*n* log *n*), where *n* is the number of records and issues; O(1) for none.
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

  /// Counts entities as changed if another of their components was set after their records were
  /// read.
  ///
  /// - Parameter changed: The entities; one that is not part of this import, or counts as made or
  ///   changed already, is left out.
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

  /// Returns the position of the record of an entity.
  ///
  /// - Parameter entity: An entity.
  /// - Returns: The position of the record, or nil if the entity is none of this import.
  package mutating func position(of entity: Entity) -> SourcePosition? {
    place(of: entity).map { position(of: entries[$0]) }
  }

  /// Gives each entity the position of its record, so that findings can point at it.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of records and *m* the size of the file.
  package func keepPositions() {
    let positions = document.positions(at: entries.map { Int($0.index) })
    for (entry, position) in zip(entries, positions) {
      // Its key is there beside it.
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
