public import ECSKit
public import SourceText

/// What the fields of a record mean: a converter for each field name, and what identifies a record.
///
/// A table is a value. A format that has more fields is the table of the format it grew out of with
/// converters added, and a program can teach a format its own components in the same way:
///
///     let table = ConverterTable.uikonf.adding("level", .text { Level(text: $0) })
///     try table.importRecords(from: bytes, into: context)
public struct ConverterTable: Sendable {
  /// What it means that a key comes again.
  public enum Repeats: Sendable {
    /// It is another record, which differs from the first one by its position.
    case records
    /// It is the first record, mentioned again; only the first counts.
    case mentions
  }

  private(set) var converters: [String: Converter]
  let refinement: Refinement?
  let key: @Sendable (Draft) -> RecordName?
  /// What a record needs to have a key, as messages say it.
  let keyFields: String
  let repeats: Repeats
  /// The fields of the format that say nothing a schedule needs; they are no issue.
  let ignoredFields: Set<String>
  /// Whether records stand in what the table reads, so that an unknown field may hold some.
  private(set) var isFrame = false
  /// A field that nothing but such a record has; nil if there is none.
  ///
  /// What stands within a record and has it is another record, which nobody looks for there.
  private(set) var ownField: String?

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - converters: A converter for each field name. Of two fields that make the same component
  ///     the one further back in the record counts.
  ///   - refinement: What the components of a record mean together; nil if nothing but what they
  ///     mean alone.
  ///   - keyFields: The fields a key is made of, as messages say it: "t_id or name".
  ///   - repeats: What it means that a key comes again.
  ///   - ignoredFields: The fields of the format that are left out without a word.
  ///   - key: Returns what identifies a record in its file, and the same record in the next
  ///     version of the file; nil if the record has nothing of the kind. Records with one key are
  ///     distinguished by their order.
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
  /// Returns a table for what stands around records and is none itself.
  ///
  /// - Parameter fields: The names of what may stand in it.
  /// - Returns: The table.
  static func frame(of fields: Set<String>) -> ConverterTable {
    ConverterTable(converters: [:], keyFields: "", ignoredFields: fields) { _ in nil }.framing
  }

  /// This table for objects in which records stand.
  var framing: ConverterTable {
    var table = self
    table.isFrame = true
    return table
  }

  /// Returns this table for records that differ by a field from whatever stands within them.
  ///
  /// - Parameter field: A field that nothing but such a record has.
  /// - Returns: The new table.
  func marked(by field: String) -> ConverterTable {
    var table = self
    table.ownField = field
    return table
  }

  /// This table without the long texts: what cannot be read is an issue all the same.
  var withoutProse: ConverterTable {
    var table = self
    table.converters = converters.mapValues(\.withoutProse)
    return table
  }

  /// Each type of component that an import by this table may make, once, in the order of the names
  /// of the fields it is made of.
  var kinds: [ComponentKind] {
    var types: Set<ObjectIdentifier> = []
    let converted = converters.sorted { $0.key < $1.key }.map(\.value.kind)
    return (converted + (refinement?.kinds ?? [])).filter { types.insert($0.type).inserted }
  }

  /// Imports a list of records into a context as one change.
  ///
  /// Each record is an entity, which holds the components that the table makes of its fields, its
  /// ``RecordKey``, and ``UnreadFields`` if nothing was made of some. An entity that has the key of a
  /// record already, from an earlier version of the file, is brought up to date: what is equal is
  /// left alone, a component whose field is gone is taken away, and components that the table does
  /// not make stay as they are. Entities with a key that is not in the file are destroyed. The same
  /// file again changes nothing and notifies nobody.
  ///
  ///     let report = try table.importRecords(from: bytes, into: context)
  ///     for issue in report.issues { print(issue) }
  ///     // 12:5: item 7 (person Mike Lee), field "organizer": found the text "yes"; expected true or false
  ///
  /// - Parameters:
  ///   - bytes: The file: a list of objects in JSON.
  ///   - context: Where the entities live.
  ///   - limits: How much is taken before the file is refused.
  /// - Returns: What was done, and what was found on the way.
  /// - Throws: `ImportError.syntax` if the text is no JSON or over a limit, `notAList` if it is JSON
  ///   of another shape, `nothingUsable` if there are records and none has a key. The context, its
  ///   groups and its indices are as they were, and nobody is notified.
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
      document.root.forEachElement { records.enter($0, as: 0) }
    }
    return records.report
  }
}
