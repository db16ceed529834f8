/// What a run reads before its command answers.
struct RunInputs {
  /// What a command does with the ratings in the data folder.
  enum Ratings {
    /// It does not read them.
    case unread
    /// It shows them; if they cannot be read, it answers without them and the run fails.
    case shown
    /// It needs them; if they cannot be read, there is no answer. The text stands before the reason.
    case needed(SafeText)
  }

  /// The schedule.
  var source: ScheduleSource
  /// The older version that the schedule is compared with.
  var older: ScheduleSource?
  /// What the command does with the ratings.
  var ratings = Ratings.shown
  /// Whether `--at` says when something is that is kept, and not when it is kept.
  var keepsAtClock = false
  /// Whether issues of the import are noted; else they are kept, with the places of the records.
  var notesIssues = true
  /// Whether the answer may show long texts, such as abstracts; else they are not read.
  var needsProse = true
  /// Whether what the import does is recorded.
  var recordsImport = false
}

extension RunInputs {
  /// What a command reads whose pages show no long text; its records for other programs may.
  init(forTimes invocation: Invocation, _ environment: RunEnvironment) {
    self.init(source: ScheduleSource(invocation, environment.variables))
    needsProse = CommonOption.dataForms.contains { invocation.has($0) }
  }

  /// What a command reads that shows nothing of what is kept, unless a filter asks for it.
  init(forListing invocation: Invocation, _ environment: RunEnvironment) {
    let areNeeded = [FilterOption.mine, FilterOption.hidden].contains { invocation[$0] }
    self.init(
      source: ScheduleSource(invocation, environment.variables),
      ratings: areNeeded ? .shown : .unread)
  }
}
