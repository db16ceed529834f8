public import ECSKit
public import SourceText

/// The meaning of the fields of a record: a converter for each field name, and the key of a record.
///
/// A table is a value. A format that has more fields is the table of the format it grew out of with
/// converters added, and a program can teach a format its own components in the same way:
///
///     let table = ConverterTable.uikonf.adding("level", .text { Level(text: $0) })
///     try table.importRecords(from: bytes, into: context)
public struct ConverterTable: Sendable {
  /// The meaning of a repeated key.
  public enum Repeats: Sendable {
    /// It is another record, which differs from the first one by its position.
    case records
    /// It is the first record, mentioned again; only the first counts.
    case mentions
  }

  private(set) var converters: [String: Converter]
  let refinement: Refinement?
  let key: @Sendable (Draft) -> RecordName?
  /// The fields of a key, as messages say it.
  let keyFields: String
  let repeats: Repeats
  /// The fields of the format that a schedule does not need; they are no issue.
  let ignoredFields: Set<String>
  /// Whether what the table reads contains records, so that an unknown field may hold some.
  private(set) var isFrame = false
  /// A field that only such a record has; nil if there is none.
  ///
  /// An object within a record that has the field is another record, which is not expected there.
  private(set) var ownField: String?

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - converters: A converter for each field name. If two fields make the same component, the
  ///     later one in the record wins.
  ///   - refinement: The combined meaning of the components of a record; nil if each has its own
  ///     only.
  ///   - keyFields: The fields a key is made of, as messages say it: "t_id or name".
  ///   - repeats: The meaning of a repeated key.
  ///   - ignoredFields: The fields of the format that are left out silently.
  ///   - key: Returns the name that identifies a record in its file, and in the next version of the
  ///     file; nil if the record has none. Records with one key are distinguished by their order.
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

  /// Returns this table with another converter.
  ///
  /// - Parameters:
  ///   - field: The name of the field; if the table has a converter for it, it is replaced.
  ///   - converter: What the field means.
  /// - Returns: The new table.
  public func adding(_ field: String, _ converter: Converter) -> ConverterTable {
    var table = self
    table.converters[field] = converter
    return table
  }
}

extension ConverterTable {
  /// Returns a table for objects that contain records and are none themselves.
  ///
  /// - Parameter fields: The names of the members that it may have.
  /// - Returns: The table.
  static func frame(of fields: Set<String>) -> ConverterTable {
    ConverterTable(converters: [:], keyFields: "", ignoredFields: fields) { _ in nil }.framing
  }

  /// This table for objects that contain records.
  var framing: ConverterTable {
    var table = self
    table.isFrame = true
    return table
  }

  /// Returns this table for records that differ by a field from the objects within them.
  ///
  /// - Parameter field: A field that nothing but such a record has.
  /// - Returns: The new table.
  func marked(by field: String) -> ConverterTable {
    var table = self
    table.ownField = field
    return table
  }

  /// Returns this table for records that mean something else together.
  ///
  /// - Parameters:
  ///   - refinement: What the components of a record mean together.
  ///   - ignoredFields: The fields of the format that are left out without a remark.
  /// - Returns: The new table.
  func copy(refinement: Refinement, ignoredFields: Set<String>) -> ConverterTable {
    ConverterTable(
      converters: converters, refinement: refinement, keyFields: keyFields, repeats: repeats,
      ignoredFields: ignoredFields, key: key)
  }

  /// Returns this table with some of the long texts: what cannot be read is an issue even so.
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

  /// Each type of component that an import by this table may make, once, in the order of the names
  /// of their fields.
  var kinds: [ComponentKind] {
    let converted = converters.sorted { $0.key < $1.key }.map(\.value.kind)
    return (converted + (refinement?.kinds ?? [])).firstOfEachType
  }

  /// Imports a list of records into a context as one change.
  ///
  /// Each record is an entity, which holds the components that the table makes of its fields, its
  /// ``RecordKey``, and ``UnreadFields`` if nothing was made of some. An entity that has the key of a
  /// record already, from an earlier version of the file, is brought up to date: what is equal is
  /// left alone, a component whose field is gone is taken away, and components that the table does
  /// not make stay as they are. Entities with a key that is not in the file are destroyed. The same
  /// file again changes nothing and notifies no observer.
  ///
  ///     let report = try table.importRecords(from: bytes, into: context)
  ///     for issue in report.issues { print(issue) }
  ///     // 12:5: item 7 (person Mike Lee), field "organizer": found the text "yes"; expected true or false
  ///
  /// - Parameters:
  ///   - bytes: The file: a list of objects in JSON.
  ///   - context: Where the entities live.
  ///   - limits: The limits beyond which the file is refused.
  /// - Returns: The counts and the issues.
  /// - Throws: `ImportError.syntax` if the text is no JSON or over a limit, `notAList` if it is JSON
  ///   of another shape, `nothingUsable` if there are records and none has a key. The context, its
  ///   groups and its indices are as they were, and no observer is notified.
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
