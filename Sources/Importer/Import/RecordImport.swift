package import ECSKit

/// An import under way: the records of a list become the entities of a context.
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

  private let table: ConverterTable
  private let context: Context
  /// The entities of an earlier version of the file.
  ///
  /// An import looks at all of them anyway, so an index that follows every change would cost more
  /// than it saves.
  private let entities: [RecordKey: Entity]
  /// The types of component that the table makes.
  private let kinds: [ComponentKind]
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

  /// Imports a list of records as one change, and destroys the entities whose record has left it.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - table: What the fields mean.
  ///   - context: Where the entities live.
  ///   - limits: How much is taken before the file is refused.
  /// - Throws: `ImportError`; the context is as it was.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the size of the file.
  package init(
    _ bytes: [UInt8], table: ConverterTable, into context: Context,
    limits: SourceLimits = .standard
  ) throws(ImportError) {
    self.table = table
    self.context = context
    var entities: [RecordKey: Entity] = [:]
    for entity in context.group(.all(RecordKey.self)) {
      if let key = entity[RecordKey.self] { entities[key] = entity }
    }
    self.entities = entities
    kinds = table.kinds
    let document: SourceDocument
    do throws(SourceError) { document = try SourceDocument(json: bytes, limits: limits) } catch {
      throw .syntax(error)
    }
    try context.transaction { () throws(ImportError) in try run(document) }
  }

  private mutating func run(_ document: SourceDocument) throws(ImportError) {
    let root = document.root
    guard root.kind == .array else {
      throw .notAList(found: root.found, position: root.position)
    }
    let known = context.group(.all(RecordKey.self)).entities
    var reader = RecordReader(document, table)
    for value in root.elements {
      report.records += 1
      if value.kind == .object {
        take(reader.read(value, record: report.records), of: value)
      } else {
        add(.noRecord(found: value.found), at: value.position, key: nil)
      }
    }
    settleRepeats()
    complete(reader)
    if report.records > 0, usable == 0 { throw .nothingUsable(report.issues) }
    for entity in known where !matched.contains(entity) {
      entity.destroy()
      report.removed += 1
    }
  }

  // MARK: Keys

  private mutating func take(_ read: RecordReader.Reading, of value: SourceValue) {
    let name = table.key(read.draft)
    let number = uses[name ?? "item", default: 0] + 1
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
    place(
      Reading(
        record: report.records, value: value, key: key, isKeyed: name != nil, draft: draft,
        uniques: read.uniques))
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
