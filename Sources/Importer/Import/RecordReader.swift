import ECSKit
import Schedule
import SourceText
import TextBasics

/// The reading of one record after the other by the converters of a table.
struct RecordReader {
  /// What came of a record.
  struct ReadRecord {
    /// Its components, refined.
    var draft = Draft()
    /// The issues, in the order of the record's fields.
    var problems: [(kind: ImportIssue.Kind, position: SourcePosition)] = []
    /// The kinds of its unique components.
    var uniques: [ComponentKind] = []
    /// The unique components that an earlier record of the file has already.
    var refused: [ObjectIdentifier] = []
    fileprivate var unread: [UnreadFields.Field] = []

    /// Adds issues; those beyond the limit of an import are left out, since the file is refused
    /// then.
    mutating func note(_ problem: (kind: ImportIssue.Kind, position: SourcePosition)) {
      if problems.count <= RecordImport.mostIssues { problems.append(problem) }
    }

    /// Makes room for the next record.
    mutating func removeAll() {
      draft.removeAll()
      if !problems.isEmpty { problems = [] }
      if !uniques.isEmpty { uniques = [] }
      if !refused.isEmpty { refused = [] }
      if !unread.isEmpty { unread = [] }
    }
  }

  /// A field name of the document, and what the table says about it; a class, because copying a
  /// converter for each value takes longer than reading the value.
  private final class Field {
    let name: String
    let converter: Converter?
    let read: @Sendable (SourceValue, inout Draft) -> Converter.Conversion
    let isConverted: Bool
    let isIgnored: Bool
    /// The last reading that met the field, and its position among the members of that record.
    var reading = 0
    var place = 0
    /// How many records have the field, if no converter knows it.
    var count = 0

    init(name: String, _ converter: Converter?, _ table: ConverterTable) {
      self.name = name
      self.converter = converter
      // Not by an operator, which would wrap the function in another one.
      if let converter { read = converter.read } else { read = { _, _ in .unknown } }
      isConverted = converter != nil
      // Names that begin with these describe the XML itself.
      let isMarkup = name.hasPrefix("xmlns") || name.hasPrefix("xsi:") || name.hasPrefix("xml:")
      isIgnored = !isConverted && (isMarkup || table.ignoredFields.contains(name))
    }
  }

  /// How many records have an unknown field, and the known name nearest to it.
  typealias UnknownField = (count: Int, nearest: String?)

  let table: ConverterTable
  /// The name of a record by the table.
  let key: @Sendable (Draft) -> RecordName?
  private let refine: (@Sendable (inout Draft) -> Void)?
  /// The fields that a converter knows, and others once they are met.
  ///
  /// Each name in an object that is a list of rooms is a key of the document, and a format has ten
  /// tables: to make all fields in all tables would take more memory than the records.
  private var fields: [Field?]
  /// The same, unowned, which is faster for many records: `fields` and `unmet` keep them alive.
  private let uncounted: [Unretained<Field>]
  /// Represents all unknown fields whose names do not matter.
  private let unmet: Field
  /// Whether a record may have a field twice.
  private let mayRepeat: Bool
  /// The records from which unique components were made.
  private var uniques: [ObjectIdentifier: Int] = [:]
  private let knownNames: [String]
  /// The number of the table's own field, if the document has it.
  private let ownField: Int?
  /// The first of the unknown fields that hold others, if records are in what is read.
  private(set) var unknownPart: String?
  /// How many records were read, also those that turned out to be read before.
  private var readings = 0
  /// The members of a record that has its fields once, each with its index; the memory is used again for the next.
  private var members: [(index: Int, token: SourceToken)] = []

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - document: The document from which the records are read.
  ///   - keys: The keys of the document.
  ///   - table: What the fields of a record mean.
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
    knownNames = (table.isFrame ? Array(table.ignoredFields) : Array(table.converters.keys))
      .sorted()
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - value: An object of the document.
  ///   - record: Its number in the file, from 1.
  ///   - inherited: The inherited components, for those that its own fields do not make.
  ///   - reading: Its components, and its issues; its former content is removed.
  mutating func read(
    _ value: SourceValue, _ record: Int, _ inherited: Draft? = nil, into reading: inout ReadRecord
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
    if let ownField { noteRecords(within: value, markedBy: ownField, &reading) }
    if let inherited { reading.draft.inherit(inherited) }
    refine?(&reading.draft)
    if !reading.unread.isEmpty {
      reading.draft[UnreadFields.self] = UnreadFields(fields: reading.unread)
    }
  }

  /// Reads a record that the document has no object for.
  ///
  /// It is mutating as the other one is: a reader in a list would be copied for it.
  mutating func read(_ draft: Draft, into reading: inout ReadRecord) {
    reading.removeAll()
    reading.draft.inherit(draft)
    refine?(&reading.draft)
  }

  /// Finds the members of a record, each field's last one only; the others have the index -1.
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

  /// Notes the next member of a record, if it is the first of a field that a converter knows.
  private func takesFirst(_ key: Int) -> Bool {
    uncounted[key].with { field in
      guard field.isConverted, field.reading != readings else { return false }
      field.reading = readings
      field.place = members.count
      return true
    }
  }

  /// The field of a member, which is made if it is the first one.
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

  /// Notes what is not as it should be.
  @inline(never)
  private mutating func note(
    _ result: Converter.Conversion, _ tape: SourceTape, _ index: Int, _ record: Int,
    _ reading: inout ReadRecord
  ) {
    let member = SourceMember(value: SourceValue(tape: tape, index: index))
    let field = field(of: member)
    switch result {
    case .component, .nothing: break
    case .unique: noteUnique(member, record, field, &reading)
    case .unreadable(let part): keepUnreadable(member, part, field, &reading)
    case .unknown: keepUnknown(member, field, &reading)
    }
  }

  /// Notes records within another one, where they are not read.
  @inline(__always)
  private mutating func noteRecords(
    within record: SourceValue, markedBy ownField: Int, _ reading: inout ReadRecord
  ) {
    let tape = record.tape
    record.forEachMember { index, token in
      if token.holdsOthers, SourceValue(tape: tape, index: index).hasInside(key: ownField) {
        noteRecord(within: SourceMember(value: SourceValue(tape: tape, index: index)), &reading)
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

  /// Refuses a unique component that an earlier record has.
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

  /// The facts about fields without a converter, at the end of the file.
  ///
  /// - Returns: For each name how many records have it, and the known name nearest to it; that is
  ///   looked for as long as the file may still be one of the table's format.
  func unknownFields() -> [String: UnknownField] {
    var unknown: [String: UnknownField] = [:]
    for case let field? in fields
    where field.converter == nil && !field.isIgnored && field.count > 0 {
      let nearest =
        unknown.count < 1000 ? NameQuery.nearest(to: field.name, among: knownNames) : nil
      // Two spellings of one name are two keys of the document.
      unknown[field.name, default: (0, nearest)].count += field.count
    }
    return unknown
  }
}
