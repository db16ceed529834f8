import Basics
package import CommandLine
import ECSHistory
import ECSKit
import Importer
import Marks
package import Schedule

/// A run of a command: its input, in particular the schedule, and its output.
///
/// Creating a run reads the schedule and its marks. `ScheduleCommand` creates the run and passes it
/// to the command. Notes about the schedule and the log are printed before the output of the
/// command.
package struct Run {
  package let invocation: Invocation
  let environment: RunEnvironment
  package let schedule: ConferenceSchedule
  let source: ScheduleSource
  /// The source of the older version, or nil if the command compares nothing.
  let older: ScheduleSource?
  let log: RunLog
  let store: MarkStore
  /// The facts about the older version, or nil if the command compares nothing.
  var before: VersionFacts?
  /// The recorded changes of the import, or nil unless the command needs them.
  let history: History?
  let imported: ScheduleImport.Result
  /// The current time, or the time set by `--at`.
  let now: Instant
  /// The display time zone.
  let zone: Zone
  /// True if `zone` differs from the zone of the venue.
  let isForeignZone: Bool
  /// The part of the schedule that matches the filters, including hidden talks.
  private(set) var asked = Selection.all
  /// The part of the schedule that matches the filters.
  ///
  /// Hidden talks are included only if they are requested.
  package private(set) var selection = Selection.all
  /// The reasons why nothing matches the filters; empty if something matches.
  private var whyEmpty: [SafeText] = []
  private(set) var rule = SelectionRule()
  private static let mostKept = 20_000
  var streams: OutputStreams
  /// The status of the run if nothing else fails.
  var status: ExitStatus

  var presentation: Presentation { streams.presentation }
  /// True if the output is for another program.
  var isData: Bool { presentation.data != nil }

  /// Creates a run by loading the schedule and its marks.
  ///
  /// Notes about problems are printed even if loading fails.
  init(
    _ invocation: Invocation, _ inputs: RunInputs, _ environment: RunEnvironment,
    _ streams: inout OutputStreams, log: RunLog
  ) throws(Failure) {
    self.invocation = invocation
    self.environment = environment
    let folders = environment.zoneFolders
    self.log = log
    let isDefault =
      inputs.source == ScheduleSource(invocation, environment.variables)
      && !invocation.operands.contains { $0 == inputs.source.path }
    let origin = isDefault ? ScheduleSource.origin(invocation, environment.variables) : nil
    let source = try Failure.naming(origin) { () throws(Failure) in
      try inputs.source.found(in: log, &streams).resolvedFolder(&streams)
    }
    self.source = source
    older = try inputs.older?.found(in: log, &streams).found(before: source, invocation)
    let context = Context()
    history = inputs.recordsImport ? History(["schedule": context]) : nil
    let loader = ScheduleLoader(
      invocation: invocation, environment: environment, log: log, notesIssues: inputs.notesIssues,
      prose: inputs.prose,
      needsImport: inputs.recordsImport || inputs.showsImport || !inputs.notesIssues)
    if let older {
      let context = Context()
      _ = try loader.load(older, into: context, &streams)
      before = ConferenceSchedule(context).facts
      // Freeing entities takes time. It saves significant memory only for large schedules.
      if context.count < Self.mostKept { environment.keep(context) }
    } else {
      before = nil
    }
    // A usage error is about an option such as --zone, not about the schedule.
    imported = try Failure.naming(origin, except: .usage) { () throws(Failure) in
      try loader.load(source, into: context, &streams)
    }
    history?.cancel()
    // Building indices from a whole schedule is faster than updating them during the import.
    schedule = ConferenceSchedule(context)
    if loader.needsImport { schedule.makeGroups() }
    schedule.walks = environment.walks
    let venue = schedule.zone
    let display = try Self.displayZone(invocation, environment, folders)
    if display != nil, venue.isFloating {
      let line = invocation.source(of: CommonOption.displayZone.definition)
      streams.note(
        """
        \(line.map { "\($0): " } ?? "")--tz is ignored, because the zone of the venue is unknown; \
        set that zone with --zone
        """)
    }
    zone = venue.isFloating ? venue : display ?? venue
    isForeignZone = zone != venue
    let at = invocation.source(of: CommonOption.at.definition)
    now = try Failure.naming(at, except: .usage) { [schedule, zone] () throws(Failure) in
      try Self.moment(invocation, environment, schedule, in: zone)
    }
    store = MarkStore(
      schedule, from: source, log, now: environment.now, by: invocation.command.name)
    status = try Self.load(store, inputs.ratings, &streams)
    if schedule.sessions.isEmpty { streams.note("\(source.name): no sessions yet") }
    self.streams = streams
    noteDetails()
    let reasons: [SafeText]
    let remarks: [SafeText]
    (asked, reasons, rule, remarks) = try filtered(for: inputs)
    selection = invocation[FilterOption.hidden] ? asked : schedule.visible(asked)
    whyEmpty = reasons
    for reason in reasons + remarks { self.streams.note(reason) }
  }
}

extension Run {
  /// Sets the status to `notFound` if the list is empty and `--exit-status` is set.
  mutating func judge(isEmpty: Bool) {
    if isEmpty, invocation[FilterOption.exitStatus], status == .success { status = .notFound }
  }

  /// Outputs entities as records for programs, or as a human-readable page.
  package mutating func answer<Subject>(
    _ entities: [Subject], called kind: SafeText,
    as record: (Subject, RecordContext) -> some Record, _ fill: (inout Page) -> Void
  ) {
    noteIfEmpty(entities, called: kind)
    // A title above an empty list would look like a result.
    if entities.isEmpty, selection.isLimited, !isData { return }
    if isData {
      writeRecords(of: entities, as: record)
    } else {
      var page = Page(self)
      fill(&page)
      streams.write(page.text)
    }
  }

  mutating func writeRecords<Subject>(
    of entities: [Subject], as record: (Subject, RecordContext) -> some Record
  ) {
    let context = RecordContext(self)
    streams.write(entities) { record($0, context) }
  }

  /// Prints a note with the reason if the list is empty.
  mutating func noteIfEmpty<Subject>(_ entities: [Subject], called kind: SafeText) {
    guard entities.isEmpty else { return }
    judge(isEmpty: true)
    if selection.isLimited {
      if whyEmpty.isEmpty { streams.note("nothing matches the filters") }
    } else if !schedule.sessions.isEmpty {
      streams.note("the schedule has no \(kind)")
    }
  }

  mutating func explainEmptyAgenda() {
    guard whyEmpty.isEmpty, selection.isLimited else { return }
    var mine = rule
    mine.isStarred = true
    whyEmpty = [contradiction(mine) ?? "nothing on your agenda matches the filters"]
    for reason in whyEmpty { streams.note(reason) }
  }
}
