import Schedule
public import SourceText

/// A format of schedule files.
///
/// A format detects its files and reads their records. It is a value, so a program can add a format
/// without changing this module. See <doc:AddingAFormat>.
public struct ScheduleFormat: Sendable {
  enum Calendar: Sendable {
    /// Days of a month. The file or the options state the month.
    case month
    /// Full dates with times that have an offset or a zone, or are in the local time of the venue.
    case dates
  }

  /// The name of the format in messages.
  public let name: String
  let tables: [ConverterTable]
  let calendar: Calendar
  let recognizes: @Sendable (SourceDocument) -> Bool
  let walk: @Sendable (SourceDocument, ScheduleImport.Options, inout RecordImport) -> Void
}

extension ScheduleFormat {
  /// Creates a format of JSON, XML or iCalendar files with full dates and times.
  ///
  /// - Parameters:
  ///   - name: The name of the format in messages.
  ///   - tables: The tables, one for each kind of record.
  ///   - recognizes: Returns true if a document has this format.
  ///   - walk: Traverses a document and adds each record to the import, with the index of its
  ///     table.
  public init(
    _ name: String, tables: [ConverterTable],
    recognizes: @escaping @Sendable (SourceDocument) -> Bool,
    walk: @escaping @Sendable (SourceDocument, inout RecordImport) -> Void
  ) {
    self.init(
      name: name, tables: tables, calendar: .dates, recognizes: recognizes,
      walk: { document, _, records in walk(document, &records) })
  }

  /// The JSON formats in the order of detection.
  ///
  /// The elements are closures, so that an import builds only the tables that it needs.
  static let json: [@Sendable () -> ScheduleFormat] = [
    { .uikonf }, { .frabJSON }, { .schedule2 }, { .sessionize }, { .trySwift }, { .coscup },
    { .pretalxWidget }, { .indicoTimetable }, { .konf },
  ]

  static let xml: [@Sendable () -> ScheduleFormat] = [{ .frabXML }]

  /// The format of UIKonf's app: a list of records.
  ///
  /// The fields of a record determine its kind.
  static let uikonf = ScheduleFormat(
    name: "UIKonf JSON", tables: [.uikonf], calendar: .month,
    recognizes: { document in
      guard document.root.kind == .array else { return false }
      // A list without objects is treated as an empty or broken schedule.
      let names = Set(document.keys)
      return names.isEmpty || !names.isDisjoint(with: uikonfNames)
    },
    walk: { document, _, records in
      document.root.forEachElement { records.addRecord($0, as: 0) }
    })

  /// The field names that occur only in files of UIKonf's app.
  private static let uikonfNames: Set = [
    "t_id", "t_index", "startTime", "endTime", "speaker_name", "server", "conference",
  ]
}

extension RecordImport {
  /// Returns the elements of the list with a name, or no elements if the list is missing.
  ///
  /// If the name occurs several times, the lists are joined. A value that is not a list is reported
  /// as an issue.
  mutating func elements(_ name: String, of value: SourceValue) -> [SourceValue] {
    var elements: [SourceValue] = []
    for list in parts(name, of: value) {
      if list.kind != .array { addUnreadable(name, list, accepting: "a list") }
      elements.append(contentsOf: list.elements)
    }
    return elements
  }

  /// Returns the members with the given name, except null values.
  ///
  /// Each repeated member is reported as an issue.
  mutating func parts(_ name: String, of value: SourceValue) -> [SourceValue] {
    let parts = value.all(name)
    for part in parts.dropFirst() { add(.repeatedPart(name: name), at: part.keyPosition) }
    return parts.filter { $0.kind != .null }
  }
}
