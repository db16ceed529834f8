package import ECSKit
package import Schedule
import TextBasics

/// Reading a schedule in any of the formats that are known.
package struct ScheduleImport {
  /// What is assumed where the file does not say it.
  package struct Options: Sendable {
    /// The month of the first day, if the user named one.
    package var month: ConferenceMonth?
    /// The zone of the venue, if the user named one.
    package var zone: Zone?
    /// Where zones that the file names are looked for.
    package var zoneFolders: ZoneFolders
    /// The moment that is asked about.
    ///
    /// Of an event that recurs more often than is read, the times around it are; without it, the
    /// first.
    package var moment: Instant?
    /// Whether entities keep the places of their records.
    package var keepsPlaces = false

    /// Creates the options.
    ///
    /// - Parameters:
    ///   - month: The month of the first day.
    ///   - zone: The zone of the venue.
    ///   - zoneFolders: Where zones that the file names are looked for.
    package init(
      month: ConferenceMonth? = nil, zone: Zone? = nil, zoneFolders: ZoneFolders = ZoneFolders()
    ) {
      self.month = month
      self.zone = zone
      self.zoneFolders = zoneFolders
    }
  }

  /// What came of an import.
  package struct Result {
    /// What the format is called.
    package let format: String
    /// The counts and issues.
    package let report: ImportReport
    /// What was assumed.
    package let notes: [VenueNote]
  }

  private let options: Options

  /// Creates the import.
  ///
  /// - Parameter options: What is assumed where the file does not say it.
  package init(options: Options) {
    self.options = options
  }

  /// Returns whether a file is sound and of a format that is known.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: Whether an import would find the format.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    (try? FormatDetection.document(of: bytes)) != nil
  }

  /// Imports a file into a context as one change.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - context: A context; what it holds from another version of the file is brought up to date.
  /// - Returns: What came of it.
  /// - Throws: `ScheduleImportError` if the format is not known, nothing can be used, or the zone of
  ///   the file is not known; the context is as it was.
  /// - Complexity: O(*n* log *n*), where *n* is the size of the file.
  package func run(
    _ bytes: [UInt8], into context: Context
  ) throws(ScheduleImportError) -> Result {
    let (document, format) = try FormatDetection.document(of: bytes)
    return try context.transaction { () throws(ScheduleImportError) in
      var records: RecordImport
      do throws(ImportError) {
        records = try RecordImport(
          document, tables: format.tables, into: context
        ) { document, records in format.walk(document, options, &records) }
      } catch {
        throw .file(error)
      }
      if let name = records.unknownPart, context.group(.slots).isEmpty {
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
      // What a note says of the whole file is not said of its first event again.
      let noted = Set(settings.notes.compactMap(\.zoneName))
      records.add(
        resolved.problems.map { ($0.entity, ImportIssue.Kind($0.problem)) }
          .filter { $0.1.zoneName.map { !noted.contains($0) } ?? true })
      if options.keepsPlaces { records.keepPlaces() }
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
      case .lyingOffset(let offset): .lyingOffset(offset)
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

/// Why a schedule was not imported.
package enum ScheduleImportError: Error, CustomStringConvertible {
  /// Nothing in the file can be used.
  case file(ImportError)
  /// The zone that the record at the position names cannot be had, or the one that is assumed.
  case zone(ZoneError, at: TextPosition?)
  /// The file is sound and of no format that is read; this is what it looks like.
  case unknownFormat(looksLike: String)

  /// Where, what was found, and what would have been accepted.
  package var description: String {
    switch self {
    case .file(let error): error.description
    case .zone(let error, let position):
      (position.map { "\($0), field \"zone\": " } ?? "") + error.description
    case .unknownFormat(let look):
      "it looks like \(look); expected a schedule as UIKonf JSON, schedule.json, schedule.xml, "
        + "Sessionize JSON or iCalendar"
    }
  }
}
