import Schedule
public import SourceText

/// A format of schedules: how a file of it is detected, and how its records are found and read.
///
/// A format is a value, so a program adds one of its own without a change to this module, see
/// <doc:AddingAFormat>.
public struct ScheduleFormat: Sendable {
  /// How the written times of a format become moments.
  enum Calendar: Sendable {
    /// Days of a month that the file or the options name.
    case month
    /// Dates, with an offset, a zone beside them, or on the clocks of the venue.
    case dates
  }

  /// The name of the format in messages.
  public let name: String
  /// The meaning of the fields, for each kind of record.
  let tables: [ConverterTable]
  let calendar: Calendar
  /// Returns whether a document is of this format.
  let recognizes: @Sendable (SourceDocument) -> Bool
  /// Goes through a document and passes on each record, by the options of the import.
  let walk: @Sendable (SourceDocument, ScheduleImport.Options, inout RecordImport) -> Void
}

extension ScheduleFormat {
  /// Creates a format of files in JSON, XML or iCalendar, whose times are dates with the clock.
  ///
  /// - Parameters:
  ///   - name: The name of the format in messages.
  ///   - tables: The meaning of the fields, for each kind of record.
  ///   - recognizes: Returns whether a document is of this format.
  ///   - walk: Goes through a document and passes on each record, with the index of its table.
  public init(
    _ name: String, tables: [ConverterTable],
    recognizes: @escaping @Sendable (SourceDocument) -> Bool,
    walk: @escaping @Sendable (SourceDocument, inout RecordImport) -> Void
  ) {
    self.init(
      name: name, tables: tables, calendar: .dates, recognizes: recognizes,
      walk: { document, _, records in walk(document, &records) })
  }

  /// The formats of a JSON text, by which a document is tried in this order.
  ///
  /// Each is made when it is asked for, so that a run makes no tables that it does not need.
  static let json: [@Sendable () -> ScheduleFormat] = [
    { .uikonf }, { .frabJSON }, { .schedule2 }, { .sessionize }, { .trySwift }, { .coscup },
    { .konf },
  ]

  /// The formats of an XML text.
  static let xml: [@Sendable () -> ScheduleFormat] = [{ .frabXML }]

  /// UIKonf's own format: a list of records; the fields of each say what it is.
  static let uikonf = ScheduleFormat(
    name: "UIKonf JSON", tables: [.uikonf], calendar: .month,
    recognizes: { document in
      guard document.root.kind == .array else { return false }
      // A list without any object is an empty schedule or a broken one.
      let names = Set(document.keys)
      return names.isEmpty || !names.isDisjoint(with: uikonfNames)
    },
    walk: { document, _, records in
      document.root.forEachElement { records.addRecord($0, as: 0) }
    })

  /// Names of fields that lists in other formats do not have.
  private static let uikonfNames: Set = [
    "t_id", "t_index", "startTime", "endTime", "speaker_name", "server", "conference",
  ]
}

extension RecordImport {
  /// The elements of a list that a document may have, or of several under one name; any other value
  /// there is an issue.
  mutating func elements(_ name: String, of value: SourceValue) -> [SourceValue] {
    var elements: [SourceValue] = []
    for list in parts(name, of: value) {
      if list.kind != .array { addUnreadable(name, list, accepting: "a list") }
      elements.append(contentsOf: list.elements)
    }
    return elements
  }

  /// The parts of a document under one name; each one after the first is an issue.
  mutating func parts(_ name: String, of value: SourceValue) -> [SourceValue] {
    let parts = value.all(name)
    for part in parts.dropFirst() { add(.repeatedPart(name: name), at: part.keyPosition) }
    return parts.filter { $0.kind != .null }
  }
}
