package import CommandLine
package import Importer
package import Marks

/// The input that a run reads before its command answers.
package struct RunInputs {
  /// How a command uses the ratings in the data folder.
  package enum Ratings {
    /// It does not read them.
    case unread
    /// It shows them; if they cannot be read, it answers without them and the run fails.
    case shown
    /// It needs them; if they cannot be read, there is no answer. The text comes before the reason.
    case needed(SafeText)
  }

  /// The schedule.
  package var source: ScheduleSource
  /// The older version that the schedule is compared with.
  package var older: ScheduleSource?
  /// How the command uses the ratings.
  package var ratings = Ratings.shown
  /// Whether `--at` is the time of a kept thing, and not the time of keeping it.
  package var keepsAtClock = false
  /// Whether issues of the import are noted; else they are kept, with the positions of the records.
  package var notesIssues = true
  /// The long texts that the answer needs, such as abstracts.
  package var prose = ScheduleImport.Prose.all
  /// Whether the changes of the import are recorded.
  package var recordsImport = false
  /// Whether the answer shows what the import knows and no image has, such as all components.
  package var showsImport = false

  package init(
    source: ScheduleSource, older: ScheduleSource? = nil, ratings: Ratings = .shown,
    keepsAtClock: Bool = false, notesIssues: Bool = true, prose: ScheduleImport.Prose = .all,
    recordsImport: Bool = false
  ) {
    self.source = source
    self.older = older
    self.ratings = ratings
    self.keepsAtClock = keepsAtClock
    self.notesIssues = notesIssues
    self.prose = prose
    self.recordsImport = recordsImport
  }
}

extension RunInputs {
  /// The input of a command whose pages show no long text; its records for other programs may.
  package init(forTimes invocation: Invocation, _ environment: RunEnvironment) {
    self.init(source: ScheduleSource(invocation, environment.variables))
    prose = invocation.dataForm == nil ? .none : .all
  }

  /// The input of a command that shows no long text, and no kept data unless a filter needs it.
  package init(forListing invocation: Invocation, _ environment: RunEnvironment) {
    let areNeeded = [FilterOption.mine, FilterOption.hidden].contains { invocation[$0] }
    self.init(
      source: ScheduleSource(invocation, environment.variables),
      ratings: areNeeded ? .shown : .unread, prose: .none)
  }
}
