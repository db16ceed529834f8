import CommandLine
import Diary
import Schedule

extension TopicDefinition {
  /// The name of the topic that is a JSON schema.
  static let schemaName = "schema"
}

extension CommandTable {
  /// The topic of what `--json` answers, which is the schema itself.
  static let schema = TopicDefinition(
    TopicDefinition.schemaName, summary: "the JSON schema of all answers, as JSON",
    discussion: [])

  /// The topic of what a schedule is checked for.
  static let rules = TopicDefinition(
    "rules", summary: "what konf check looks for",
    discussion: CheckRule.Severity.allCases.flatMap { severity -> [HelpBlock] in
      let rules = CheckRule.all.filter { $0.severity == severity }
      return [
        .paragraph("Each of these is \(severity == .error ? "an" : "a") \(severity.rawValue):"),
        .list(rules.map { HelpBlock.Entry("\($0.name)", "\($0.meaning)") }),
      ]
    })

  /// The topic of the numbers that konf ends with.
  static let exitCodes = TopicDefinition(
    TopicDefinition.exitCodesName, summary: "what the exit codes mean",
    discussion: [
      .list(ExitStatus.allCases.map { HelpBlock.Entry("\($0.rawValue)", $0.meaning) }),
      .paragraph(
        """
        An empty list is a success. If a reader such as head stops early, konf stops silently \
        (SIGPIPE; 141 in most shells).
        """),
    ])

  /// The topic of the variables that konf reads.
  static let environment = TopicDefinition(
    TopicDefinition.environmentName, summary: "the variables that konf reads",
    discussion: [
      .list(EnvironmentVariable.all.map { HelpBlock.Entry("\($0.name)", "\($0.meaning)") }),
      .paragraph(
        """
        An option wins over a variable. For colour the first of these that is set decides: \
        --color, NO_COLOR, FORCE_COLOR or CLICOLOR_FORCE, a TERM that is dumb or missing, and \
        whether the stream is a terminal.
        """),
      .paragraph(
        """
        Names, titles and messages are UTF-8 in every locale. What konf draws itself has a plain \
        form for a locale without UTF-8: a rating is 4 of 5 instead of stars, the dash of a time \
        is -, the dot between two texts is *, an arrow is ->, three dots are ..., and lines consist \
        of -, | and +. What is starred has + before its title, or ? if it was starred with --maybe.
        """),
    ])

  /// The topic of the files that konf reads and writes.
  static let data = TopicDefinition(
    TopicDefinition.dataName, summary: "which schedule is read and where ratings are kept",
    discussion: [
      .paragraph(
        """
        konf shows the schedule of --data, else of KONF_DATA, else the one that konf use made the \
        default, else the built-in one of UIKonf 2015. A word that is the name of a remembered \
        schedule means that one; ./WORD is a file. konf use keeps a copy in the data folder, and \
        the version before. konf help formats says which files konf reads.
        """),
      .paragraph(
        """
        Ratings are lines added to a log in the data folder: that of --home, else of KONF_HOME, \
        else konf below XDG_DATA_HOME, else .local/share/konf below HOME. The folder schedules in \
        it holds the remembered schedules. To remove all ratings and remembered schedules, delete \
        the data folder.
        """),
    ])
}
