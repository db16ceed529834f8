import CommandLine
import ECSKit
import Importer
import Marks
import Schedule

/// Reads a schedule into a context, as the options of a command line say.
struct ScheduleLoader {
  let invocation: Invocation
  let environment: RunEnvironment
  let log: RunLog
  /// Whether issues are noted; else they are kept, with the positions of the records.
  let notesIssues: Bool
  /// The long texts that the answer needs.
  let prose: ScheduleImport.Prose
  /// Whether the import itself is part of the answer, so that no image will do.
  let needsImport: Bool

  /// The most bytes of an answer about a schedule of so many bytes and records.
  ///
  /// The answers for real conferences have half to one and a half times the bytes of the schedule; but an
  /// event of 70 bytes, a title and a time, has 440 as JSON, whose fields have names.
  private static func mostBytes(ofAnswerAbout size: Int, records: Int) -> Int {
    (4 << 20) + 3 * size + 400 * records
  }

  /// Reads a schedule and notes what is lost.
  ///
  /// - Throws: `Failure` if the schedule cannot be read or nothing in it can be used.
  func load(
    _ source: ScheduleSource, into context: Context, _ streams: inout OutputStreams
  ) throws(Failure) -> ScheduleImport.Result {
    let result = try read(source, into: context, &streams)
    let options = source.options
    if context[Conference.self] == nil, let title = options.title {
      context.setUnique(Conference(title: title))
    }
    if context[ConferenceZone.self] == nil, let zone = options.zone,
      context[VenueZone.self]?.zone.name == zone
    {
      context.holder(of: Conference.self)?.set(ConferenceZone(name: zone))
    }
    return result
  }

  private func read(
    _ source: ScheduleSource, into context: Context, _ streams: inout OutputStreams
  ) throws(Failure) -> ScheduleImport.Result {
    let image = image(of: source, streams)
    var isNew = false
    if let image, let parts = log.parts(of: image, withSecond: prose != .none) {
      if let result = restored(parts, into: context) {
        bound(&streams, to: image.schedule.size ?? 0, result)
        return result
      }
      // An empty file says that no image can be made; any other is made again.
      isNew = !parts.first.isEmpty
    } else {
      isNew = image != nil && log.mayKeepDerived
    }
    let bytes = try source.read(environment, log)
    let reads = isNew ? ZoneReads() : nil
    var options = try options(source.options, noting: reads)
    if isNew { options.prose = .all }
    do {
      let size = SafeText.size(bytes.count)
      let result = try ScheduleImport(options: options).run(
        bytes, into: context,
        progress: environment.progress.map { progress in
          { progress.update("reading \(source.name) (\(size)): \($0) records") }
        })
      if let image, let reads { keep(image, of: context, result, reads, madeOf: bytes) }
      streams.detail(
        """
        schedule: \(source.name), \(size), format \(result.format), \
        \(SafeText.counted(result.report.records, "record", "records"))
        """)
      if !notesIssues { return result }
      bound(&streams, to: bytes.count, result)
      // What is saved was remarked on when konf use kept it.
      if source.savedName != nil, !streams.presentation.showsDetails { return result }
      ImportNotes.writeLosses(of: result.report.issues, source, &streams)
      for note in result.notes { streams.note("\(source.name): \(note.message)") }
      ImportNotes.writeCount(of: result.report.issues, source, &streams)
      return result
    } catch {
      if case .nothingUsable(let issues) = error {
        ImportNotes.writeLosses(of: issues, source, &streams)
        ImportNotes.writeCount(of: issues.filter { $0.kind == .cancelled }, source, &streams)
      }
      throw Failure(.badData, SafeText.lines(of: "\(source.name.string): \(error.description)"))
    }
  }

  /// Lets the answer have as many bytes as one about a schedule of this size may have.
  private func bound(
    _ streams: inout OutputStreams, to size: Int, _ result: ScheduleImport.Result
  ) {
    let most = Self.mostBytes(
      ofAnswerAbout: size + result.report.repeatedBytes, records: result.report.records)
    streams.bound(to: max(streams.answer.limit ?? 0, most))
  }

  /// The options of the command line, else the saved ones of the schedule.
  private func options(
    _ saved: ReadingOptions, noting reads: ZoneReads?
  ) throws(Failure) -> ScheduleImport.Options {
    let said = ReadingOptions(
      month: invocation[CommonOption.month], zone: invocation[CommonOption.zone]
    ).filled(from: saved)
    var folders = environment.zoneFolders
    folders.reads = reads
    var options = ScheduleImport.Options(zoneFolders: folders)
    options.month = said.month
    if let name = said.zone {
      options.zone = try Run.zone(name, option: "--zone", folders)
    }
    options.keepsPositions = !notesIssues
    options.prose = prose
    options.moment = Run.roughMoment(invocation, environment)
    return options
  }
}

// MARK: Images

extension ScheduleLoader {
  /// The file with what a saved schedule was read as; nil if the answer needs the import, or if the
  /// command line has options of its own for it.
  private func image(of source: ScheduleSource, _ streams: OutputStreams) -> CacheFile? {
    guard case .saved(let schedule) = source, !schedule.isFormer, !needsImport,
      !streams.presentation.showsDetails,
      invocation[CommonOption.month] == nil, invocation[CommonOption.zone] == nil
    else { return nil }
    return CacheFile(
      .image, of: schedule, madeBy: "\(environment.programVersion) \(ScheduleCache.form)")
  }

  private func restored(
    _ parts: (first: [UInt8], second: [UInt8]), into context: Context
  ) -> ScheduleImport.Result? {
    if parts.first.isEmpty { return nil }
    return ScheduleCache(core: parts.first, prose: parts.second).restore(
      into: context, in: environment.zoneFolders, withProse: prose != .none)
  }

  /// Keeps the image of what was just read; where none can be made, an empty file says so.
  private func keep(
    _ file: CacheFile, of context: Context, _ result: ScheduleImport.Result, _ reads: ZoneReads,
    madeOf copy: [UInt8]
  ) {
    let image = ScheduleCache(of: context, result, reads, in: environment.zoneFolders)
    log.keep(
      (image?.core ?? [], image?.prose ?? []), as: file, madeOf: copy, at: environment.now)
  }
}
