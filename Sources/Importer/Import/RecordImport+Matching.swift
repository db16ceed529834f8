// Matches a record with its entity, and creates or updates the entity. RecordImport calls it for
// each record, and at the end for the deferred records. A talk gets the entity that TalkPairs
// found. Any other record is matched by its key.

import ECSKit
import SourceText

extension RecordImport {
  /// Determines the key of the most recently read record and creates or updates its entity.
  ///
  /// If `isEmptied` is true, the components may be moved out of `reading`. Returns the key, or nil
  /// if the record only mentions an earlier record again.
  @discardableResult
  mutating func register(at index: Int, as place: Int, isEmptied: Bool) -> RecordKey? {
    let given = readers[place].key(reading.draft)
    var isKeyed = false
    if case .some = given { isKeyed = true }
    let name = given ?? .nameless
    let hash = name.hashValue
    let (number, first) = self.number(of: name, hash)
    let isMention = readers[place].table.repeats == .mentions
    // If a person or location is mentioned again, the mention is not a new record. A nameless
    // record is always new.
    if isKeyed, number > 1, isMention {
      for (kind, position) in reading.problems { add(kind, at: position, key: name.text) }
      if let first { addMention(to: first, from: index, as: place) }
      return nil
    }
    report.records += 1
    if report.records & 0xFFF == 0 { progress?(report.records) }
    if number > 1 { uses[name] = number }
    let identity = Identity(
      record: report.records, index: index, key: RecordKey(name: name, number: number),
      hash: hash, isKeyed: isKeyed)
    if !isKeyed || number > 1 || !reading.problems.isEmpty {
      addIssues(about: identity, after: first, readers[place].table)
    }
    if isKeyed { usable += 1 }
    for type in reading.refused { reading.draft.remove(type) }
    reading.draft.completeLinks(with: linkScheme, linkBase)
    if isMarkdown { reading.draft.removeMarkdown(linkBase) }
    find(identity, isEmptied: isEmptied, isMention: isMention && isKeyed)
    return identity.key
  }

  /// Adds the issues of the most recent record.
  ///
  /// `first` is the index of the first entry with the same key, or nil if there is none.
  private mutating func addIssues(
    about identity: Identity, after first: Int?, _ table: ConverterTable
  ) {
    let position = document.position(at: identity.index)
    let shownKey = identity.isKeyed ? identity.key.text : nil
    for (kind, position) in reading.problems { add(kind, at: position, key: shownKey) }
    if !identity.isKeyed {
      add(.noKey(expected: table.keyFields), at: position, key: nil)
    } else if identity.key.number > 1 {
      // The first record with the key has an entry, or still waits for its entity.
      let entry = first.map { entries[$0] }
      let waiting = repeats[identity.key.name]?.waiting.first?.identity
      let isWaiting = waiting.map { $0.record < entry?.record ?? .max } ?? false
      let place = isWaiting ? waiting.map { document.position(at: $0.index) } : nil
      add(
        .repeatedKey(
          key: identity.key.name.text, first: isWaiting ? waiting?.record : entry?.record,
          at: place ?? entry.map(self.position(of:))),
        at: position, key: shownKey)
    }
  }

  /// Returns the number for the next record with a name, and the index of the first such record.
  private mutating func number(of name: RecordName, _ hash: Int) -> (number: Int, first: Int?) {
    guard names.mayHave(hash: hash) || !waiting.isEmpty else { return (1, nil) }
    let entries = entries
    let first = names.place(hash: hash) { entries[$0].entity[RecordKey.self]?.name == name }
    if first == nil, waiting.isEmpty { return (1, nil) }
    return (uses[name, default: first == nil ? 0 : 1] + 1, first)
  }

  /// Finds or creates the entity of the most recent record, or defers the record.
  ///
  /// Deferred records are matched at the end of the file.
  private mutating func find(_ identity: Identity, isEmptied: Bool, isMention: Bool) {
    let key = identity.key
    var entity: Entity?
    if let pairs, pairs.decides(key) {
      entity = pairs.entity(of: key)
    } else if key.number == 1 || pairs != nil, repeats[key.name] == nil {
      let former = formerEntities(key.name)
      if former.count > 1 || key.number > 1 {
        repeats[key.name] = RepeatedRecords(former)
      } else {
        entity = former.first
      }
    }
    if entity == nil, let repeated = repeats[key.name] {
      entity = repeated.removeFirst(where: { isEqual($0, reading.draft) })
      if entity == nil {
        uses[key.name] = key.number
        let isFirst = repeated.waiting.isEmpty
        let isWaiting = repeated.wait(
          Waiting(identity: identity, draft: reading.draft, uniques: reading.uniques))
        if isWaiting, isFirst { waiting.append(repeated) }
        if isWaiting { return }
      }
    }
    noteLosses(to: entity, reading.uniques)
    if let entity, isMention {
      mentions.drafts[entries.count] = reading.draft
      matched.insert(entity)
      add(entity, identity, isUnchanged: true)
    } else if let entity {
      update(entity, identity)
    } else {
      create(identity, isEmptied: isEmptied)
    }
  }

  /// Returns the unmatched entities with a given name from the earlier version.
  private func formerEntities(_ name: RecordName) -> [Entity] {
    var found: [Entity] = []
    var number = 1
    while let entity = entities[RecordKey(name: name, number: number)] {
      if !matched.contains(entity), !(pairs?.isTaken(entity) ?? false) { found.append(entity) }
      number += 1
    }
    return found
  }

  /// Matches the deferred records with the entities that are still unmatched, in order.
  mutating func settleRepeats() {
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

  private mutating func update(_ entity: Entity, _ identity: Identity) {
    let isChanged = write(reading.draft, to: entity, identity.key)
    matched.insert(entity)
    add(entity, identity, isUnchanged: !isChanged)
  }

  /// Sets the components of a record on an entity, and counts the entity as changed or unchanged.
  ///
  /// Returns true if the entity changed.
  mutating func write(_ draft: Draft, to entity: Entity, _ key: RecordKey) -> Bool {
    var isChanged = formerHolders.contains(entity)
    if draft.set(on: entity) { isChanged = true }
    if entity[RecordKey.self] != key {
      entity.set(key)
      isChanged = true
    }
    for kind in kinds where !draft.has(kind.type) {
      if kind.clear(entity) { isChanged = true }
    }
    if draft[UnreadFields.self] == nil, entity.has(UnreadFields.self) {
      entity.remove(UnreadFields.self)
      isChanged = true
    }
    if isChanged { report.changed += 1 } else { report.unchanged += 1 }
    return isChanged
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

  func position(of entry: Entry) -> SourcePosition { document.position(at: Int(entry.index)) }

  /// Stores in `formerHolders` the entities that lose a unique component to this record.
  private mutating func noteLosses(to entity: Entity?, _ uniques: [ComponentKind]) {
    for kind in uniques {
      if let holder = kind.holder?(context), holder != entity { formerHolders.insert(holder) }
    }
  }
}
