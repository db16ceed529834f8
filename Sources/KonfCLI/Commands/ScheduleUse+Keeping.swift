import ECSKit
import ECSStore
import Importer
import Schedule
import TextBasics

/// Keeping a copy of a schedule, as a new one or in the place of a version before.
extension ScheduleUse {
  /// The longest time between the beginnings of two versions that are found to be of one schedule;
  /// conferences come again after a year.
  private static let longestDelay = Duration.seconds(183 * 86_400)

  /// Keeps a schedule, makes it the default, and answers with what it is or what it changed.
  ///
  /// - Parameters:
  ///   - source: Where the schedule comes from.
  ///   - name: The name to remember it by; nil for that of the schedule that it is a version of, else
  ///     one that is made of the title.
  ///   - isForced: Whether an older version may take the place of a newer one.
  /// - Throws: `Failure`; what is remembered is then what it was.
  mutating func keep(_ source: ScheduleSource, name: String?, isForced: Bool) throws(Failure) {
    let source = try source.resolvedFolder(&streams)
    let bytes = try source.read(environment, log)
    let digits = RememberedSchedule.digits(of: bytes)
    let former = name.map { remembered[$0] } ?? version(of: source, bytes, digits)
    let options = ReadingOptions(
      month: invocation[CommonOption.month], zone: invocation[CommonOption.zone]
    ).filled(from: former?.options)
    let fresh = ScheduleSource.read(source, bytes, options)
    let older = readable(former).map(ScheduleSource.remembered)
    let inputs = RunInputs(source: fresh, older: older, ratings: .unread)
    let run = try Run(invocation, inputs, environment, &streams, log: log)
    streams = run.streams
    if run.schedule.sessions.isEmpty {
      throw Failure(
        .badData, "use: \(source.name) has no sessions; nothing was changed")
    }
    let schedule = RememberedSchedule(
      name: try self.name(run, given: name ?? former?.name), digits: digits, size: bytes.count,
      options: options, formerDigits: nil)
    if let former, !isForced { try refuseOlder(former, source, bytes, digits, run) }
    let news = try news(run)
    try append((schedule.fileName, bytes)) { now in Self.changes(schedule, now) }
    noteVariable()
    let isSame = former?.digits == digits
    write(
      RememberedRecord(
        name: schedule.name, event: isSame ? .unchanged : news == nil ? .kept : .refreshed,
        summary: ScheduleSummary(run), isDefault: true,
        file: files.path(of: schedule.fileName), news: news))
  }

  /// The changes that remember a version and make it the default; none for what is so already.
  private static func changes(
    _ schedule: RememberedSchedule, _ now: RememberedSchedules
  ) -> [LogChange] {
    let present = now[schedule.name]
    let isSame = present?.digits == schedule.digits
    let version = RememberedSchedule(
      name: schedule.name, digits: schedule.digits, size: schedule.size, options: schedule.options,
      formerDigits: isSame ? present?.formerDigits : present?.digits)
    return (version == present ? [] : [version.change])
      + (now.standard?.name == schedule.name
        ? [] : [RememberedSchedules.change(toDefault: schedule.name)])
  }

  // MARK: The version before

  /// Returns the remembered schedule that a file is a version of: the same bytes, or sessions in
  /// common that begin within half a year; of several, the default.
  private func version(
    of source: ScheduleSource, _ bytes: [UInt8], _ digits: String
  ) -> RememberedSchedule? {
    let all =
      [remembered.standard].compactMap(\.self)
      + remembered.all.filter { $0 != remembered.standard }
    return all.first { $0.digits == digits } ?? all.first { isVersion(of: $0, source, bytes) }
  }

  private func isVersion(
    of schedule: RememberedSchedule, _ source: ScheduleSource, _ bytes: [UInt8]
  ) -> Bool {
    var quiet = OutputStreams(streams.presentation)
    do {
      let inputs = RunInputs(source: .remembered(schedule), ratings: .unread)
      let former = try Run(invocation, inputs, environment, &quiet, log: log)
      let options = schedule.options
      let run = try Run(
        invocation,
        RunInputs(
          source: .read(source, bytes, options), older: .remembered(schedule), ratings: .unread),
        environment, &quiet, log: log)
      guard let before = run.before, !former.schedule.sessions.isEmpty,
        run.schedule.comparison(since: before).isOfOneSchedule
      else { return false }
      guard let one = former.schedule.opening?[Timing.self]?.start,
        let other = run.schedule.opening?[Timing.self]?.start
      else { return true }
      return max(one, other).duration(to: min(one, other)) > .zero - Self.longestDelay
    } catch {
      // What cannot be read is a version of nothing; if it is the new one, the next try says why.
      return false
    }
  }

  /// Returns a schedule whose copy is sound; else nil, with a note.
  private mutating func readable(_ schedule: RememberedSchedule?) -> RememberedSchedule? {
    guard let schedule else { return nil }
    do throws(RememberedSchedule.Problem) {
      _ = try schedule.read(files)
      return schedule
    } catch {
      streams.note(
        "\(schedule.words): \(error.description); there is nothing to compare with")
      return nil
    }
  }

  /// Refuses a file that a newer one took the place of, or that says itself that it is older than
  /// what is remembered; next year's first version is no older one of this year's.
  private func refuseOlder(
    _ former: RememberedSchedule, _ source: ScheduleSource, _ bytes: [UInt8], _ digits: String,
    _ run: Run
  ) throws(Failure) {
    let reason: SafeText
    if let time = remembered.time(ofVersionBefore: former, digits) {
      let date = Zone.utc.civil(at: Instant(secondsSince1970: time)).date
      reason = "it was kept as \(former.name) on \(date.iso8601), and a newer one replaced it"
    } else if let newer = run.imported.newerVersion?.stamp,
      let version = run.schedule.context[ScheduleVersion.self]?.stamp,
      isVersion(of: former, source, bytes)
    {
      reason = "it is of version \(version.text), and \(former.name) of version \(newer.text)"
    } else {
      return
    }
    throw Failure(
      .usage, "use: \(run.source.name) is an older version: \(reason)",
      "--force keeps it all the same")
  }

  /// Returns what a version changed; nil if there is nothing to compare it with.
  private mutating func news(_ run: Run) throws(Failure) -> ScheduleNews? {
    guard let before = run.before else { return nil }
    let comparison = run.schedule.comparison(since: before)
    guard comparison.isOfOneSchedule else {
      streams.note("it has no session in common with the schedule that had the name before")
      return nil
    }
    // The log was read before; that what it keeps is set on entities is no change of the file.
    do throws(StoreError) { try run.kept.load(&streams) } catch {}
    return try run.news(of: comparison)
  }

  /// Returns the name that is given, else one that is made of the title.
  private func name(_ run: Run, given: String?) throws(Failure) -> String {
    if let given { return given }
    let title = run.schedule.title
    guard let words = title ?? run.source.fileStem else {
      throw Failure(
        .usage, "use: the schedule has no title to make a name of; --name NAME gives one")
    }
    guard let name = RememberedSchedule.name(madeOf: words) else {
      let source: SafeText = title == nil ? "file name" : "title"
      throw Failure(
        .usage, "use: no name can be made of the \(source) \(words.quoted()); --name NAME gives one"
      )
    }
    guard remembered[name] == nil else {
      throw Failure(
        .usage, "use: another schedule is called \(name); --name NAME gives this one its own name")
    }
    return name
  }
}
