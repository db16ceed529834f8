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
    let isIgnored: Bool
    /// The last reading that met the field, and where it stands among the members of that record.
    var reading = 0
    var place = 0
    /// How many records have the field.
    var count = 0

    init(name: String, _ table: ConverterTable) {
      self.name = name
      converter = table.converters[name]
      isIgnored = converter == nil && table.ignoredFields.contains(name)
    }
  }

  /// How many records have an unknown field, and the known name nearest to it.
  typealias UnknownField = (count: Int, nearest: String?)

  let table: ConverterTable
  private let fields: [Field]
  /// The members of a record, each field's last one only.
  private var members: [SourceMember?] = []
  /// The records that unique components were made of.
  private var uniques: [ObjectIdentifier: Int] = [:]
  private let knownNames: [String]
  /// How many records were read, also those that turned out to be read before.
  private var readings = 0

  init(_ document: SourceDocument, _ table: ConverterTable) {
    self.table = table
    fields = document.keys.map { Field(name: $0, table) }
    knownNames = table.converters.keys.sorted()
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - value: An object of the document.
  ///   - record: Its number in the file, from 1.
  ///   - inherited: The components it has from around it, where its own fields make none.
  /// - Returns: Its components, and what was found on the way.
  mutating func read(_ value: SourceValue, _ record: Int, _ inherited: Draft) -> Reading {
    var reading = Reading()
    readings += 1
    members.removeAll(keepingCapacity: true)
    for member in value.members {
      let field = fields[member.keyID]
      if field.isIgnored { continue }
      if field.reading == readings {
        reading.problems.append((.repeatedField(name: field.name), member.keyPosition))
        members[field.place] = nil
      } else {
        field.reading = readings
        field.count += 1
      }
      field.place = members.count
      members.append(member)
    }
    for member in members {
      if let member { read(member, record, &reading) }
    }
    reading.draft.inherit(inherited)
    table.refinement?.refine(&reading.draft)
    if !reading.unread.isEmpty { reading.draft.append(UnreadFields(fields: reading.unread)) }
    return reading
  }

  /// Reads a record that the document has no object for.
  func read(_ draft: Draft) -> Reading {
    var reading = Reading(draft: draft)
    table.refinement?.refine(&reading.draft)
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
  func unknownFields() -> [String: UnknownField] {
    var unknown: [String: UnknownField] = [:]
    for field in fields where field.converter == nil && !field.isIgnored && field.count > 0 {
      let nearest =
        unknown.count < 1000 ? NameQuery.nearest(to: field.name, among: knownNames) : nil
      // Two spellings of one name are two keys of the document.
      unknown[field.name, default: (0, nearest)].count += field.count
    }
    return unknown
  }
}
