package import CommandLine
package import Importer
package import Marks

/// The inputs that a run reads before its command is called.
package struct RunInputs {
  package enum Ratings {
    case unread
    /// The command shows marks if konf can read them.
    ///
    /// Otherwise, the output lacks marks, and the exit status of the command is a failure.
    case shown
    /// The command requires marks.
    ///
    /// If konf cannot read the marks, there is no output. The error message begins with the
    /// associated phrase.
    case needed(SafeText)
  }

  var source: ScheduleSource
  /// The source of the older version, or nil if the command compares nothing.
  var older: ScheduleSource?
  var ratings = Ratings.shown
  /// True if the run prints notes about import issues.
  ///
  /// Otherwise, the result of the import contains the issues, with positions.
  var notesIssues = true
  /// The long text that the output contains, such as abstracts.
  var prose = ScheduleImport.Prose.all
  var recordsImport = false
  /// True if the command needs an import instead of a cache.
  ///
  /// Caches lack some components.
  var showsImport = false
  /// True if the filters always apply to appointments; false if they do so only with `--mine`.
  var filtersAppointments = false

  package init(
    source: ScheduleSource, older: ScheduleSource? = nil, ratings: Ratings = .shown,
    notesIssues: Bool = true, prose: ScheduleImport.Prose = .all, recordsImport: Bool = false
  ) {
    self.source = source
    self.older = older
    self.ratings = ratings
    self.notesIssues = notesIssues
    self.prose = prose
    self.recordsImport = recordsImport
  }
}

extension RunInputs {
  /// Creates the inputs of a command whose pages contain no long text.
  ///
  /// The records of the command may contain long text.
  init(forTimes invocation: Invocation, _ environment: RunEnvironment) {
    self.init(source: ScheduleSource(invocation, environment.variables))
    prose = invocation.dataForm == nil ? .none : .all
  }

  /// Creates the inputs of a command whose pages and records contain no long text.
  ///
  /// Marks are read, because hidden talks do not count.
  init(forListing invocation: Invocation, _ environment: RunEnvironment) {
    self.init(source: ScheduleSource(invocation, environment.variables), prose: .none)
  }
}
