// Reads records with one table: runs the converters, collects problems, and stores unread fields.
// RecordImport has one reader per table and reuses one ReadRecord for all records. Every field is
// converted, ignored by the table, or reported.

import Basics
import ECSKit
import Schedule
import SourceText

struct RecordReader {
  struct ReadRecord {
    var draft = Draft()
    var problems: [(kind: ImportIssue.Kind, position: SourcePosition)] = []
    var uniques: [ComponentKind] = []
    /// The unique components that were refused because an earlier record already has them.
    var refused: [ObjectIdentifier] = []
    fileprivate var unread: [UnreadFields.Field] = []

    /// Adds an issue.
    ///
    /// Further issues are ignored if the record alone already has more issues than an import
    /// accepts.
    mutating func note(_ problem: (kind: ImportIssue.Kind, position: SourcePosition)) {
      if problems.count <= RecordImport.mostIssues { problems.append(problem) }
    }

    mutating func removeAll() {
      draft.removeAll()
      if !problems.isEmpty { problems = [] }
      if !uniques.isEmpty { uniques = [] }
      if !refused.isEmpty { refused = [] }
      if !unread.isEmpty { unread = [] }
    }
  }

  /// A field name in the document and its meaning in the table.
  ///
  /// The type is a class, because copying a converter for each value takes longer than reading the
  /// value.
  private final class Field {
    let name: String
    let converter: Converter?
    let read: @Sendable (SourceValue, inout Draft) -> Converter.Conversion
    let isConverted: Bool
    let isIgnored: Bool
    /// The number of the reading in which the field last occurred.
    ///
    /// Comparing this number with `readings` shows whether the current record has the field.
    var reading = 0
    /// The position of the field in `members` when the field last occurred.
    var place = 0
    /// The number of records with this field, counted only if the field has no converter.
    var count = 0

    init(name: String, _ converter: Converter?, _ table: ConverterTable) {
      self.name = name
      self.converter = converter
      // This is an `if` statement, because an operator would wrap the closure in another closure.
      if let converter { read = converter.read } else { read = { _, _ in .unknown } }
      isConverted = converter != nil
      // Names with these prefixes describe the XML itself.
      let isMarkup = name.hasPrefix("xmlns") || name.hasPrefix("xsi:") || name.hasPrefix("xml:")
      isIgnored = !isConverted && (isMarkup || table.ignoredFields.contains(name))
    }
  }

  /// The number of records with an unknown field, and the most similar known name.
  typealias UnknownField = (count: Int, nearest: String?)

  let table: ConverterTable
  let key: @Sendable (Draft) -> RecordName?
  private let refine: (@Sendable (inout Draft) -> Void)?
  /// The fields with a converter, and other fields after their first occurrence, by key ID.
  ///
  /// Fields without a converter are created lazily, because a document can have very many keys, for
  /// example if it uses an object as a list. With a field for each key in each of up to ten tables,
  /// the tables would take more memory than the records.
  private var fields: [Field?]
  /// Unretained references to the elements of `fields`, for speed.
  ///
  /// For keys without a converter, the element is `unmet`. The references are valid because
  /// `fields` and `unmet` retain the objects.
  private let uncounted: [Unretained<Field>]
  /// A shared placeholder for fields that have no converter.
  private let unmet: Field
  private let mayRepeat: Bool
  /// The number of the first record with each unique component.
  private var uniques: [ObjectIdentifier: Int] = [:]
  private let knownNames: [String]
  /// The key ID of the table's `ownField`, or nil if the document does not contain the field.
  private let ownField: Int?
  /// The key IDs of the fields that contain the biography of a person.
  ///
  /// The array is empty unless the table treats a repeated key as a mention.
  let biographyKeys: [Int]
  /// The name of the first unknown field with nested values in an object that contains records.
  private(set) var unknownPart: String?
  /// The fields whose values contain objects, and the key IDs of the known fields of these objects.
  private let parts: [(key: Int, name: String, known: [Int])]
  /// The unknown fields of nested objects that were already reported, such as "links.color".
  private var notedParts: Set<String> = []
  /// The number of readings, including the readings of repeated mentions.
  private var readings = 0
  /// The members of the current record with their indices, in an array that every record reuses.
  private var members: [(index: Int, token: SourceToken)] = []

  init(_ document: SourceDocument, _ keys: [String], _ table: ConverterTable) {
    self.table = table
    key = table.key
    if let refinement = table.refinement { refine = refinement.refine } else { refine = nil }
    let unmet = Field(name: "", nil, table)
    self.unmet = unmet
    let fields = keys.map { name in
      table.converters[name].map { Field(name: name, $0, table) }
    }
    self.fields = fields
    uncounted = fields.map { Unretained($0 ?? unmet) }
    mayRepeat = document.mayRepeatKeys
    ownField = table.ownField.flatMap { keys.firstIndex(of: $0) }
    parts = table.converters.compactMap { name, converter in
      guard let fields = converter.partFields, let key = document.root.keyID(of: name) else {
        return nil
      }
      return (key, name, fields.compactMap(document.root.keyID(of:)))
    }
    biographyKeys = keys.indices.filter { index in
      table.repeats == .mentions
        && table.converters[keys[index]]?.kind.type == ObjectIdentifier(Biography.self)
    }
    knownNames = (table.isFrame ? Array(table.ignoredFields) : Array(table.converters.keys))
      .sorted()
  }

  /// Replaces the content of `reading` with a record.
  mutating func read(_ value: SourceValue, _ record: Int, into reading: inout ReadRecord) {
    readFields(of: value, record, &reading)
    complete(&reading)
  }

  /// Reads a record with default components for missing fields; see `read(_:_:into:)`.
  ///
  /// This is a separate method, because an optional draft would be copied for each record.
  mutating func read(
    _ value: SourceValue, _ record: Int, _ inherited: Draft, into reading: inout ReadRecord
  ) {
    readFields(of: value, record, &reading)
    reading.draft.inherit(inherited)
    complete(&reading)
  }

  private mutating func readFields(
    of value: SourceValue, _ record: Int, _ reading: inout ReadRecord
  ) {
    reading.removeAll()
    readings += 1
    if mayRepeat {
      findLastMembers(of: value, &reading)
      let tape = value.tape
      for (index, token) in members where index >= 0 {
        read(tape, index, token, record, &reading)
      }
    } else {
      let tape = value.tape
      value.forEachMember { read(tape, $0, $1, record, &reading) }
    }
    if ownField != nil || !parts.isEmpty { noteInsides(of: value, &reading) }
  }

  private func complete(_ reading: inout ReadRecord) {
    refine?(&reading.draft)
    if !reading.unread.isEmpty {
      reading.draft[UnreadFields.self] = UnreadFields(fields: reading.unread)
    }
  }

  /// Reads a record that has no object in the document.
  ///
  /// The method is mutating, because a nonmutating call on an array element would copy the reader.
  mutating func read(_ draft: Draft, into reading: inout ReadRecord) {
    reading.removeAll()
    reading.draft.inherit(draft)
    complete(&reading)
  }

  /// Fills `members` with the members of a record.
  ///
  /// A member that is repeated later gets the index -1.
  private mutating func findLastMembers(of value: SourceValue, _ reading: inout ReadRecord) {
    members.removeAll(keepingCapacity: true)
    let tape = value.tape
    value.forEachMember { index, token in
      if takesFirst(token.keyID) { return members.append((index, token)) }
      func member() -> SourceMember { SourceMember(value: SourceValue(tape: tape, index: index)) }
      let field = fields[token.keyID] ?? field(of: member())
      if field.isIgnored, !member().value.isOwnText { return }
      if field.reading == readings, !table.isFrame || field.converter != nil {
        reading.note((.repeatedField(name: field.name), member().keyPosition))
        members[field.place].index = -1
      }
      field.reading = readings
      field.place = members.count
      members.append((index, token))
    }
  }

  /// Marks the first occurrence of a field in the current record as read.
  ///
  /// Returns false if the field has no converter or was already read in this record.
  private func takesFirst(_ key: Int) -> Bool {
    uncounted[key].with { field in
      guard field.isConverted, field.reading != readings else { return false }
      field.reading = readings
      field.place = members.count
      return true
    }
  }

  private mutating func field(of member: SourceMember) -> Field {
    let id = member.keyID
    if let field = fields[id] { return field }
    let field = Field(name: member.key, nil, table)
    fields[id] = field
    return field
  }

  @inline(__always)
  private mutating func read(
    _ tape: SourceTape, _ index: Int, _ token: SourceToken, _ record: Int,
    _ reading: inout ReadRecord
  ) {
    let id = token.keyID
    if token.kind == .null, fields[id]?.converter != nil { return }
    let result = uncounted[id].with {
      $0.read(SourceValue(tape: tape, index: index), &reading.draft)
    }
    switch result {
    case .component, .nothing: break
    default: note(result, tape, index, record, &reading)
    }
  }

  /// Handles the less frequent results of a conversion: unique, unreadable and unknown values.
  @inline(never)
  private mutating func note(
    _ result: Converter.Conversion, _ tape: SourceTape, _ index: Int, _ record: Int,
    _ reading: inout ReadRecord
  ) {
    let member = SourceMember(value: SourceValue(tape: tape, index: index))
    if case .unknown = result, fields[member.keyID]?.isIgnored ?? false, !member.value.isOwnText {
      return
    }
    let field = field(of: member)
    switch result {
    case .component, .nothing: break
    case .unique: noteUnique(member, record, field, &reading)
    case .unreadable(let part): keepUnreadable(member, part, field, &reading)
    case .unknown: keepUnknown(member, field, &reading)
    }
  }

  /// Reports unread data in the nested objects of a record.
  ///
  /// A record inside another record is never read, so it is reported as a whole. In the objects
  /// that a converter reads, each unknown field is reported.
  @inline(__always)
  private mutating func noteInsides(of record: SourceValue, _ reading: inout ReadRecord) {
    let tape = record.tape
    record.forEachMember { index, token in
      if !token.holdsOthers { return }
      let value = SourceValue(tape: tape, index: index)
      if let ownField, value.hasInside(key: ownField) {
        noteRecord(within: SourceMember(value: value), &reading)
      }
      if let part = parts.firstIndex(where: { $0.key == token.keyID }) {
        noteParts(in: value, part, &reading)
      }
    }
  }

  @inline(never)
  private func noteRecord(within member: SourceMember, _ reading: inout ReadRecord) {
    let thing = member.value.tape.syntax == .xml ? "an element" : "an object"
    let found = "\(thing) with a field \((table.ownField ?? "").quoted())"
    let kind = ImportIssue.Kind.unreadable(
      field: member.key, found: found, accepted: "no record within another")
    reading.note((kind, member.keyPosition))
  }

  @inline(never)
  private mutating func noteParts(
    in value: SourceValue, _ part: Int, _ reading: inout ReadRecord
  ) {
    let known = parts[part].known
    func noteFields(of object: SourceValue) {
      object.forEachMember { index, token in
        if known.contains(token.keyID) { return }
        let member = SourceMember(value: SourceValue(tape: object.tape, index: index))
        // A file with more than `mostIssues` unknown fields is rejected.
        if member.value.isOwnText || notedParts.count > RecordImport.mostIssues { return }
        let name = "\(parts[part].name).\(member.key)"
        guard notedParts.insert(name).inserted else { return }
        reading.note((.unknownField(name: name, count: 1, nearest: nil), member.keyPosition))
      }
    }
    // In XML, an element serves as a list of elements.
    if value.kind == .array || value.tape.syntax == .xml {
      value.forEachThing { noteFields(of: $0) }
    } else {
      noteFields(of: value)
    }
  }

  private mutating func keepUnknown(
    _ member: SourceMember, _ field: Field, _ reading: inout ReadRecord
  ) {
    if member.value.isOwnText {
      reading.note((.strayText(found: member.value.strayText), member.keyPosition))
      return
    }
    if field.isIgnored { return }
    field.count += 1
    let holdsMore = table.isFrame && member.value.holdsOthers
    if holdsMore { unknownPart = unknownPart ?? field.name }
    if field.count == 1 {
      let kind: ImportIssue.Kind =
        holdsMore
        ? .unknownPart(name: field.name, count: 1, nearest: nil)
        : .unknownField(name: field.name, count: 1, nearest: nil)
      reading.note((kind, member.keyPosition))
    }
    if !table.isFrame { keep(member, field, &reading) }
  }

  private func keepUnreadable(
    _ member: SourceMember, _ part: SourceValue, _ field: Field, _ reading: inout ReadRecord
  ) {
    if part.isOwnText, part.index != member.value.index {
      reading.note((.strayText(found: part.strayText), part.keyPosition))
    } else {
      let kind = ImportIssue.Kind.unreadable(
        field: field.name, found: part.found, accepted: field.converter?.accepted ?? "")
      reading.note((kind, part.position))
    }
    keep(member, field, &reading)
  }

  private func keep(_ member: SourceMember, _ field: Field, _ reading: inout ReadRecord) {
    reading.unread.append(UnreadFields.Field(name: field.name, json: member.value.json))
  }

  /// Accepts a unique component, or refuses it if an earlier record already has it.
  private mutating func noteUnique(
    _ member: SourceMember, _ record: Int, _ field: Field, _ reading: inout ReadRecord
  ) {
    guard let kind = field.converter?.kind else { return }
    let first = uniques[kind.type, default: record]
    uniques[kind.type] = first
    if first == record { return reading.uniques.append(kind) }
    reading.note((.repeatedUnique(field: field.name, first: first), member.keyPosition))
    reading.refused.append(kind.type)
    keep(member, field, &reading)
  }

  /// Returns the unknown fields of all records, with their counts and the most similar known names.
  ///
  /// Call this function at the end of the file. After 1000 names, the function stops searching for
  /// similar names, because the file then probably has a different format.
  func unknownFields() -> [String: UnknownField] {
    var unknown: [String: UnknownField] = [:]
    for case let field? in fields
    where field.converter == nil && !field.isIgnored && field.count > 0 {
      let nearest =
        unknown.count < 1000 ? NameQuery.nearest(to: field.name, among: knownNames) : nil
      // If a name has two spellings, for example with escapes, the document has two keys for the
      // name.
      unknown[field.name, default: (0, nearest)].count += field.count
    }
    return unknown
  }
}
