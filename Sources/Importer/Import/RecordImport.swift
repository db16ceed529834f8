package import ECSKit

/// An import under way: the records of a document become the entities of a context.
///
/// Records are matched with entities by their key. What is equal is left alone, so importing a file
/// again tells nobody anything; what has left the file is destroyed.
package struct RecordImport {
  /// What became of a record.
  ///
  /// There is one for each record, so it is as small as it can be.
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
    var shownKey: String? {
      entity[RecordKey.self].flatMap { $0.name == .nameless ? nil : $0.text }
    }
  }

  /// Which record of the file it is, and what it is called.
  private struct Identity {
    let record: Int
    /// The number of its value in the document.
    let index: Int
    let key: RecordKey
    /// The hash of its name.
    let hash: Int
    let isKeyed: Bool
  }

  /// A record that waits for its entity.
  private struct Waiting {
    let identity: Identity
    let draft: Draft
    let uniques: [ComponentKind]
  }

  private let document: SourceDocument
  private let context: Context
  /// The entities of an earlier version of the file.
  ///
  /// An import looks at all of them anyway, so an index that follows every change would cost more
  /// than it saves.
  private let entities: [RecordKey: Entity]
  /// The types of component that the tables make.
  private let kinds: [ComponentKind]
  /// One for each table.
  private var readers: [RecordReader]
  /// The record that was read last.
  private var reading = RecordReader.Reading()
  /// The counts and issues so far; the issues are in order once the import is made.
  package internal(set) var report = ImportReport()
  var entries: [Entry] = []
  /// The places of entities among the entries, once somebody asked.
  var places: [Entity: Int]?
  private var matched: Set<Entity> = []
  /// The first entry of each name.
  private var names = RecordNames()
  /// How often a name was used, for those that were used again or have no entry yet.
  private var uses: [RecordName: Int] = [:]
  private var repeats: [RecordName: RepeatedRecords<Waiting>] = [:]
  /// Those of them for which readings wait, in the order of the file.
  private var waiting: [RepeatedRecords<Waiting>] = []
  /// How many records have a key of their own, that is, are of the format.
  private var usable = 0
  /// Entities that lost a unique component to another record.
  private var bereft: Set<Entity> = []

  /// Imports the records of a document as one change, and destroys the entities whose record has
  /// left it.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - tables: What the fields mean, for each kind of record.
  ///   - context: Where the entities live.
  ///   - walk: Goes through the document and hands over each record.
  /// - Throws: What the walk throws, or `ImportError.nothingUsable`; the context is as it was.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the size of the file.
  package init(
    _ document: SourceDocument, tables: [ConverterTable], into context: Context,
    walk: (SourceDocument, inout RecordImport) throws(ImportError) -> Void
  ) throws(ImportError) {
    // A group costs each entity to come a little.
    let known = context.count == 0 ? [] : context.group(.all(RecordKey.self)).entities
    var records = RecordImport(document, tables, context, known)
    try context.transaction { () throws(ImportError) in
      try walk(document, &records)
      try records.finish(known)
    }
    self = records
  }

  private init(
    _ document: SourceDocument, _ tables: [ConverterTable], _ context: Context, _ known: [Entity]
  ) {
    self.document = document
    self.context = context
    var entities: [RecordKey: Entity] = [:]
    for entity in known {
      if let key = entity[RecordKey.self] { entities[key] = entity }
    }
    self.entities = entities
    var types: Set<ObjectIdentifier> = []
    kinds = tables.flatMap(\.kinds).filter { types.insert($0.type).inserted }
    readers = tables.map { RecordReader(document, $0) }
    for flaw in document.flaws { add(.flaw(flaw.kind), at: flaw.position, key: nil) }
  }

  private mutating func finish(_ known: [Entity]) throws(ImportError) {
    settleRepeats()
    complete(unknownFields)
    if report.records > 0, usable == 0 { throw .nothingUsable(report.issues) }
    for entity in known where !matched.contains(entity) {
      entity.destroy()
      report.removed += 1
    }
  }

  private var unknownFields: [String: RecordReader.UnknownField] {
    readers.reduce(into: [:]) { unknown, reader in
      unknown.merge(reader.unknownFields()) { first, second in
        (first.count + second.count, first.nearest ?? second.nearest)
      }
    }
  }

  // MARK: Records

  /// Takes an object as a record.
  ///
  /// - Parameters:
  ///   - value: The object; anything else is an issue.
  ///   - table: The place of its table among those of the import.
  ///   - inherited: The components it has from around it, where its own fields make none.
  /// - Returns: The components of the record; none if the value is no object.
  @discardableResult
  package mutating func take(
    _ value: SourceValue, as table: Int, inheriting inherited: Draft = Draft()
  ) -> Draft {
    guard value.kind == .object else {
      addNoRecord(value)
      return Draft()
    }
    readers[table].read(value, report.records + 1, inherited, into: &reading)
    let key = take(at: value.index, as: table, isEmptied: false)
    reading.draft[RecordKey.self] = key
    return reading.draft
  }

  /// Takes an object as a record of which nothing more is asked.
  ///
  /// - Parameters:
  ///   - value: The object; anything else is an issue.
  ///   - table: The place of its table among those of the import.
  package mutating func enter(_ value: SourceValue, as table: Int) {
    guard value.isObject else { return addNoRecord(value) }
    readers[table].read(value, report.records + 1, into: &reading)
    take(at: value.index, as: table, isEmptied: true)
  }

  /// Takes a record that the document has no object for.
  ///
  /// - Parameters:
  ///   - draft: Its components.
  ///   - value: The value that they were made of, for its place.
  ///   - table: The place of its table among those of the import.
  package mutating func take(_ draft: Draft, from value: SourceValue, as table: Int) {
    readers[table].read(draft, into: &reading)
    take(at: value.index, as: table, isEmptied: false)
  }

  private mutating func addNoRecord(_ value: SourceValue) {
    report.records += 1
    add(.noRecord(found: value.found), at: value.position, key: nil)
  }

  /// Adds an issue about a value that is no part of a record's own fields.
  ///
  /// - Parameters:
  ///   - field: The name of the field that it stands in.
  ///   - value: The value.
  ///   - accepted: What would have been read.
  package mutating func addUnreadable(
    _ field: String, _ value: SourceValue, accepting accepted: String
  ) {
    add(
      .unreadable(field: field, found: value.found, accepted: accepted), at: value.position,
      key: nil)
  }

  // MARK: Keys

  /// Finds out what the record is called that was read, and gives it an entity.
  ///
  /// - Parameters:
  ///   - index: The number of its value in the document.
  ///   - place: The place of its table.
  ///   - isEmptied: Whether nobody needs the components but their entity.
  /// - Returns: The key of the record; nil if it is one that was there before.
  @discardableResult
  private mutating func take(at index: Int, as place: Int, isEmptied: Bool) -> RecordKey? {
    let given = readers[place].key(reading.draft)
    var isKeyed = false
    if case .some = given { isKeyed = true }
    let name = given ?? .nameless
    let hash = name.hashValue
    let number = self.number(of: name, hash)
    // Who is named again is still one; what has no name is never another one again.
    if isKeyed, number > 1, readers[place].table.repeats == .mentions { return nil }
    report.records += 1
    if number > 1 { uses[name] = number }
    let identity = Identity(
      record: report.records, index: index, key: RecordKey(name: name, number: number),
      hash: hash, isKeyed: isKeyed)
    if !isKeyed || number > 1 || !reading.problems.isEmpty {
      addIssues(about: identity, readers[place].table)
    }
    if isKeyed { usable += 1 }
    for type in reading.refused { reading.draft.remove(type) }
    // Nothing can be there yet in an import into an empty context.
    if number == 1, entities.isEmpty {
      noteLosses(to: nil, reading.uniques)
      create(identity, isEmptied: isEmptied)
    } else {
      find(identity)
    }
    return identity.key
  }

  private mutating func addIssues(about identity: Identity, _ table: ConverterTable) {
    let position = document.position(at: identity.index)
    let shownKey = identity.isKeyed ? identity.key.text : nil
    for (kind, position) in reading.problems { add(kind, at: position, key: shownKey) }
    if !identity.isKeyed {
      add(.noKey(expected: table.keyFields), at: position, key: nil)
    } else if identity.key.number > 1 {
      add(.repeatedKey(key: identity.key.name.text), at: position, key: shownKey)
    }
  }

  /// The number of the next record of a name.
  private mutating func number(of name: RecordName, _ hash: Int) -> Int {
    guard names.mayHave(hash: hash) || !waiting.isEmpty else { return 1 }
    let entries = entries
    let first = names.place(hash: hash) { entries[$0].entity[RecordKey.self]?.name == name }
    if first == nil, waiting.isEmpty { return 1 }
    return uses[name, default: first == nil ? 0 : 1] + 1
  }

  /// Finds the entity of the record that was read, or makes it.
  private mutating func find(_ identity: Identity) {
    let key = identity.key
    var entity: Entity?
    if key.number == 1, let first = entities[key] {
      let others = entitiesRepeating(key.name)
      if others.isEmpty {
        entity = first
      } else {
        repeats[key.name] = RepeatedRecords([first] + others)
      }
    }
    if entity == nil, let repeated = repeats[key.name] {
      entity = repeated.take(where: { isEqual($0, reading.draft) })
      if entity == nil {
        if repeated.waiting.isEmpty { waiting.append(repeated) }
        repeated.waiting.append(
          Waiting(identity: identity, draft: reading.draft, uniques: reading.uniques))
        uses[key.name] = key.number
        return
      }
    }
    noteLosses(to: entity, reading.uniques)
    if let entity {
      update(entity, identity)
    } else {
      create(identity, isEmptied: false)
    }
  }

  /// The entities of the version before that have the same name and a number above 1.
  private func entitiesRepeating(_ name: RecordName) -> [Entity] {
    var found: [Entity] = []
    while let entity = entities[RecordKey(name: name, number: found.count + 2)] {
      found.append(entity)
    }
    return found
  }

  /// Matches by their order what could not be matched by what is equal.
  private mutating func settleRepeats() {
    for repeated in waiting {
      let left = repeated.left
      for place in repeated.waiting.indices {
        let each = repeated.waiting[place]
        let entity = place < left.count ? left[place] : nil
        noteLosses(to: entity, each.uniques)
        reading.draft = each.draft
        if let entity {
          update(entity, each.identity)
        } else {
          create(each.identity, isEmptied: false)
        }
      }
    }
  }

  // MARK: Entities

  /// Makes the entity of the record that was read.
  private mutating func create(_ identity: Identity, isEmptied: Bool) {
    let entity = context.createEntity { new in
      if isEmptied {
        reading.draft.move(into: new)
      } else {
        reading.draft.put(into: new)
      }
      new.set(identity.key)
    }
    report.created += 1
    add(entity, identity, isUnchanged: false)
  }

  /// Brings an entity up to date with the record that was read.
  private mutating func update(_ entity: Entity, _ identity: Identity) {
    let draft = reading.draft
    var isChanged = bereft.contains(entity)
    if draft.set(on: entity) { isChanged = true }
    if entity[RecordKey.self] != identity.key {
      entity.set(identity.key)
      isChanged = true
    }
    for kind in kinds where !draft.has(kind.type) {
      if kind.clear(entity) { isChanged = true }
    }
    if draft[UnreadFields.self] == nil, entity.has(UnreadFields.self) {
      entity.remove(UnreadFields.self)
      isChanged = true
    }
    matched.insert(entity)
    if isChanged { report.changed += 1 } else { report.unchanged += 1 }
    add(entity, identity, isUnchanged: !isChanged)
  }

  private mutating func add(_ entity: Entity, _ identity: Identity, isUnchanged: Bool) {
    if identity.key.number == 1 { names.insert(hash: identity.hash, place: entries.count) }
    entries.append(
      Entry(entity, record: identity.record, index: identity.index, isUnchanged: isUnchanged))
  }

  private func isEqual(_ entity: Entity, _ draft: Draft) -> Bool {
    guard draft.isHeld(by: entity) else { return false }
    if entity.has(UnreadFields.self), draft[UnreadFields.self] == nil { return false }
    return kinds.allSatisfy { draft.has($0.type) || !$0.isHeld(entity) }
  }

  /// Returns where the record of an entry stands.
  func position(of entry: Entry) -> TextPosition { document.position(at: Int(entry.index)) }

  /// Remembers who will lose a unique component to a record.
  private mutating func noteLosses(to entity: Entity?, _ uniques: [ComponentKind]) {
    for kind in uniques {
      if let holder = kind.holder?(context), holder != entity { bereft.insert(holder) }
    }
  }
}
