import CommandLine

/// The input that a run reads before its command answers.
struct RunInputs {
  /// How a command uses the ratings in the data folder.
  enum Ratings {
    /// It does not read them.
    case unread
    /// It shows them; if they cannot be read, it answers without them and the run fails.
    case shown
    /// It needs them; if they cannot be read, there is no answer. The text comes before the reason.
    case needed(SafeText)
  }

  /// The schedule.
  var source: ScheduleSource
  /// The older version that the schedule is compared with.
  var older: ScheduleSource?
  /// How the command uses the ratings.
  var ratings = Ratings.shown
  /// Whether `--at` is the time of a kept thing, and not the time of keeping it.
  var keepsAtClock = false
  /// Whether issues of the import are noted; else they are kept, with the positions of the records.
  var notesIssues = true
  /// Whether the answer may show long texts, such as abstracts; else they are not read.
  var needsProse = true
  /// Whether the changes of the import are recorded.
  var recordsImport = false
}

extension RunInputs {
  /// The input of a command whose pages show no long text; its records for other programs may.
  init(forTimes invocation: Invocation, _ environment: RunEnvironment) {
    self.init(source: ScheduleSource(invocation, environment.variables))
    needsProse = CommonOption.dataForms.contains { invocation.has($0) }
  }

  /// The input of a command that shows no kept data, unless a filter needs it.
  init(forListing invocation: Invocation, _ environment: RunEnvironment) {
    let areNeeded = [FilterOption.mine, FilterOption.hidden].contains { invocation[$0] }
    self.init(
      source: ScheduleSource(invocation, environment.variables),
      ratings: areNeeded ? .shown : .unread)
  }
}
