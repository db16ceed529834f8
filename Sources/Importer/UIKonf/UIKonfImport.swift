package import ECSKit
package import Schedule

/// Reading a schedule in UIKonf's own format.
package struct UIKonfImport {
  /// What is assumed where the file does not say it.
  package struct Options: Sendable {
    /// The month of the first day, if the user named one.
    package var month: ConferenceMonth?
    /// The zone of the venue, if the user named one.
    package var zone: Zone?
    /// Where zones that the file names are looked for.
    package var zoneFolders: ZoneFolders
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

  /// Something about month and zone that the user should know.
  package enum Note: Equatable, Sendable, CustomStringConvertible {
    /// Neither file nor user said it, so it is what UIKonf's own app had.
    case assumed(what: String)
    /// The user said it, and the file says something else, which counts.
    case overruled(option: String, file: String)

    /// What the user should know.
    package var description: String {
      switch self {
      case .assumed(let what):
        "neither the file nor an option says when and where it is; assumed \(what)"
      case .overruled(let option, let file):
        "\(option) is not used, because the file says \(file)"
      }
    }
  }

  /// What came of an import.
  package struct Result {
    /// The counts and issues.
    package let report: ImportReport
    /// What was assumed.
    package let notes: [Note]
  }

  private let options: Options

  /// Creates the import.
  ///
  /// - Parameter options: What is assumed where the file does not say it.
  package init(options: Options) {
    self.options = options
  }

  /// Imports a file into a context as one change.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - table: What the fields mean.
  ///   - context: A context; what it holds from another version of the file is brought up to date.
  /// - Returns: What came of it.
  /// - Throws: `UIKonfImportError` if nothing can be used or the zone of the file is not known; the
  ///   context is as it was.
  /// - Complexity: O(*n* log *n*), where *n* is the size of the file.
  package func run(
    _ bytes: [UInt8], table: ConverterTable = .uikonf, into context: Context
  ) throws(UIKonfImportError) -> Result {
    try context.transaction { () throws(UIKonfImportError) in
      var records: RecordImport
      do throws(ImportError) {
        records = try RecordImport(bytes, table: table, into: context)
      } catch {
        throw .file(error)
      }
      var notes: [Note] = []
      let calendar = try calendar(in: context, &records, &notes)
      context.setUnique(VenueZone(zone: calendar.zone))
      let resolved = calendar.resolve(in: context)
      records.noteChanges(of: resolved.changed)
      records.add(resolved.problems.map { ($0.entity, Self.kind(of: $0.problem)) })
      if options.keepsPlaces { records.keepPlaces() }
      return Result(report: records.report, notes: notes)
    }
  }

  private static func kind(of problem: VenueCalendar.Problem) -> ImportIssue.Kind {
    switch problem {
    case .impossibleDay(let day, let month): .impossibleDay(day: day, month: month)
    case .endBeforeStart: .endBeforeStart
    }
  }

  /// What the file says counts, then what the user says, then what UIKonf's own app had.
  private func calendar(
    in context: Context, _ records: inout RecordImport, _ notes: inout [Note]
  ) throws(UIKonfImportError) -> VenueCalendar {
    var assumed: [String] = []
    let month: ConferenceMonth
    if let said = context[ConferenceMonth.self] {
      if let other = options.month, other != said {
        notes.append(.overruled(option: "--month", file: said.text))
      }
      month = said
    } else {
      month = options.month ?? ConferenceMonth(year: 2015, month: 5)
      if options.month == nil { assumed.append("month \(month.text)") }
    }
    let zone: Zone
    if let said = context[ConferenceZone.self]?.name {
      if let other = options.zone, other.name != said {
        notes.append(.overruled(option: "--zone", file: said))
      }
      zone = try self.zone(
        said, at: context.holder(of: ConferenceZone.self).flatMap { records.position(of: $0) })
    } else if let said = options.zone {
      zone = said
    } else {
      zone = try self.zone("Europe/Berlin")
      assumed.append("zone Europe/Berlin")
    }
    if !assumed.isEmpty {
      notes.append(.assumed(what: assumed.joined(separator: " and ")))
    }
    return VenueCalendar(month: month, zone: zone)
  }

  private func zone(
    _ name: String, at position: TextPosition? = nil
  ) throws(UIKonfImportError) -> Zone {
    do throws(ZoneError) { return try Zone(named: name, in: options.zoneFolders) } catch {
      throw .zone(error, at: position)
    }
  }
}

/// Why a schedule was not imported.
package enum UIKonfImportError: Error, CustomStringConvertible {
  /// Nothing in the file can be used.
  case file(ImportError)
  /// The zone that the record at the position names can not be had, or the one that is assumed.
  case zone(ZoneError, at: TextPosition?)

  /// Where, what was found, and what would have been accepted.
  package var description: String {
    switch self {
    case .file(let error): error.description
    case .zone(let error, let position):
      (position.map { "\($0), field \"zone\": " } ?? "") + error.description
    }
  }
}
