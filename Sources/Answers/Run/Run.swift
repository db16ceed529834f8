package import CommandLine
package import ECSHistory
import ECSKit
package import Importer
package import Marks
package import Schedule
import TextBasics

/// A run with its schedule: the input of a command and the output for its answer.
package struct Run {
  package let invocation: Invocation
  package let environment: RunEnvironment
  package let schedule: ConferenceSchedule
  package let source: ScheduleSource
  /// The older version that the schedule is compared with.
  package let older: ScheduleSource?
  package let log: RunLog
  /// What the log keeps about the schedule.
  package let store: MarkStore
  /// The facts about the older version with which the schedule is compared.
  package var before: VersionFacts?
  /// What the import did, if the command asks for it.
  package let history: History?
  /// The issues that were found while the schedule was read.
  package let imported: ScheduleImport.Result
  /// The moment that the answer is for.
  package let now: Instant
  /// The zone that times are shown in.
  package let zone: Zone
  /// Whether that is another zone than the venue's.
  let isForeignZone: Bool
  /// The part of the schedule that the filters ask for, with what is hidden.
  package private(set) var asked = Selection.all
  /// The part of the schedule that the command is about.
  package private(set) var selection = Selection.all
  /// The notes about filters that find nothing even alone.
  private var whyEmpty: [SafeText] = []
  /// What the filters ask for.
  package private(set) var rule = SelectionRule()
  /// The most entities of an older version that stay in memory until the process ends.
  private static let mostKept = 20_000
  package var streams: OutputStreams
  /// How the run ends if nothing fails.
  package var status: ExitStatus

  package var presentation: Presentation { streams.presentation }
  /// Whether another program reads the answer.
  package var isData: Bool { presentation.data != nil }

  /// Loads the schedule and the ratings, and notes their problems, also if that fails.
  package init(
    _ invocation: Invocation, _ inputs: RunInputs, _ environment: RunEnvironment,
    _ streams: inout OutputStreams, log: RunLog
  ) throws(Failure) {
    self.invocation = invocation
    self.environment = environment
    let folders = environment.zoneFolders
    self.log = log
    let source = try inputs.source.found(in: log, &streams).resolvedFolder(&streams)
    self.source = source
    older = try inputs.older?.found(in: log, &streams).found(before: source)
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
      // Freeing it entity by entity takes time, and memory matters only if there are many.
      if context.count < Self.mostKept { environment.keep(context) }
    } else {
      before = nil
    }
    imported = try loader.load(source, into: context, &streams)
    history?.stop()
    // Indices that are made from a whole schedule take less time than indices that follow its
    // import.
    schedule = ConferenceSchedule(context)
    let venue = schedule.zone
    let display = try Self.displayZone(invocation, environment, folders)
    if display != nil, venue.isFloating {
      streams.note(
        "--tz is ignored, because the zone of the venue is unknown; set that zone with --zone")
    }
    zone = venue.isFloating ? venue : display ?? venue
    isForeignZone = zone != venue
    now = try Self.moment(invocation, environment, schedule, in: zone)
    store = MarkStore(
      schedule, from: source, log, now: inputs.keepsAtClock ? environment.now : now,
      by: invocation.command.name)
    status = try Self.load(store, inputs.ratings, &streams)
    if schedule.sessions.isEmpty { streams.note("\(source.name): no sessions yet") }
    self.streams = streams
    noteDetails()
    let reasons: [SafeText]
    (asked, reasons, rule) = try filtered()
    selection = invocation[FilterOption.hidden] ? asked : schedule.visible(asked)
    whyEmpty = reasons
    for reason in reasons { self.streams.note(reason) }
  }
}

extension Run {
  /// Ends the run with `notFound` for an empty answer, if `--exit-status` asks for it.
  package mutating func judge(isEmpty: Bool) {
    if isEmpty, invocation[FilterOption.exitStatus], status == .success { status = .notFound }
  }

  /// Answers with entities or references: as records for programs, else as a page.
  ///
  /// - Parameters:
  ///   - entities: What there is to show.
  ///   - kind: The word for such things, in the plural.
  ///   - record: Makes the record of one of them.
  ///   - fill: Fills the page.
  package mutating func answer<Subject>(
    _ entities: [Subject], called kind: SafeText,
    as record: (Subject, RecordContext) -> some Record, _ fill: (inout Page) -> Void
  ) {
    noteIfEmpty(entities, called: kind)
    // A title above an empty list would count as an answer.
    if entities.isEmpty, selection.isLimited, !isData { return }
    if isData {
      writeRecords(of: entities, as: record)
    } else {
      var page = Page(self)
      fill(&page)
      streams.write(page.text)
    }
  }

  /// Answers with entities or references as records.
  ///
  /// - Parameters:
  ///   - entities: What there is to show.
  ///   - record: Makes the record of one of them.
  package mutating func writeRecords<Subject>(
    of entities: [Subject], as record: (Subject, RecordContext) -> some Record
  ) {
    let context = RecordContext(self)
    streams.write(entities) { record($0, context) }
  }

  /// Notes why there is nothing to show, if the answer is empty.
  ///
  /// - Parameters:
  ///   - entities: What there is to show.
  ///   - kind: The word for such things, in the plural.
  package mutating func noteIfEmpty<Subject>(_ entities: [Subject], called kind: SafeText) {
    guard entities.isEmpty else { return }
    judge(isEmpty: true)
    if selection.isLimited {
      if whyEmpty.isEmpty { streams.note("nothing matches the filters") }
    } else if !schedule.sessions.isEmpty {
      streams.note("the schedule names no \(kind)")
    }
  }

  /// Notes why filters find nothing that is mine, though they may find something else.
  package mutating func explainEmptyAgenda() {
    guard whyEmpty.isEmpty, selection.isLimited else { return }
    var mine = rule
    mine.isStarred = true
    whyEmpty = [contradiction(mine) ?? "nothing on your agenda matches the filters"]
    for reason in whyEmpty { streams.note(reason) }
  }
}
