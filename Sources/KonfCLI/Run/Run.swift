import ECSKit
import Importer
import Schedule
import TextBasics

/// A run with its schedule: what a command asks and where it answers.
struct Run {
  let invocation: Invocation
  let programme: Programme
  let source: ScheduleSource
  let ratings: RatingStore
  /// What the schedule changed in the older version that it is compared with.
  let changes: ChangeSet?
  /// What was found while the schedule was read.
  let imported: ScheduleImport.Result
  /// The moment that the answer is for.
  let now: Instant
  /// The zone that times are shown in.
  let zone: Zone
  /// Whether that is another zone than the venue's.
  let isForeignZone: Bool
  /// The part of the programme that the command is about.
  private(set) var selection = Selection.all
  /// What was written of filters that find nothing even alone.
  private var whyEmpty: [SafeText] = []
  var streams: OutputStreams
  /// How the run ends if nothing fails.
  var status: ExitStatus

  var presentation: Presentation { streams.presentation }
  var isJSON: Bool { invocation.has(.json) }

  /// Loads the schedule and the ratings; what there is to note is told also if that fails.
  init(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: inout OutputStreams
  ) throws(Failure) {
    self.invocation = invocation
    let folders = environment.zoneFolders
    let source = try ScheduleSource(invocation, environment.variables).resolved(&streams)
    self.source = source
    let context = Context()
    if invocation[.home] == "" {
      throw Failure(.usage, "--home: found \"\"; expected a folder")
    }
    if let older = ScheduleSource(olderIn: invocation) {
      if older == .standardInput, source == .standardInput {
        throw Failure(
          .usage, "diff: OLD and NEW are both the standard input; expected a file for one of them")
      }
      var result = try Self.load(older, into: context, invocation, environment, folders, &streams)
      changes = try context.changes { () throws(Failure) in
        result = try Self.load(source, into: context, invocation, environment, folders, &streams)
      }
      imported = result
    } else {
      changes = nil
      imported = try Self.load(source, into: context, invocation, environment, folders, &streams)
    }
    // Indices that are made of a whole schedule take less time than ones that follow its making.
    programme = Programme(context)
    let venue = programme.zone
    let display = try Self.displayZone(invocation, environment, folders)
    if display != nil, venue.isFloating {
      streams.note("--tz is not used, because nothing says the zone of the venue; --zone does")
    }
    zone = venue.isFloating ? venue : display ?? venue
    isForeignZone = zone != venue
    now = try Self.moment(invocation, environment, folders, in: zone)
    ratings = try RatingStore(programme, invocation, environment, now: now)
    status = try Self.load(ratings, for: invocation, &streams)
    if programme.slots.isEmpty { streams.note("\(source.name): there are no sessions yet") }
    self.streams = streams
    let reasons: [SafeText]
    (selection, reasons) = try filtered()
    whyEmpty = reasons
    for reason in reasons { self.streams.note(reason) }
  }

  /// The most bytes of an answer about a schedule of so many bytes.
  ///
  /// The schedules of conferences give half as much as they have themselves, or half more.
  private static func mostBytes(ofAnswerAbout size: Int) -> Int { (4 << 20) + 3 * size }

  private static func load(
    _ source: ScheduleSource, into context: Context, _ invocation: Invocation,
    _ environment: RunEnvironment,
    _ folders: ZoneFolders, _ streams: inout OutputStreams
  ) throws(Failure) -> ScheduleImport.Result {
    var options = ScheduleImport.Options(zoneFolders: folders)
    if let text = invocation[.month] {
      guard let month = ConferenceMonth(text) else {
        throw Failure(
          .usage, "--month: found \(text.quoted()); expected a year and a month, such as 2015-05")
      }
      options.month = month
    }
    if let name = invocation[.zone] {
      options.zone = try zone(name, option: "--zone", folders)
    }
    let isCheck = invocation.command == "check"
    options.keepsPlaces = isCheck
    options.moment = roughMoment(invocation, environment)
    let bytes = try source.read(environment)
    do {
      let result = try ScheduleImport(options: options).run(bytes, into: context)
      // A check answers with them.
      if isCheck { return result }
      let most = Self.mostBytes(ofAnswerAbout: bytes.count + result.report.repeatedBytes)
      streams.bound(to: max(streams.answer.limit ?? 0, most))
      ImportNotes.writeLosses(of: result.report.issues, source, &streams)
      for note in result.notes { streams.note("\(source.name): \(note.message)") }
      ImportNotes.writeCount(of: result.report.issues, source, &streams)
      return result
    } catch {
      if case .file(.nothingUsable(let issues)) = error.reason {
        ImportNotes.writeLosses(of: issues, source, &streams)
        ImportNotes.writeCancelled(of: issues, source, &streams)
      }
      throw Failure(.badData, SafeText.lines(of: "\(source.name.string): \(error.description)"))
    }
  }
}

extension Run {
  /// Answers with entities or references: as records in JSON, else as the page that the body fills.
  mutating func answer<Subject>(
    _ entities: [Subject], as record: (JSONRecords) -> (Subject) -> JSONOutput,
    _ fill: (inout Page) -> Void
  ) {
    if entities.isEmpty, selection.isLimited {
      if whyEmpty.isEmpty { streams.note("nothing fits what was asked for") }
      // A title above nothing would be counted as an answer.
      if !isJSON { return }
    } else if entities.isEmpty, !programme.slots.isEmpty {
      streams.note("the schedule names no \(invocation.command ?? "sessions")")
    }
    if isJSON {
      streams.write(each: entities, as: record(JSONRecords(self)))
    } else {
      var page = Page(self)
      fill(&page)
      streams.write(page.text)
    }
  }
}
