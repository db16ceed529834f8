import ECSKit
import Schedule

/// The reading of one record after the other by the converters of a table.
struct RecordReader {
  /// What came of a record.
  struct Reading {
    /// Its components, refined.
    var draft = Draft()
    /// What was found on the way, in the order of the record's fields.
    var problems: [(kind: ImportIssue.Kind, position: TextPosition)] = []
    /// The kinds of its unique components.
    var uniques: [ComponentKind] = []
    /// The unique components that an earlier record of the file has already.
    var refused: [ObjectIdentifier] = []
    fileprivate var unread: [UnreadFields.Field] = []
  }

  /// A field name of the document, and what the table says about it; a class, because copying a
  /// converter for each value takes longer than reading the value.
  private final class Field {
    let name: String
    let converter: Converter?
    /// The last record that has the field, and where it stands among the members of that record.
    var record = 0
    var place = 0
    /// How many records have the field.
    var count = 0

    init(name: String, converter: Converter?) {
      self.name = name
      self.converter = converter
    }
  }

  private let table: ConverterTable
  private let fields: [Field]
  /// The members of a record, each field's last one only.
  private var members: [SourceMember?] = []
  /// The records that unique components were made of.
  private var uniques: [ObjectIdentifier: Int] = [:]
  private let knownNames: [String]

  init(_ document: SourceDocument, _ table: ConverterTable) {
    self.table = table
    fields = document.keys.map { Field(name: $0, converter: table.converters[$0]) }
    knownNames = table.converters.keys.sorted()
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - value: An object of the document.
  ///   - record: Its number in the file, from 1.
  /// - Returns: Its components, and what was found on the way.
  mutating func read(_ value: SourceValue, record: Int) -> Reading {
    var reading = Reading()
    members.removeAll(keepingCapacity: true)
    for member in value.members {
      let field = fields[member.keyID]
      if field.record == record {
        reading.problems.append((.repeatedField(name: field.name), member.keyPosition))
        members[field.place] = nil
      } else {
        field.record = record
        field.count += 1
      }
      field.place = members.count
      members.append(member)
    }
    for member in members {
      if let member { read(member, record, &reading) }
    }
    table.refinement?.refine(&reading.draft)
    if !reading.unread.isEmpty { reading.draft.append(UnreadFields(fields: reading.unread)) }
    return reading
  }

  private mutating func read(_ member: SourceMember, _ record: Int, _ reading: inout Reading) {
    let field = fields[member.keyID]
    func keep() {
      reading.unread.append(UnreadFields.Field(name: field.name, json: member.value.json))
    }
    guard let converter = field.converter else {
      if field.count == 1 {
        reading.problems.append(
          (.unknownField(name: field.name, count: 1, nearest: nil), member.keyPosition))
      }
      return keep()
    }
    guard member.value.kind != .null else { return }
    switch converter.convert(member.value) {
    case .nothing: break
    case .unreadable(let part):
      let kind = ImportIssue.Kind.unreadable(
        field: field.name, found: part.found, accepted: converter.accepted)
      reading.problems.append((kind, part.position))
      keep()
    case .component(let component):
      let type = converter.kind.type
      if converter.kind.holder != nil {
        let first = uniques[type, default: record]
        uniques[type] = first
        if first != record {
          reading.problems.append(
            (.repeatedUnique(field: field.name, first: first), member.keyPosition))
          reading.refused.append(type)
          keep()
        } else {
          reading.uniques.append(converter.kind)
        }
      }
      if reading.draft.has(type) { reading.draft.remove(type) }
      reading.draft.append(component)
    }
  }

  /// What is known of the fields that no converter knows, at the end of the file.
  ///
  /// - Returns: For each name how many records have it, and the known name nearest to it; that is
  ///   looked for as long as the file may still be one of the table's format.
  func unknownFields() -> [String: (count: Int, nearest: String?)] {
    var unknown: [String: (count: Int, nearest: String?)] = [:]
    for field in fields where field.converter == nil && field.count > 0 {
      let nearest =
        unknown.count < 1000 ? NameQuery.nearest(to: field.name, among: knownNames) : nil
      // Two spellings of one name are two keys of the document.
      unknown[field.name, default: (0, nearest)].count += field.count
    }
    return unknown
  }
}
