// The import of the records of one document. Entities are created, updated and destroyed by record
// key. ScheduleImport runs the import with the traversal of a format. The traversal adds the
// records one after another. All changes are one transaction. Importing the same file again changes
// nothing.

import Basics
package import ECSKit
import Schedule
public import SourceText

/// A running import that creates entities from the records of a document.
///
/// A ``ScheduleFormat`` adds the records. Each record is matched with an entity by its key. Equal
/// values are not set again, so importing a file twice changes nothing. An entity whose record is
/// no longer in the file is destroyed.
public struct RecordImport {
  /// The entity of a record, and the record's position in the document.
  ///
  /// Every record has an entry, so the entry is as small as possible.
  struct Entry {
    let entity: Entity
    let index: UInt32
    /// The number of the record and the flag `isUnchanged`.
    ///
    /// The number is shifted left by one bit, and the flag is the lowest bit. A document has too
    /// few values to overflow the number.
    private var recordAndMark: UInt32

    init(_ entity: Entity, record: Int, index: Int, isUnchanged: Bool) {
      self.entity = entity
      self.index = UInt32(truncatingIfNeeded: index)
      recordAndMark = UInt32(truncatingIfNeeded: record) << 1 | (isUnchanged ? 1 : 0)
    }

    var record: Int { Int(recordAndMark >> 1) }

    var isUnchanged: Bool {
      get { recordAndMark & 1 == 1 }
      set { recordAndMark = recordAndMark & ~1 | (newValue ? 1 : 0) }
    }

    /// The key for messages, or nil if the record has no name.
    var shownKey: String? { entity[RecordKey.self]?.shownText }
  }

  struct Identity {
    let record: Int
    let index: Int
    let key: RecordKey
    let hash: Int
    let isKeyed: Bool
  }

  /// A record whose match is deferred to the end of the file.
  struct Waiting {
    let identity: Identity
    let draft: Draft
    let uniques: [ComponentKind]
  }

  let document: SourceDocument
  let context: Context
  /// The entities of an earlier version of the file, by key.
  ///
  /// The dictionary belongs to one import. An index of the context would cost more than it saves,
  /// because every change would update it.
  private(set) var entities: [RecordKey: Entity]
  let pairs: TalkPairs?
  let kinds: [ComponentKind]
  var readers: [RecordReader]
  var reading = RecordReader.ReadRecord()
  /// The current counts and issues.
  ///
  /// The issues are sorted when the import ends.
  package internal(set) var report = ImportReport()
  var entries: [Entry] = []
  let mostRecords: Int
  /// True if a single record mentions more than `mostRecords` other records.
  var isOverfull = false
  /// The positions in `entries` by entity.
  ///
  /// The table is filled at the first lookup.
  var places: [Entity: Int]?
  var matched: Set<Entity> = []
  var names = RecordNames()
  /// The number of records read so far, by name.
  ///
  /// The dictionary contains only names that occur several times or are not yet in `names`.
  var uses: [RecordName: Int] = [:]
  var repeats: [RecordName: RepeatedRecords<Waiting>] = [:]
  /// The elements of `repeats` that have deferred records, in file order.
  var waiting: [RepeatedRecords<Waiting>] = []
  var mentions = RecordMentions()
  /// The number of records with a key.
  ///
  /// A single such record is sufficient for a valid import.
  var usable = 0
  /// A closure that is called every few thousand records, with the number of records read so far.
  var progress: ((Int) -> Void)?
  /// The scheme for addresses that start with `//`, or nil for `https`.
  var linkScheme: String?
  /// The base for resolving relative addresses, or nil to leave relative addresses unchanged.
  var linkBase: LinkBase?
  var isMarkdown = false
  var formerHolders: Set<Entity> = []

  /// Creates an import, and imports the records of a document as one change.
  ///
  /// Entities without a record in the document are destroyed. Pass one table for each kind of
  /// record. If `pairs` is nil, all records are matched by key. The closure `progress` is called
  /// with the number of records that have been read, first with zero and then every few thousand
  /// records. The closure `walk` traverses the document and adds each record.
  ///
  /// - Throws: The error that `walk` throws, or `ImportError` if there are too many issues or
  ///   records, or no usable record. The context is then unchanged.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the size of the file.
  package init(
    _ document: SourceDocument, tables: [ConverterTable], into context: Context,
    pairs: TalkPairs? = nil, progress: ((Int) -> Void)? = nil,
    walk: (SourceDocument, inout RecordImport) throws(ImportError) -> Void
  ) throws(ImportError) {
    // In an empty context no group is created, because a group slows the creation of later entities
    // a little.
    let known = context.isEmpty ? [] : context.group(.all(RecordKey.self)).entities
    var records = RecordImport(document, tables, context, known, pairs)
    records.progress = progress
    progress?(0)
    try context.transaction { () throws(ImportError) in
      try walk(document, &records)
      try records.finish(known)
    }
    self = records
  }

  private init(
    _ document: SourceDocument, _ tables: [ConverterTable], _ context: Context, _ known: [Entity],
    _ pairs: TalkPairs?
  ) {
    self.document = document
    self.context = context
    self.pairs = pairs
    var entities: [RecordKey: Entity] = [:]
    for entity in known {
      if let key = entity[RecordKey.self] { entities[key] = entity }
    }
    self.entities = entities
    kinds = tables.flatMap(\.kinds).firstOfEachType
    let keys = document.keys
    readers = tables.map { RecordReader(document, keys, $0) }
    mostRecords = Self.mostRecords(ofBytes: document.byteCount)
    for flaw in document.flaws { add(.flaw(flaw), at: flaw.position) }
  }

  private mutating func finish(_ known: [Entity]) throws(ImportError) {
    if isRefused {
      sortIssues()
      throw refusal
    }
    settleRepeats()
    settleMentions()
    // Otherwise the dictionary would retain entities that are destroyed below.
    entities = [:]
    complete(unknownFields)
    if report.records > 0, usable == 0 { throw .nothingUsable(report.issues) }
    for entity in known where !matched.contains(entity) {
      entity.destroy()
      report.removed += 1
    }
  }

  /// The name of an unknown part that may contain records, or nil if the document has no such part.
  var unknownPart: String? { readers.firstNonNil(\.unknownPart) }

  private var unknownFields: [String: RecordReader.UnknownField] {
    readers.reduce(into: [:]) { unknown, reader in
      unknown.merge(reader.unknownFields()) { first, second in
        (first.count + second.count, first.nearest ?? second.nearest)
      }
    }
  }

  // MARK: Records

  /// Adds an object as a record.
  ///
  /// - Parameters:
  ///   - value: The object to read. Any other value is reported as an issue.
  ///   - table: The index of the record's table among the tables of the format.
  ///   - inherited: Default components for fields that the record lacks.
  /// - Returns: The components of the record, or an empty draft if the value is not an object.
  @discardableResult
  public mutating func read(
    _ value: SourceValue, as table: Int = 0, inheriting inherited: Draft = Draft()
  ) -> Draft {
    if isRefused || value.kind != .object {
      addRecord(value, as: table)
      return Draft()
    }
    reading.draft[RecordKey.self] = add(value, as: table, inheriting: inherited)
    return reading.draft
  }

  /// Adds an object as a record, and leaves its components in `reading` to avoid a copy.
  ///
  /// Returns the key of the record, or nil if the value is not an object or repeats an earlier
  /// record.
  @discardableResult
  mutating func add(
    _ value: SourceValue, as table: Int, inheriting inherited: Draft
  ) -> RecordKey? {
    reading.removeAll()
    if isRefused { return nil }
    guard value.isObject else {
      addNoRecord(value)
      return nil
    }
    readers[table].read(value, report.records + 1, inherited, into: &reading)
    return register(at: value.index, as: table, isEmptied: false)
  }

  /// Adds an object as a record, without returning its components.
  ///
  /// Any other value is reported as an issue.
  package mutating func addRecord(_ value: SourceValue, as table: Int) {
    if isRefused { return }
    guard value.isObject else { return addNoRecord(value) }
    readers[table].read(value, report.records + 1, into: &reading)
    register(at: value.index, as: table, isEmptied: true)
  }

  /// Returns the components and issues of an object without adding a record.
  mutating func reading(
    of value: SourceValue, as table: Int
  ) -> (draft: Draft, problems: [(kind: ImportIssue.Kind, position: SourcePosition)]) {
    if isRefused { return (Draft(), []) }
    readers[table].read(value, report.records + 1, into: &reading)
    return (reading.draft, reading.problems)
  }

  /// Adds a record that has no object in the document.
  ///
  /// Messages show the position of `value` as the position of the record.
  package mutating func add(_ draft: Draft, from value: SourceValue, as table: Int) {
    if isRefused { return }
    readers[table].read(draft, into: &reading)
    register(at: value.index, as: table, isEmptied: false)
  }

  /// Adds a location or a person that has only a name in the document.
  mutating func add(named name: String, from value: SourceValue, as table: Int) {
    var draft = Draft()
    draft[Name.self] = Name(text: name)
    add(draft, from: value, as: table)
  }

  private mutating func addNoRecord(_ value: SourceValue) {
    report.records += 1
    add(.noRecord(found: value.found), at: value.position, key: nil)
  }

  /// Adds an issue about a value that belongs to no record.
  ///
  /// - Parameters:
  ///   - field: The name of the field.
  ///   - value: The unreadable value.
  ///   - accepted: The expected value with an article, to complete the sentence "expected …".
  public mutating func addUnreadable(
    _ field: String, _ value: SourceValue, accepting accepted: String
  ) {
    add(.unreadable(field: field, found: value.found, accepted: accepted), at: value.position)
  }
}
