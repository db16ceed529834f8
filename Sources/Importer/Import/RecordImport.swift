package import ECSKit

/// An import under way: the records of a document become the entities of a context.
///
/// Records are matched with entities by their key. What is equal is left alone, so importing a file
/// again tells nobody anything; what has left the file is destroyed.
package struct RecordImport {
  /// What became of a record.
  struct Entry {
    let entity: Entity
    let record: Int
    let value: SourceValue
    /// Whether the record has a key of its own.
    let isKeyed: Bool
    var isUnchanged = false
  }

  /// A record that has a key and no entity yet.
  private struct Reading {
    let record: Int
    let value: SourceValue
    let key: RecordKey
    let isKeyed: Bool
    /// The record's components, with the key as the last.
    let draft: Draft
    let uniques: [ComponentKind]
  }

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
  /// The counts and issues so far; the issues are in order once the import is made.
  package internal(set) var report = ImportReport()
  var entries: [Entry] = []
  /// The places of entities among the entries, once somebody asked.
  var places: [Entity: Int]?
  private var matched: Set<Entity> = []
  /// How often each name of a key was used.
  private var uses: [String: Int] = [:]
  private var repeats: [String: RepeatedRecords<Reading>] = [:]
  /// Those of them for which readings wait, in the order of the file.
  private var waiting: [RepeatedRecords<Reading>] = []
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
    let known = context.group(.all(RecordKey.self)).entities
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
      report.records += 1
      add(.noRecord(found: value.found), at: value.position, key: nil)
      return Draft()
    }
    return take(readers[table].read(value, report.records + 1, inherited), of: value, as: table)
  }

  /// Takes a record that the document has no object for.
  ///
  /// - Parameters:
  ///   - draft: Its components.
  ///   - value: The value that they were made of, for its place.
  ///   - table: The place of its table among those of the import.
  package mutating func take(_ draft: Draft, from value: SourceValue, as table: Int) {
    take(readers[table].read(draft), of: value, as: table)
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

  @discardableResult
  private mutating func take(
    _ read: RecordReader.Reading, of value: SourceValue, as place: Int
  ) -> Draft {
    let table = readers[place].table
    let name = table.key(read.draft)
    let number = uses[name ?? "item", default: 0] + 1
    // Who is named again is still one; what has no name is never another one again.
    if name != nil, number > 1, table.repeats == .mentions { return read.draft }
    report.records += 1
    uses[name ?? "item"] = number
    let key = RecordKey(name: name ?? "item", number: number)
    let shownKey = name == nil ? nil : key.text
    for (kind, position) in read.problems { add(kind, at: position, key: shownKey) }
    if name == nil {
      add(.noKey(expected: table.keyFields), at: value.position, key: nil)
    } else {
      usable += 1
      if number > 1 { add(.repeatedKey(key: key.name), at: value.position, key: shownKey) }
    }
    var draft = read.draft
    for type in read.refused { draft.remove(type) }
    draft.append(key)
    self.place(
      Reading(
        record: report.records, value: value, key: key, isKeyed: name != nil, draft: draft,
        uniques: read.uniques))
    return draft
  }

  /// Finds the entity of a record, or makes it.
  private mutating func place(_ reading: Reading) {
    let key = reading.key
    if key.number == 1 {
      guard let entity = entities[key] else { return create(reading) }
      let others = entitiesRepeating(key.name)
      if others.isEmpty { return update(entity, reading) }
      repeats[key.name] = RepeatedRecords([entity] + others)
    }
    guard let repeated = repeats[key.name] else { return create(reading) }
    if let entity = repeated.take(where: { isEqual($0, reading.draft) }) {
      update(entity, reading)
    } else {
      if repeated.waiting.isEmpty { waiting.append(repeated) }
      repeated.waiting.append(reading)
    }
  }

  /// The entities of the version before that have the same name and a number above 1.
  private func entitiesRepeating(_ name: String) -> [Entity] {
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
      for (place, reading) in repeated.waiting.enumerated() {
        if place < left.count { update(left[place], reading) } else { create(reading) }
      }
    }
  }

  // MARK: Entities

  private mutating func create(_ reading: Reading) {
    noteLosses(to: nil, reading)
    let entity = context.createEntity(of: reading.draft.components)
    report.created += 1
    entries.append(
      Entry(
        entity: entity, record: reading.record, value: reading.value, isKeyed: reading.isKeyed))
  }

  private mutating func update(_ entity: Entity, _ reading: Reading) {
    noteLosses(to: entity, reading)
    var isChanged = bereft.contains(entity)
    for part in reading.draft.parts where Self.set(part, on: entity) {
      isChanged = true
    }
    for kind in kinds where !reading.draft.has(kind.type) {
      if kind.clear(entity) { isChanged = true }
    }
    if reading.draft[UnreadFields.self] == nil, entity.has(UnreadFields.self) {
      entity.remove(UnreadFields.self)
      isChanged = true
    }
    matched.insert(entity)
    if isChanged { report.changed += 1 } else { report.unchanged += 1 }
    entries.append(
      Entry(
        entity: entity, record: reading.record, value: reading.value, isKeyed: reading.isKeyed,
        isUnchanged: !isChanged))
  }

  private static func set<C: Component & Equatable>(_ component: C, on entity: Entity) -> Bool {
    if entity[C.self] == component { return false }
    entity.set(component)
    return true
  }

  private func isEqual(_ entity: Entity, _ draft: Draft) -> Bool {
    func isEqual<C: Component & Equatable>(_ component: C) -> Bool {
      entity[C.self] == component
    }
    // All but the key, which comes last and has another number if one before has left.
    guard draft.parts.dropLast().allSatisfy({ isEqual($0) }) else { return false }
    if entity.has(UnreadFields.self), draft[UnreadFields.self] == nil { return false }
    return kinds.allSatisfy { draft.has($0.type) || !$0.isHeld(entity) }
  }

  /// Remembers who will lose a unique component to a record.
  private mutating func noteLosses(to entity: Entity?, _ reading: Reading) {
    for kind in reading.uniques {
      if let holder = kind.holder?(context), holder != entity { bereft.insert(holder) }
    }
  }
}
