// Imports a schedule file: detects the format, imports the records and resolves the written times.
// ScheduleLoader in KonfCLI, RunLog in Marks, and programs that use the library call it. An import
// is one transaction: if it fails, the context is unchanged.

import Basics
public import ECSKit
public import Schedule
import SourceText

/// An import of a schedule in any known format.
///
///     let context = Context()
///     let result = try ScheduleImport().run(bytes, into: context)
///     for issue in result.report.issues { print(issue) }
///     for talk in context.group(.all(Title.self)) { print(talk[Title.self]?.text ?? "") }
///
/// The formats are schedule.json and schedule.xml of frab and pretalx, the views of Sessionize, and
/// iCalendar. Further formats are the JSON of UIKonf's app, try! Swift, COSCUP, SITCON, pretalx's
/// widget, Indico's timetable and konf itself. The import detects the format from the content. See
/// <doc:ImportingASchedule>, and <doc:AddingAFormat> for custom formats.
public struct ScheduleImport {
  /// An option that determines which prose, such as abstracts, an import stores.
  package enum Prose: Sendable, Equatable {
    case all
    /// All prose that contains any of the case-folded words, and possibly more.
    case withWords([String])
    case none
  }

  /// The options for an import.
  public struct Options: Sendable {
    /// The month of the first day, for files that do not state the month.
    public var month: ConferenceMonth?
    /// The zone of the venue, for files that do not name the zone.
    public var zone: Zone?
    /// The moment around which occurrences are read if an event has too many of them.
    ///
    /// If the moment is nil, the first occurrences are read.
    public var moment: Instant?
    /// The formats that are tried before the built-in formats.
    public var formats: [ScheduleFormat]
    package var zoneFolders = ZoneFolders()
    /// True if entities store the positions of their records in the file.
    package var keepsPositions = false
    /// The prose, such as abstracts, that is stored in entities.
    ///
    /// The issues of the import do not depend on this option.
    package var prose = Prose.all

    /// Creates options.
    ///
    /// - Parameters:
    ///   - month: The month of the first day, for files that do not state the month.
    ///   - zone: The zone of the venue, for files that do not name the zone.
    ///   - moment: The moment around which occurrences are read if an event has too many of them.
    ///   - formats: Formats that are tried before the built-in formats.
    public init(
      month: ConferenceMonth? = nil, zone: Zone? = nil, moment: Instant? = nil,
      formats: [ScheduleFormat] = []
    ) {
      self.month = month
      self.zone = zone
      self.moment = moment
      self.formats = formats
    }

    package init(
      month: ConferenceMonth? = nil, zone: Zone? = nil, zoneFolders: ZoneFolders
    ) {
      self.init(month: month, zone: zone)
      self.zoneFolders = zoneFolders
    }
  }

  /// The result of an import.
  public struct Result {
    /// The name of the format.
    public let format: String
    /// The counts and issues.
    public let report: ImportReport
    /// Notes for the user about the month and the zone.
    public let notes: [VenueNote]
  }

  private let options: Options

  /// Creates an import with the given options.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Returns true if a file is undamaged and in a known format.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    (try? FormatDetection.document(of: bytes, [])) != nil
  }

  /// Imports a file into a context as one change.
  ///
  /// If the context holds an earlier version of the file, its entities are updated. Equal values
  /// are not set again, and entities without a record in the file are destroyed. A talk keeps its
  /// entity even if its identifier changes, provided that title, people, start and location
  /// identify the talk. An identifier alone does not suffice: a different talk that takes over the
  /// identifier gets a new entity. Observers are notified after the whole import.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - context: The context for the entities.
  /// - Returns: The format, the counts and issues, and notes on how the month and the time zone
  ///   were determined.
  /// - Throws: `ImportError` if the format is unknown, or if the file is damaged, has no usable
  ///   record or names an unknown zone. The context is then unchanged.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the size of the file. An update imports
  ///   the file twice.
  @discardableResult
  public func run(
    _ bytes: [UInt8], into context: Context
  ) throws(ImportError) -> Result {
    try run(bytes, into: context, progress: nil)
  }

  /// Imports a file into a context as one change; see ``run(_:into:)``.
  ///
  /// The closure `progress` is called with the number of imported records, first after parsing, and
  /// then after every few thousand records.
  ///
  /// - Throws: `ImportError`. The context is then unchanged.
  package func run(
    _ bytes: [UInt8], into context: Context, progress: ((Int) -> Void)?
  ) throws(ImportError) -> Result {
    let (document, format) = try FormatDetection.document(of: bytes, options.formats)
    let tables = format.tables.map { $0.reading(options.prose) }
    let pairs = try talkPairs(document, format, tables, over: context)
    return try run(document, format, tables, into: context, pairs: pairs, progress: progress)
  }

  /// Matches the talks of the file with the entities of an earlier version.
  ///
  /// The result is nil if the context contains no earlier version.
  private func talkPairs(
    _ document: SourceDocument, _ format: ScheduleFormat, _ tables: [ConverterTable],
    over context: Context
  ) throws(ImportError) -> TalkPairs? {
    guard !context.isEmpty, !context.group(.all(RecordKey.self)).isEmpty else { return nil }
    let newer = Context()
    _ = try run(document, format, tables, into: newer, pairs: nil, progress: nil)
    return TalkPairs(of: newer, in: context)
  }

  private func run(
    _ document: SourceDocument, _ format: ScheduleFormat, _ tables: [ConverterTable],
    into context: Context, pairs: TalkPairs?, progress: ((Int) -> Void)?
  ) throws(ImportError) -> Result {
    try context.transaction { () throws(ImportError) in
      var records = try RecordImport(
        document, tables: tables, into: context, pairs: pairs, progress: progress
      ) { document, records in format.walk(document, options, &records) }
      if let name = records.unknownPart, context.group(.sessions).isEmpty {
        throw .unknownFormat(
          looksLike: "\(format.name), but with the unknown part \(name.quoted())")
      }
      var settings = VenueSettings(options: options, context: context)
      let resolved: TimingResolution
      switch format.calendar {
      case .month:
        let calendar = try settings.venueCalendar(position: { records.position(of: $0) })
        context.setUnique(VenueZone(zone: calendar.zone))
        resolved = calendar.resolve(in: context)
      case .dates:
        let calendar = settings.writtenCalendar()
        resolved = calendar.resolve(in: context)
        context.setUnique(
          VenueZone(zone: settings.knownZone(calendar.zone), dayChange: calendar.dayChange))
      }
      records.noteChanges(of: resolved.changed)
      // An unknown zone that a note already reports is not reported again for an event.
      let noted = Set(settings.notes.compactMap(\.zoneName))
      records.add(
        resolved.problems.map { ($0.entity, ImportIssue.Kind($0.problem)) }
          .filter { $0.1.zoneName.map { !noted.contains($0) } ?? true })
      if options.keepsPositions { records.keepPositions() }
      return Result(format: format.name, report: records.report, notes: settings.notes)
    }
  }
}

extension ImportIssue.Kind {
  fileprivate init(_ problem: TimingResolution.Problem) {
    self =
      switch problem {
      case .impossibleDay(let day, let month): .impossibleDay(day: day, month: month)
      case .endBeforeStart: .endBeforeStart
      case .wrongOffset(let offset, let clock, let byOffset):
        .wrongOffset(offset, clock: clock, byOffset: byOffset)
      case .contradiction(let byDate, let clock, let usesClock):
        .contradiction(byDate: byDate, clock: clock, usesClock: usesClock)
      case .unclearLength(let days, let clock): .unclearLength(days, or: clock)
      case .unknownZone(let name): .unknownZone(name)
      case .guessedZone(let name, let used): .guessedZone(name, used: used)
      case .longDuration(let words): .longDuration(words)
      }
  }
}

extension ImportIssue.Kind {
  fileprivate var zoneName: String? {
    switch self {
    case .unknownZone(let name), .guessedZone(let name, _): name
    default: nil
    }
  }
}
