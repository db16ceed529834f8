public import ECSKit
public import Schedule
import SourceText
import TextBasics

/// Imports a schedule in any known format.
///
///     let context = Context()
///     let result = try ScheduleImport().run(bytes, into: context)
///     for issue in result.report.issues { print(issue) }
///     for talk in context.group(.all(Title.self)) { print(talk[Title.self]?.text ?? "") }
///
/// The formats are schedule.json and schedule.xml of frab and pretalx, the views of Sessionize,
/// iCalendar, and the JSON of UIKonf's own app, of try! Swift, COSCUP and SITCON, and of konf itself.
/// The import detects the format from the content. See
/// <doc:ImportingASchedule>, and <doc:AddingAFormat> for formats of your own.
public struct ScheduleImport {
  /// Which long texts are read.
  package enum Prose: Sendable, Equatable {
    /// All.
    case all
    /// Those that have one of some folded words, and perhaps others.
    case withWords([String])
    /// None.
    case none
  }

  /// Options of an import.
  public struct Options: Sendable {
    /// The month of the first day, for files that do not name it.
    public var month: ConferenceMonth?
    /// The zone of the venue, for files that do not name it.
    public var zone: Zone?
    /// The moment around which the times of an event that recurs too often are read; nil for the
    /// first times.
    public var moment: Instant?
    /// Formats that are tried before the known ones.
    public var formats: [ScheduleFormat]
    /// The folders of the zone files.
    package var zoneFolders = ZoneFolders()
    /// Whether entities keep the positions of their records.
    package var keepsPositions = false
    /// Which long texts, such as abstracts, entities have; without them the issues are the same.
    package var prose = Prose.all

    /// Creates options.
    ///
    /// - Parameters:
    ///   - month: The month of the first day, for files that do not name it.
    ///   - zone: The zone of the venue, for files that do not name it.
    ///   - moment: The moment around which the times of an event that recurs too often are read.
    ///   - formats: Formats that are tried before the known ones.
    public init(
      month: ConferenceMonth? = nil, zone: Zone? = nil, moment: Instant? = nil,
      formats: [ScheduleFormat] = []
    ) {
      self.month = month
      self.zone = zone
      self.moment = moment
      self.formats = formats
    }

    /// Creates options with other folders of zone files.
    ///
    /// - Parameters:
    ///   - month: The month of the first day.
    ///   - zone: The zone of the venue.
    ///   - zoneFolders: The folders of the zone files.
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
    /// Facts about the month and the zone that a reader should know.
    public let notes: [VenueNote]
  }

  private let options: Options

  /// Creates an import.
  ///
  /// - Parameter options: The options.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Returns whether a file is sound and of a known format.
  ///
  /// - Parameter bytes: The content of the file.
  /// - Returns: Whether an import would detect the format.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    (try? FormatDetection.document(of: bytes, [])) != nil
  }

  /// Imports a file into a context as one change.
  ///
  /// The entities of an earlier version of the file are updated: equal values are left alone, and
  /// entities whose record has left the file are destroyed. A talk keeps its entity if its identifier
  /// changes, as far as title, people, start and location show which talk it is; a talk that gets the
  /// identifier of another one does not get its entity. Observers are notified once the import is
  /// complete.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - context: The context for the entities.
  /// - Returns: The format, the counts and issues, and notes on month and zone.
  /// - Throws: `ImportError` if the format is unknown, the file is damaged, nothing in it can be
  ///   used, or the file names an unknown zone; the context is then as it was.
  /// - Complexity: O(*n* log *n*) expected, where *n* is the size of the file; over an earlier version
  ///   the file is imported twice.
  @discardableResult
  public func run(
    _ bytes: [UInt8], into context: Context
  ) throws(ImportError) -> Result {
    try run(bytes, into: context, progress: nil)
  }

  /// Imports a file into a context as one change, see ``run(_:into:)``.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - context: The context for the entities.
  ///   - progress: Called once the file is parsed and after every few thousand records, with the
  ///     number of records so far.
  /// - Returns: The format, the counts and issues, and notes on month and zone.
  /// - Throws: `ImportError`; the context is then as it was.
  package func run(
    _ bytes: [UInt8], into context: Context, progress: ((Int) -> Void)?
  ) throws(ImportError) -> Result {
    let (document, format) = try FormatDetection.document(of: bytes, options.formats)
    let tables = format.tables.map { $0.reading(options.prose) }
    let pairs = try talkPairs(document, format, tables, over: context)
    return try run(document, format, tables, into: context, pairs: pairs, progress: progress)
  }

  /// Returns the entities for the talks of the file in a context with an earlier version; nil if it
  /// has none.
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
        throw .unknownFormat(looksLike: "\(format.name) of another kind, with \(name.quoted())")
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
        context.setUnique(VenueZone(zone: calendar.zone, dayChange: calendar.dayChange))
        resolved = calendar.resolve(in: context)
      }
      records.noteChanges(of: resolved.changed)
      // An unknown zone of the whole file is not reported again for its first event.
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
      case .unknownZone(let name): .unknownZone(name)
      case .guessedZone(let name, let used): .guessedZone(name, used: used)
      case .longDuration(let words): .longDuration(words)
      }
  }
}

extension ImportIssue.Kind {
  /// The name of a zone that is not known, if it is about one.
  fileprivate var zoneName: String? {
    switch self {
    case .unknownZone(let name), .guessedZone(let name, _): name
    default: nil
    }
  }
}
