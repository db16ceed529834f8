import Basics
import CommandLine
import ECSKit
import Importer
import Marks
import Schedule

extension ScheduleUse {
  private struct File {
    let source: ScheduleSource
    let bytes: [UInt8]
    let digits: String
  }

  /// Saves a schedule, makes it the default, and prints its summary or its changes.
  ///
  /// If `name` is nil, a newer version keeps the name of the saved schedule, and a new schedule
  /// gets a name derived from its title. If `isForced` is true, an older version may replace a
  /// newer one.
  ///
  /// - Throws: `Failure` if the schedule cannot be saved. The saved schedules are then unchanged.
  mutating func keep(_ source: ScheduleSource, name: String?, isForced: Bool) throws(Failure) {
    let source = try source.resolvedFolder(&streams)
    let bytes = try source.read(environment, log)
    let file = File(source: source, bytes: bytes, digits: SavedSchedule.digits(of: bytes))
    var related: [String] = []
    let present =
      if let name { saved[name] } else { try version(of: file, related: &related) }
    try keep(file, over: present, related: related, name: name, isForced: isForced)
  }

  /// Saves the previous version of a saved schedule again.
  ///
  /// - Throws: `Failure` if the schedule has no previous version or the file of that version is
  ///   missing. Nothing is then changed.
  mutating func keepPrevious(of schedule: SavedSchedule) throws(Failure) {
    guard let former = schedule.former else {
      throw Failure(
        .notFound, "use: \(schedule.name) has no previous version; nothing was changed",
        "save another version with \(invocation.konf(.folder, "use FILE --name \(schedule.name)"))")
    }
    let bytes = try log.read(former)
    let file = File(source: .saved(former), bytes: bytes, digits: former.digits)
    try keep(file, over: schedule, name: schedule.name, isReturn: true)
  }

  /// Saves a version in place of the current version.
  ///
  /// - Parameters:
  ///   - file: The bytes of the version.
  ///   - present: The current version, or nil for a new schedule.
  ///   - related: The names of schedules that may be earlier versions.
  ///   - name: The name on the command line.
  ///   - isForced: Pass true to let an older version replace a newer one.
  ///   - isReturn: Pass true to return to the previous version. The marks then return to their
  ///     original talks.
  /// - Throws: `Failure` if the version cannot be saved. Nothing is then changed.
  private mutating func keep(
    _ file: File, over present: SavedSchedule?, related: [String] = [], name: String?,
    isForced: Bool = true, isReturn: Bool = false
  ) throws(Failure) {
    let former = try present.flatMap { (present) throws(Failure) in try formerVersion(present) }
    var options = options(over: present)
    let unchanged = streams
    var run = try read(file, options)
    if let former {
      let kept = self.options(options, of: file, run, from: former)
      if kept.options != options {
        options = kept.options
        streams = unchanged
        run = try read(file, options)
      }
      if let doubt = kept.doubt { streams.note(doubt) }
    }
    if run.schedule.sessions.isEmpty {
      throw Failure(
        .badData, "use: \(file.source.name) has no sessions; nothing was changed")
    }
    let schedule = SavedSchedule(
      name: try self.name(run, given: name ?? present?.name), digits: file.digits,
      size: file.bytes.count, options: options, formerDigits: nil)
    if let present, !isForced {
      try refuseCut(present, run)
      try refuseOlder(present, former, file, run)
    }
    let change = former.map { VersionChange($0.store, to: run.store, isReturn: isReturn) }
    let keeping = ScheduleSaving(
      schedule, run.store, change, address: invocation[UseCommand.url])
    try log.keep(keeping, file.bytes, at: environment.now, by: UseCommand.name)
    streams.isChangeKept = true
    noteVariable()
    if let change, change.comparison.relationship == .none {
      streams.note(
        "the file has no session in common with the schedule previously saved under this name")
    }
    for name in related where name != schedule.name {
      let path = file.source.path?.shellWord ?? "FILE"
      let use = invocation.konf(.folder, "use \(path) --name \(name)")
      streams.note("if the file is a newer version of \(name), run: \(use)")
    }
    let isSame = present?.digits == file.digits
    let news = change.map { $0.news(run, since: former?.zone ?? run.zone, isSameFile: isSame) }
    if let moved = change?.movedAppointments.count, moved > 0 {
      let count = SafeText.counted(moved, "appointment", "appointments")
      let keeping: SafeText = moved == 1 ? "keeps its local time" : "keep their local times"
      streams.note("\(count) \(keeping), like the talks")
    }
    write(
      SavedScheduleRecord(
        name: schedule.name, event: isSame ? .unchanged : news == nil ? .kept : .refreshed,
        summary: ScheduleSummary(run), isDefault: true,
        file: log.path(of: schedule), news: news))
  }

  private mutating func read(
    _ file: File, _ options: ReadingOptions
  ) throws(Failure) -> Run {
    let inputs = RunInputs(source: .read(file.source, file.bytes, options), ratings: .unread)
    let run = try Run(invocation, inputs, environment, &streams, log: log)
    streams = run.streams
    return run
  }

  /// Returns the options for reading a file, completed from the previous version.
  ///
  /// A missing title is always taken from that version. A missing zone is taken only if at least
  /// half of the talks in both versions then have the same start.
  ///
  /// - Returns: The options, and a note if the zone was not used but may be correct.
  private func options(
    _ options: ReadingOptions, of file: File, _ run: Run, from former: Run
  ) -> (options: ReadingOptions, doubt: SafeText?) {
    var kept = options
    let zone = former.schedule.zone
    let lacksTitle = run.schedule.title == nil && former.schedule.title != nil
    let lacksZone =
      zone != run.schedule.zone && !zone.isFloating
      && run.imported.notes.contains { $0 == .zoneMissing || $0 == .zoneMissingInUTC }
      && (try? Zone(named: zone.name, in: environment.zoneFolders)) == zone
    if lacksZone { kept.zone = zone.name }
    guard lacksTitle || lacksZone,
      let comparison = quietRun(.read(file.source, file.bytes, kept))?.schedule
        .comparison(since: former.schedule.facts), !comparison.pairing.pairs.isEmpty
    else { return (options, nil) }
    if lacksTitle { kept.title = former.schedule.title }
    let unmoved = comparison.pairing.pairs.count { pair in
      let start = comparison.older[pair.old].timeAndPlace?.start
      return start != nil && start == comparison.newer[pair.new].timeAndPlace?.start
    }
    if !lacksZone || unmoved > 0 && 2 * unmoved >= comparison.pairing.pairs.count {
      return (kept, nil)
    }
    kept.zone = options.zone
    return (
      kept,
      """
      \(file.source.name) does not name a zone, and most talks would change their times in \
      \(zone.name), the previous zone; use --zone \(zone.name) to keep that zone
      """
    )
  }

  /// Returns the options of the command line.
  ///
  /// Missing values are taken from the previous version.
  private func options(over former: SavedSchedule?) -> ReadingOptions {
    ReadingOptions(
      month: invocation[CommonOption.month], zone: invocation[CommonOption.zone]
    ).filled(from: former?.options)
  }

  // MARK: The previous version

  /// Finds the saved schedule that a file updates.
  ///
  /// If several schedules match, a schedule that has or had a version with the same bytes is
  /// preferred, and then the default. `related` receives the names of schedules that have something
  /// in common with the file but may belong to another conference.
  ///
  /// - Returns: The schedule, or nil if none matches for certain.
  /// - Throws: `Failure` if the file of a schedule cannot be read.
  private func version(
    of file: File, related: inout [String]
  ) throws(Failure) -> SavedSchedule? {
    let all =
      [saved.standard].compactMap(\.self)
      + saved.all.filter { $0 != saved.standard }
    let known =
      all.first { $0.digits == file.digits }
      ?? all.first { saved.time(ofVersionBefore: $0, file.digits) != nil }
    if let known { return known }
    var read: (options: ReadingOptions, facts: Run)?
    for schedule in all {
      if let problem = log.problem(of: schedule) { try refuseUnreadable(schedule, problem) }
      let options = options(over: schedule)
      if read?.options != options {
        read = quietRun(.read(file.source, file.bytes, options)).map { (options, $0) }
      }
      guard let newer = read?.facts,
        let former = quietRun(.saved(schedule))
      else { continue }
      let comparison = newer.schedule.comparison(
        since: former.schedule.facts,
        cancelledCount: newer.imported.report.issues.count { $0.kind == .cancelled })
      switch comparison.relationship {
      case .version: return schedule
      case .related: related.append(schedule.name)
      case .none: break
      }
    }
    return nil
  }

  /// Reads a schedule without printing notes, and returns the run.
  ///
  /// The result is nil if the schedule cannot be read. Such a schedule does not count as an earlier
  /// version.
  private func quietRun(_ source: ScheduleSource) -> Run? {
    var quiet = OutputStreams(streams.presentation)
    let inputs = RunInputs(source: source, ratings: .unread)
    return try? Run(invocation, inputs, environment, &quiet, log: log)
  }

  /// Reads and returns the previous version with its saved marks.
  ///
  /// If the file of that version is missing or damaged, the function prints a note and returns nil.
  ///
  /// - Throws: `Failure` if the system cannot read the file, because the marks could then not be
  ///   carried over to the new version.
  private mutating func formerVersion(_ schedule: SavedSchedule) throws(Failure) -> Run? {
    if let problem = log.problem(of: schedule) {
      try refuseUnreadable(schedule, problem)
      streams.note(
        "\(schedule.words): \(problem.description); nothing to compare with")
      return nil
    }
    var quiet = OutputStreams(streams.presentation)
    let inputs = RunInputs(source: .saved(schedule))
    // The options of the command line are for the new version.
    let invocation = invocation.withoutGiven(UseCommand.optionsOfFiles)
    do throws(Failure) {
      return try Run(invocation, inputs, environment, &quiet, log: log)
    } catch {
      // Another version of konf may have saved a file that this version cannot read.
      guard error.status == .badData else { throw error }
      streams.note("\(error.messages.first ?? schedule.words); nothing to compare with")
      return nil
    }
  }

  private func refuseUnreadable(
    _ schedule: SavedSchedule, _ problem: SavedSchedule.Problem
  ) throws(Failure) {
    guard case .unreadable = problem else { return }
    throw Failure(
      problem.status, "use: nothing was changed: \(schedule.words): \(problem.description)")
  }

  /// Throws an error if a calendar is truncated.
  ///
  /// The missing talks would count as cancelled.
  private func refuseCut(_ former: SavedSchedule, _ run: Run) throws(Failure) {
    guard let cut = run.imported.report.cut else { return }
    throw Failure(
      .badData, "use: \(run.source.name) is incomplete: \(cut.description); nothing was changed",
      "download the whole file again, or save this file as \(former.name) anyway with --force")
  }

  /// Throws an error if a file is older than the saved version.
  ///
  /// A file is older if a saved version has already replaced it, or if it states an older version.
  /// A file for the next year is never older than a file for this year.
  private func refuseOlder(
    _ former: SavedSchedule, _ formerRun: Run?, _ file: File, _ run: Run
  ) throws(Failure) {
    let reason: SafeText
    let present = formerRun?.schedule.context[ScheduleVersion.self]
    let version = run.schedule.context[ScheduleVersion.self]
    if let time = saved.time(ofVersionBefore: former, file.digits) {
      let date = Zone.utc.civil(at: Instant(secondsSince1970: time)).date
      reason = "it was saved as \(former.name) on \(date.iso8601) and later replaced"
    } else if let formerRun, let present, let version, version.isOlder(than: present),
      let stamp = version.stamp, let newer = present.stamp,
      run.schedule.comparison(since: formerRun.schedule.facts).relationship == .version
    {
      reason = "its version is \(stamp.text), and \(former.name) has version \(newer.text)"
    } else {
      return
    }
    throw Failure(
      .usage, "use: \(run.source.name) is an older version: \(reason)",
      "use --force to save it anyway")
  }

  /// Returns the given name, or a name derived from the acronym or the title.
  ///
  /// If acronym and title contain no character that is valid in a name, the name of the file is
  /// used. If another schedule already has the name, the year is appended, or the year and the
  /// month.
  private func name(_ run: Run, given: String?) throws(Failure) -> String {
    if let given { return given }
    let titles = [run.schedule.context[Acronym.self]?.text, run.schedule.title].compactMap(\.self)
    let stem = run.source.fileStem
    guard let words = titles.last ?? stem else {
      throw Failure(
        .usage, "use: the schedule has no title to use as a name; choose a name with --name NAME")
    }
    var names = titles.compactMap(SavedSchedule.name(madeOf:))
    if names.isEmpty, let name = stem.flatMap(SavedSchedule.name(madeOf:)) { names = [name] }
    guard let first = names.first else {
      let source: SafeText = titles.isEmpty ? "file name" : "title"
      throw Failure(
        .usage,
        """
        use: cannot make a name from the \(source) \(words.quoted()); choose one with --name \
        NAME
        """
      )
    }
    // The next edition usually has the same title.
    if let start = run.schedule.sessions.compactMap({ $0[Timing.self]?.start }).min() {
      let date = run.zone.civil(at: start).date.iso8601
      names += [4, 7].map { "\(first)-\(date.prefix($0))" }
    }
    guard let free = names.first(where: { saved[$0] == nil }) else {
      throw Failure(
        .usage, "use: another schedule is called \(first); choose another name with --name NAME")
    }
    return free
  }
}
