// A table in a format: the converter for each field, the key of a record, and the ignored fields.
// Each format declares its tables. RecordImport and RecordReader read records with them. Components
// and keys depend only on the record, so importing the same file again changes nothing.

public import ECSKit
public import SourceText

/// A description of a kind of record: a converter for each field, and a key for each record.
///
/// A table is a value. A format with additional fields reuses the table of its base format and adds
/// converters. A program adds its own components to a format in the same way:
///
///     let table = ConverterTable.uikonf.adding("level", .text { Level(text: $0) })
///     try table.importRecords(from: bytes, into: context)
public struct ConverterTable: Sendable {
  /// The meaning of a repeated key.
  public enum Repeats: Sendable {
    /// A different record, distinguished from the first record by its position.
    case records
    /// The same record again.
    ///
    /// It adds the components that earlier occurrences lack.
    case mentions
  }

  private(set) var converters: [String: Converter]
  let refinement: Refinement?
  let key: @Sendable (Draft) -> RecordName?
  /// The fields of the key, as named in messages.
  let keyFields: String
  let repeats: Repeats
  /// The fields that are skipped without an issue, because they do not belong in a schedule.
  let ignoredFields: Set<String>
  /// True if the table describes objects that contain records.
  ///
  /// Unknown fields of such objects may also contain records.
  private(set) var isFrame = false
  /// A field that occurs only in records of this table, or nil if there is no such field.
  ///
  /// A nested object with this field is reported as an unexpected record.
  private(set) var ownField: String?

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - converters: A converter for each field name. If two fields of a record make the same
  ///     component, the later field wins.
  ///   - refinement: Interprets the components of a record together, or nil if the components are
  ///     independent.
  ///   - keyFields: The fields of the key, as named in messages, such as "t_id or name".
  ///   - repeats: The meaning of a repeated key.
  ///   - ignoredFields: The fields that are skipped without an issue.
  ///   - key: Returns the name that identifies a record in this and later versions of the file, or
  ///     nil if the record has no name. Records with the same key are distinguished by their order.
  public init(
    converters: [String: Converter], refinement: Refinement? = nil, keyFields: String,
    repeats: Repeats = .records, ignoredFields: Set<String> = [],
    key: @escaping @Sendable (Draft) -> RecordName?
  ) {
    self.converters = converters
    self.refinement = refinement
    self.keyFields = keyFields
    self.repeats = repeats
    self.ignoredFields = ignoredFields
    self.key = key
  }

  /// Returns a copy of the table with one more converter.
  ///
  /// - Parameters:
  ///   - field: The name of the field. An existing converter for the field is replaced.
  ///   - converter: The converter for the field.
  /// - Returns: The new table.
  public func adding(_ field: String, _ converter: Converter) -> ConverterTable {
    var table = self
    table.converters[field] = converter
    return table
  }
}

extension ConverterTable {
  /// Returns a table for objects that contain records but are not records.
  static func frame(of fields: Set<String>) -> ConverterTable {
    ConverterTable(converters: [:], keyFields: "", ignoredFields: fields) { _ in nil }.framing
  }

  var framing: ConverterTable {
    var table = self
    table.isFrame = true
    return table
  }

  /// Returns a copy of the table that recognizes its records by a field that no other table has.
  func marked(by field: String) -> ConverterTable {
    var table = self
    table.ownField = field
    return table
  }

  func copy(refinement: Refinement, ignoredFields: Set<String>) -> ConverterTable {
    ConverterTable(
      converters: converters, refinement: refinement, keyFields: keyFields, repeats: repeats,
      ignoredFields: ignoredFields, key: key)
  }

  /// Returns a copy of the table that reads only the given prose.
  ///
  /// The copy reports the same issues.
  func reading(_ prose: ScheduleImport.Prose) -> ConverterTable {
    let filter: WordFilter
    switch prose {
    case .all: return self
    case .withWords(let words): filter = WordFilter(words)
    case .none: filter = WordFilter([])
    }
    var table = self
    table.converters = converters.mapValues { $0.reading(filter) }
    return table
  }

  /// The names of all fields that the table reads or ignores.
  var fields: Set<String> { ignoredFields.union(converters.keys) }

  /// The distinct component types that the converters and the refinement can make.
  var kinds: [ComponentKind] {
    let converted = converters.sorted { $0.key < $1.key }.map(\.value.kind)
    return (converted + (refinement?.kinds ?? [])).firstOfEachType
  }

  /// Imports a list of records into a context as one change.
  ///
  /// Each record becomes an entity. The entity gets a ``RecordKey`` and the components that the
  /// table makes from the fields. Fields that result in no component are stored in
  /// ``UnreadFields``. If an entity from an earlier version of the file has the same key, this
  /// entity is updated. Equal components are not set again. A component is removed if its field is
  /// missing. Components of types that the table does not make are unchanged. Entities whose keys
  /// are no longer in the file are destroyed. Importing the same file again changes nothing and
  /// notifies no observer.
  ///
  ///     let report = try table.importRecords(from: bytes, into: context)
  ///     for issue in report.issues { print(issue) }
  ///     // 12:5: item 7 (person Mike Lee), field "organizer": found the text "yes";
  ///     // expected true or false
  ///
  /// - Parameters:
  ///   - bytes: The file, a JSON list of objects.
  ///   - context: The context for the entities.
  ///   - limits: The limits beyond which the file is rejected.
  /// - Returns: The counts and the issues.
  /// - Throws: `ImportError.syntax` if the file is not JSON or exceeds a limit, `notAList` if the
  ///   JSON value is not a list, `nothingUsable` if the list contains records but none has a key,
  ///   and `tooManyIssues` or `tooManyRecords` if the file exceeds these limits. The context, its
  ///   groups and its indices are then unchanged, and no observer is notified.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the size of the file.
  @discardableResult
  public func importRecords(
    from bytes: [UInt8], into context: Context, limits: SourceLimits = .standard
  ) throws(ImportError) -> ImportReport {
    let document: SourceDocument
    do throws(SourceError) {
      document = try SourceDocument(json: bytes, limits: limits)
    } catch {
      throw .syntax(error)
    }
    let records = try RecordImport(
      document, tables: [self], into: context
    ) { (document, records) throws(ImportError) in
      guard document.root.kind == .array else {
        throw .notAList(found: document.root.found, position: document.root.position)
      }
      document.root.forEachElement { records.addRecord($0, as: 0) }
    }
    return records.report
  }
}
