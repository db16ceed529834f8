package import ECSKit
import Schedule
public import SourceText
import TextBasics

/// An import in progress, which makes entities of the records of a document.
///
/// A ``ScheduleFormat`` passes it each record. Records are matched with entities by their key. Equal
/// values are left alone, so importing a file again changes nothing; an entity whose record has left
/// the file is destroyed.
public struct RecordImport {
  /// What became of a record.
  ///
  /// There is one for each record, so it is as small as possible.
  struct Entry {
    let entity: Entity
    /// The number of its value in the document.
    let index: UInt32
    /// The number of the record in the file, doubled, and one more if it is unchanged; a document has
    /// fewer values than this can count.
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

    /// The key as messages show it, if the record has one of its own.
    var shownKey: String? { entity[RecordKey.self]?.shownText }
  }

  /// The number of the record in the file, and its name.
  struct Identity {
    let record: Int
    /// The number of its value in the document.
    let index: Int
    let key: RecordKey
    /// The hash of its name.
    let hash: Int
    let isKeyed: Bool
  }

  /// A record that waits for its entity.
  struct Waiting {
    let identity: Identity
    let draft: Draft
    let uniques: [ComponentKind]
  }

  let document: SourceDocument
  let context: Context
  /// The entities of an earlier version of the file.
  ///
  /// An import looks at all of them anyway, so an index that follows every change would cost more
  /// than it saves.
  private(set) var entities: [RecordKey: Entity]
  /// The talks and sessions of the document, and the entities that they are in the context.
  let pairs: TalkPairs?
  /// The types of component that the tables make.
  let kinds: [ComponentKind]
  /// One for each table.
  var readers: [RecordReader]
  /// The record that was read last.
  var reading = RecordReader.ReadRecord()
  /// The counts and issues so far; the issues are in order after the import.
  package internal(set) var report = ImportReport()
  var entries: [Entry] = []
  /// The most records that the document may have.
  let mostRecords: Int
  /// Whether a single record names more others than that.
  var isOverfull = false
  /// The positions of entities among the entries, after the first question about them.
  var places: [Entity: Int]?
  var matched: Set<Entity> = []
  /// The first entry of each name.
  var names = RecordNames()
  /// How often a name was used, for those that were used again or have no entry yet.
  var uses: [RecordName: Int] = [:]
  var repeats: [RecordName: RepeatedRecords<Waiting>] = [:]
  /// Those of them with readings that wait, in the order of the file.
  var waiting: [RepeatedRecords<Waiting>] = []
  /// How many records have a key of their own, that is, are of the format.
  var usable = 0
  /// Is called with the number of records so far, every few thousand records.
  var progress: ((Int) -> Void)?
  /// The scheme of addresses that have none, if the file says another one than https.
  var linkScheme: String?
  /// Entities that lost a unique component to another record.
  var formerHolders: Set<Entity> = []

  /// Imports the records of a document as one change, and destroys the entities whose record has
  /// left it.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - tables: The meaning of the fields, for each kind of record.
  ///   - context: Where the entities live.
  ///   - pairs: The pairs of talks of the document and of the context; nil to match all records by
  ///     their keys.
  ///   - progress: Called with the number of records so far, before the first and every few thousand.
  ///   - walk: Goes through the document and hands over each record.
  /// - Throws: The error of the walk, or `ImportError.nothingUsable`; the context is as it was.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the size of the file.
  package init(
    _ document: SourceDocument, tables: [ConverterTable], into context: Context,
    pairs: TalkPairs? = nil, progress: ((Int) -> Void)? = nil,
    walk: (SourceDocument, inout RecordImport) throws(ImportError) -> Void
  ) throws(ImportError) {
    // A group costs a little for each later entity.
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
    // Each destroyed entity takes memory until the import is complete.
    entities = [:]
    complete(unknownFields)
    if report.records > 0, usable == 0 { throw .nothingUsable(report.issues) }
    for entity in known where !matched.contains(entity) {
      entity.destroy()
      report.removed += 1
    }
  }

  /// The name of an unknown part around the records that may contain records; nil if there is none.
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
  ///   - value: The object; anything else is an issue.
  ///   - table: The index of its table among those of the format.
  ///   - inherited: Components for which the record has no field of its own.
  /// - Returns: The components of the record; none if the value is no object.
  @discardableResult
  public mutating func read(
    _ value: SourceValue, as table: Int = 0, inheriting inherited: Draft = Draft()
  ) -> Draft {
    if isRefused || value.kind != .object {
      add(value, as: table)
      return Draft()
    }
    reading.draft[RecordKey.self] = add(value, as: table, inheriting: inherited)
    return reading.draft
  }

  /// Adds an object as a record, whose components are those of `reading` then.
  ///
  /// A draft that is returned is copied as soon as the next record is read.
  ///
  /// - Returns: The key of the record; nil if the value is no object, or a record that was there
  ///   before.
  @discardableResult
  mutating func add(
    _ value: SourceValue, as table: Int, inheriting inherited: Draft? = nil
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
  /// - Parameters:
  ///   - value: The object; anything else is an issue.
  ///   - table: The index of its table among those of the format.
  package mutating func addRecord(_ value: SourceValue, as table: Int) {
    if isRefused { return }
    guard value.isObject else { return addNoRecord(value) }
    readers[table].read(value, report.records + 1, into: &reading)
    register(at: value.index, as: table, isEmptied: true)
  }

  /// Reads an object without making a record of it.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - table: The position of its table among those of the import.
  /// - Returns: Its components, and what was found on the way.
  mutating func reading(
    of value: SourceValue, as table: Int
  ) -> (draft: Draft, problems: [(kind: ImportIssue.Kind, position: SourcePosition)]) {
    if isRefused { return (Draft(), []) }
    readers[table].read(value, report.records + 1, into: &reading)
    return (reading.draft, reading.problems)
  }

  /// Takes a record that the document has no object for.
  ///
  /// - Parameters:
  ///   - draft: Its components.
  ///   - value: The value that they were made of, for its position.
  ///   - table: The position of its table among those of the import.
  package mutating func add(_ draft: Draft, from value: SourceValue, as table: Int) {
    if isRefused { return }
    readers[table].read(draft, into: &reading)
    register(at: value.index, as: table, isEmptied: false)
  }

  /// Takes a location or a person that has only a name in the document.
  mutating func add(named name: String, from value: SourceValue, as table: Int) {
    var draft = Draft()
    draft[Name.self] = Name(text: name)
    add(draft, from: value, as: table)
  }

  private mutating func addNoRecord(_ value: SourceValue) {
    report.records += 1
    add(.noRecord(found: value.found), at: value.position, key: nil)
  }

  /// Adds an issue about a value that is not part of a record.
  ///
  /// - Parameters:
  ///   - field: The name of its field.
  ///   - value: The value.
  ///   - accepted: What would be read, with an article: the end of the sentence "expected …".
  public mutating func addUnreadable(
    _ field: String, _ value: SourceValue, accepting accepted: String
  ) {
    add(.unreadable(field: field, found: value.found, accepted: accepted), at: value.position)
  }
}
