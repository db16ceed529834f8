/// Something that users expect of konf, and the tests that hold it to that.
struct Habit {
  /// What konf does.
  let words: String
  /// Each is a file of tests and a function in it, as in `HelpTests.unknown`, or a script and a text in
  /// it, as in `Tests/Benchmarks/check-runs: konf timeline`.
  let tests: [String]

  init(_ words: String, _ tests: String...) {
    self.words = words
    self.tests = tests
  }

  /// What a good program for the command line does.
  static let commandLine: [Habit] = [
    // Help and discovery.
    Habit("alone it gives a useful screen, and never waits", "ProgramTests.alone"),
    Habit("--help is an answer on the standard output", "ProgramTests.help"),
    Habit("-h is short and --help long", "HelpTests.lengths"),
    Habit("help COMMAND is COMMAND --help", "HelpTests.lengths"),
    Habit(
      "help with an unknown word fails and says so", "HelpTests.unknown", "ProgramTests.errors"),
    Habit("help has examples that work", "HelpTests.examples"),
    Habit("topics explain exit codes, variables and formats", "HelpTests.topics"),
    Habit("--version ends with 0 and begins with the number", "ProgramTests.help"),
    Habit("manual pages are without faults", "ManualTests.mandoc"),
    Habit("bash, zsh and fish complete words", "CompletionTests.scripts", "CompletionTests.shells"),
    Habit(
      "completion knows ids, names and fields", "CompletionTests.values", "CompletionTests.titles"),
    Habit("an unknown shell is answered with the known ones", "CompletionTests.unknownShell"),
    Habit("it describes itself to programs", "HelpTests.groups", "SchemaTests.entries"),
    // Errors.
    Habit("a wrong line has a status and no answer", "ProgramTests.errors"),
    Habit("an unknown command has a suggestion", "ParsingTests.refused"),
    Habit("an unknown option has a suggestion", "ParsingTests.refused"),
    Habit("a wrong value is answered with the right ones", "ParsingTests.refused"),
    Habit("a missing word is named", "ParsingTests.refused"),
    Habit("a word too many is refused and quoted", "ParsingTests.refused"),
    Habit("an error is five lines at most, with the next step", "ProgramTests.errors"),
    Habit("typed text forges no line and no escape", "HostileTextTests.arguments"),
    Habit("no failure is a dump of the program", "ProgramTests.errors", "FailureTests.told"),
    Habit("wrong lines and failed runs differ in status", "OutputStreamsTests.statuses"),
    Habit("nothing found can be asked for as a status", "MarkTests.exitStatus"),
    Habit("exit codes are documented", "HelpTests.topics"),
    Habit("failures about files name path and reason", "FailureTests.told"),
    // Output.
    Habit(
      "a pipe gets another layout than a terminal", "ProgramTests.pipe", "DataFormatTests.forms"),
    Habit("answers come as JSON", "SchemaTests.answers"),
    Habit("fields can be listed and picked", "DataFormatTests.names", "DataFormatTests.picks"),
    Habit("an unknown field is answered with all", "HabitTests.unknownField"),
    Habit("a template makes a line of each record", "RecordTemplateTests.lines"),
    Habit("an empty answer in JSON is []", "DataFormatTests.empty"),
    Habit(
      "JSON is valid whatever the file has", "JSONWriterTests.everyScalar", "HostileTextTests.json"),
    Habit(
      "JSON is compact in a pipe", "JSONWriterTests.compact", "OutputStreamsTests.presentation"),
    Habit("equal runs give equal bytes", "SnapshotTests.repeatable"),
    Habit("colour is for terminals", "FailureTests.color"),
    Habit("NO_COLOR counts", "PresentationTests.color"),
    Habit("TERM=dumb has no colour", "PresentationTests.color"),
    Habit("colour can be forced in a pipe", "PresentationTests.color"),
    Habit("--color has three values, and says so", "ParsingTests.refused"),
    Habit("40 columns are enough", "SnapshotTests.widths", "HelpTests.fits"),
    Habit("the width can be set in a pipe", "PresentationTests.width"),
    Habit(
      "wide and joined letters keep columns", "ListLayoutTests.columns", "PageWidthTests.layout"),
    Habit(
      "a pager is for terminals, and may be left early", "PagerTests.length", "PagerTests.left"),
    Habit("links are for terminals", "HyperlinkTests.choice"),
    Habit("titles drive no terminal", "HostileTextTests.schedule"),
    Habit("a change is reported", "MarkTests.star", "RateTests.session"),
    Habit("--quiet and --verbose", "ImportNotesTests.quiet", "DetailTests.details"),
    // Pipes, streams, signals.
    Habit("a reader that stops early ends it silently", "ProgramTests.head"),
    Habit("a full disk is a failure", "ProgramTests.notWritten"),
    Habit("a closed output is a failure", "ProgramTests.notWritten"),
    Habit("no answer lands in a data file", "ProcessStreamsTests.closedStreams"),
    Habit("Ctrl-C ends it with 130", "ProgramTests.interrupted"),
    Habit("it asks nothing without a terminal", "ProgramTests.alone"),
    Habit("a dash is the standard input", "ProgramTests.input"),
    Habit("remarks are on the standard error", "OutputStreamsTests.streams"),
    // Arguments.
    Habit("-- ends the options", "ParsingTests.accepted"),
    Habit("a negative number is a value", "ParsingTests.accepted"),
    Habit("options may be anywhere", "ParsingTests.accepted"),
    Habit("values in all forms, letters joined", "ParsingTests.letters", "ParsingTests.values"),
    Habit("of an option given twice the last wins", "ParsingTests.values"),
    Habit("a part of a command is no command", "ParsingTests.refused"),
    Habit("names of several words need no quotes", "ParsingTests.accepted"),
    Habit("words for time", "TargetTests.days", "SnapshotTests.answers"),
    Habit("case and accents do not matter", "StringFoldedTests.folds", "RealScheduleTests.names"),
    // Environment.
    Habit("variables are documented", "HelpTests.topics"),
    Habit(
      "XDG folders, absolute ones only", "FailureTests.ratingFolder", "ConfigurationTests.paths"),
    Habit("without HOME everything but keeping works", "ProgramTests.noHome"),
    Habit("the last change can be undone", "UndoTests.steps"),
    Habit("it starts at once", "Tests/Benchmarks/check-runs: konf timeline"),
  ]

  /// What programs for conferences and calendars do, and konf too.
  static let conference: [Habit] = [
    Habit("the schedule by days", "SnapshotTests.answers", "PageWidthTests.layout"),
    Habit("a grid of locations by time", "GridRunTests.pages"),
    Habit("now and next", "EqualMomentRunTests.next", "EqualMomentRunTests.minutes"),
    Habit("search in all texts", "SearchTests.model", "SearchRunTests.excerpts"),
    Habit(
      "filters by track, location and speaker", "FilterPageTests.places", "FilterPageTests.people"),
    Habit("a page for each speaker", "LookupTests.filters"),
    Habit(
      "a page for each location with its address", "RealScheduleTests.facts",
      "ListLayoutTests.namedLocation"),
    Habit("stars and an agenda", "MarkTests.star", "ListLayoutTests.agenda"),
    Habit("maybe, and notes", "TargetTests.maybe", "MarkTests.note"),
    Habit("clashes of what is mine", "AgendaRunTests.filtered", "AgendaPropertyTests.clashes"),
    Habit("gaps, and what fits into them", "AgendaPropertyTests.freeTime", "AgendaRunTests.fill"),
    Habit("ratings from 1 to 5", "RateTests.stars"),
    Habit("a comment with a rating", "RateTests.comment"),
    Habit(
      "ratings in a form to send, and of many people", "HabitTests.payload", "MergeTests.figures"),
    Habit("changes between versions, mine first", "RefreshTests.refresh", "DiffTests.changes"),
    Habit("reminders by the system", "RemindTests.script", "RemindTests.units", "RemindTests.cron"),
    Habit("a calendar file", "ExportCalendarTests.roundTrip", "ExportCalendarTests.alarms"),
    Habit("a page to read or print", "ExportPageTests.layout", "Tests/Readers/check-pages: SHEETS"),
    Habit("everything works offline", "HabitTests.offline", "RememberedSchedulesTests.web"),
    Habit("several conferences", "RememberedSchedulesTests.list", "UseTests.keep"),
    Habit("times of the venue or of another zone", "ZoneTests.displayZone"),
    Habit("links of talks", "HyperlinkTests.title", "SchemaDocumentsTests.version2"),
    Habit(
      "stars for other apps, and QR codes", "TakenStarsTests.roundTrip", "TakenStarsTests.code"),
    Habit("JSON", "SchemaTests.formats"),
    Habit("tables and templates", "DataFormatTests.forms", "RecordTemplateTests.everywhere"),
    Habit("checks for organizers", "CheckTests.findings", "CheckTests.knownFlaws"),
    Habit("an interface that fills the screen", "GoldenScreenTests.marks", "WatchTests.page"),
    Habit("figures of an audience", "MergeTests.model", "ShortIDTests.heat"),
    Habit(
      "use without colour and with a screen reader", "FailureTests.plainText",
      "PageWidthTests.noIdentifiers"),
    Habit("completion in shells", "CompletionTests.scripts"),
    Habit("identifiers that stay, shown and taken", "ListLayoutTests.whole", "TargetTests.names"),
    Habit("hiding what is not wanted", "MarkTests.hide"),
    Habit(
      "control characters reach no terminal", "HostileTextTests.schedule", "SafeTextTests.random"),
  ]

  /// What konf leaves to other programs, each with the reason.
  static let missing = [
    "translations": "refused, since the titles of a schedule have the language of its conference",
    "which rooms are full now": "refused, since konf makes no network call",
  ]
}
