import CommandLine
import ECSKit
import Importer
import Marks
import Schedule

/// A loader that reads a schedule into a context, with the options of a command line.
///
/// `Run` creates a loader. A saved schedule is restored from its cache if possible. Otherwise the
/// loader imports the schedule and writes the cache. The output must be the same in both cases.
struct ScheduleLoader {
  let invocation: Invocation
  let environment: RunEnvironment
  let log: RunLog
  /// True if the loader prints notes about issues; otherwise the result contains the issues.
  let notesIssues: Bool
  let prose: ScheduleImport.Prose
  /// True if the command needs details of the import that a cache lacks.
  let needsImport: Bool

  /// Returns the maximum size of the output for a schedule of a given size.
  ///
  /// For real conferences, the output is 0.5 to 1.5 times as large as the schedule. But an event
  /// with only a title and a time can take 70 bytes in the file and 440 bytes of JSON in the
  /// output.
  private static func mostBytes(ofAnswerAbout size: Int, records: Int) -> Int {
    (4 << 20) + 3 * size + 400 * records
  }

  /// Reads a schedule, prints notes about its problems, and returns the result of the import.
  ///
  /// - Throws: `Failure` if the schedule cannot be read or contains nothing usable.
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
    if let image, let parts = log.parts(of: image, withSecond: prose != .none, at: environment.now)
    {
      if let result = restored(parts, of: source, into: context) {
        bound(&streams, to: image.schedule.size ?? 0, result)
        return result
      }
      // An empty cache means that the schedule cannot be cached. Any other unusable cache is
      // replaced.
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
      // Notes about the issues of a saved schedule were already printed when it was saved.
      if source.savedName != nil, !streams.presentation.showsDetails { return result }
      ImportNotes.writeLosses(of: result.report.issues, source, &streams)
      for note in result.notes { streams.note("\(source.name): \(note.message)") }
      ImportNotes.writeCount(of: result.report.issues, source, invocation, &streams)
      return result
    } catch {
      if case .nothingUsable(let issues) = error {
        ImportNotes.writeLosses(of: issues, source, &streams)
        ImportNotes.writeCount(
          of: issues.filter { $0.kind == .cancelled }, source, invocation, &streams)
      }
      let status =
        if case .unreadableZoneFile = error { ExitStatus.inputOutput } else { ExitStatus.badData }
      throw Failure(status, SafeText.lines(of: "\(source.name.string): \(error.description)"))
    }
  }

  private func bound(
    _ streams: inout OutputStreams, to size: Int, _ result: ScheduleImport.Result
  ) {
    let most = Self.mostBytes(
      ofAnswerAbout: size + result.report.repeatedBytes, records: result.report.records)
    streams.bound(to: max(streams.answer.limit ?? 0, most))
  }

  /// Returns the import options of the command line.
  ///
  /// Options that are not set are taken from the saved schedule.
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

// MARK: Cache

extension ScheduleLoader {
  /// Returns the cache of a saved schedule.
  ///
  /// The result is nil if the command needs an import, or if an option changes how the file is
  /// read.
  private func image(of source: ScheduleSource, _ streams: OutputStreams) -> CacheFile? {
    guard case .saved(let schedule) = source, !schedule.isFormer, !needsImport,
      !streams.presentation.showsDetails,
      invocation[CommonOption.month] == nil, invocation[CommonOption.zone] == nil
    else { return nil }
    return CacheFile(
      .image, of: schedule, madeBy: "\(environment.programVersion) \(ScheduleCache.form)")
  }

  private func restored(
    _ parts: CacheFile.Parts, of source: ScheduleSource, into context: Context
  ) -> ScheduleImport.Result? {
    if parts.first.isEmpty { return nil }
    return ScheduleCache(core: parts.first, prose: parts.second).restore(
      into: context, in: environment.zoneFolders, withProse: prose != .none
    ) {
      let context = Context()
      guard let bytes = try? source.read(environment, log),
        let options = try? options(source.options, noting: nil),
        (try? ScheduleImport(options: options).run(bytes, into: context)) != nil
      else { return nil }
      return context
    }
  }

  /// Saves the cache of a new import.
  ///
  /// If the schedule cannot be cached, an empty file is saved.
  private func keep(
    _ file: CacheFile, of context: Context, _ result: ScheduleImport.Result, _ reads: ZoneReads,
    madeOf copy: [UInt8]
  ) {
    let image = ScheduleCache(of: context, result, reads, in: environment.zoneFolders)
    log.keep(
      CacheFile.Parts(image?.core ?? [], image?.prose ?? []), as: file, madeOf: copy,
      at: environment.now)
  }
}
