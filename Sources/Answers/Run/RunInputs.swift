package import CommandLine
package import Importer
package import Marks

/// The input that a run reads before its command answers.
package struct RunInputs {
  /// The use of the marks by a command.
  package enum Ratings {
    /// The command does not read them.
    case unread
    /// The command shows them; if they are unreadable, it answers without them and fails.
    case shown
    /// The command needs them; if they are unreadable, it fails with this text before the reason.
    case needed(SafeText)
  }

  /// The schedule.
  package var source: ScheduleSource
  /// The older version for a comparison.
  package var older: ScheduleSource?
  package var ratings = Ratings.shown
  /// True if issues of the import are noted; otherwise they are in the result, with positions.
  package var notesIssues = true
  /// The long texts in the answer, such as abstracts.
  package var prose = ScheduleImport.Prose.all
  /// True if the changes of the import are recorded.
  package var recordsImport = false
  /// True if the answer needs an import, since a cache lacks some of its components.
  package var showsImport = false

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
  /// Creates the inputs of a command whose pages contain no long texts; its records may.
  package init(forTimes invocation: Invocation, _ environment: RunEnvironment) {
    self.init(source: ScheduleSource(invocation, environment.variables))
    prose = invocation.dataForm == nil ? .none : .all
  }

  /// Creates the inputs of a command without long texts; marks are read only for filters.
  package init(forListing invocation: Invocation, _ environment: RunEnvironment) {
    let areNeeded = [FilterOption.mine, FilterOption.hidden].contains { invocation[$0] }
    self.init(
      source: ScheduleSource(invocation, environment.variables),
      ratings: areNeeded ? .shown : .unread, prose: .none)
  }
}
