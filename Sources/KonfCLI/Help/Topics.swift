import CommandLine
import Marks
import Schedule

extension TopicDefinition {
  static let schemaName = "schema"
}

extension CommandTable {
  /// The topic that prints the JSON schema instead of text.
  static let schema = TopicDefinition(
    TopicDefinition.schemaName, summary: "the JSON Schema of the output of all commands",
    discussion: [])

  static let rules = TopicDefinition(
    "rules", summary: "the rules of konf check",
    discussion: CheckRule.Severity.allCases.flatMap { severity -> [HelpBlock] in
      let rules = CheckRule.all.filter { $0.severity == severity }
      return [
        .paragraph("konf check reports these as \(severity.rawValue)s:"),
        .list(rules.map { HelpBlock.Entry("\($0.name)", "\($0.meaning)") }),
      ]
    })

  static let exitCodes = TopicDefinition(
    TopicDefinition.exitCodesName, summary: "the meaning of the exit codes",
    discussion: [
      .list(ExitStatus.allCases.map { HelpBlock.Entry("\($0.rawValue)", $0.meaning) }),
      .paragraph(
        """
        An empty list counts as success, except with --exit-status. If a reader such as head \
        closes the pipe early, konf stops silently with SIGPIPE, which is status 141 in most \
        shells.
        """),
    ])

  static let environment = TopicDefinition(
    TopicDefinition.environmentName, summary: "environment variables",
    discussion: [
      .list(EnvironmentVariable.all.map { HelpBlock.Entry("\($0.name)", "\($0.meaning)") }),
      .paragraph(
        """
        Options override environment variables. konf decides about color by the first of these \
        that is set: --color; NO_COLOR; FORCE_COLOR or CLICOLOR_FORCE; TERM, if it is unset or \
        "dumb". Otherwise, konf prints color only on a terminal.
        """),
      .paragraph(
        """
        Names, titles and messages are UTF-8 in every locale. In a locale without UTF-8, konf \
        draws its own symbols in ASCII. A rating is shown as "4 of 5" instead of stars. The dash \
        in a time is "-", the dot between two items is "*", an arrow is "->", and an ellipsis is \
        "...". Lines are drawn with "-", "|" and "+". A starred title has "+" before it, or "?" if \
        you starred it with --maybe.
        """),
    ])

  static let data = TopicDefinition(
    TopicDefinition.dataName, summary: "the schedule that konf shows, and the data folder",
    discussion: [
      .paragraph(
        """
        konf shows the schedule given with --data, otherwise the schedule in KONF_DATA, otherwise \
        the default set by konf use, otherwise the built-in schedule of UIKonf 2015. If the value \
        of --data or KONF_DATA is the name of a saved schedule, konf shows that schedule. Write \
        ./NAME for a file called NAME. A schedule saved by konf use is a copy in the data folder, \
        next to its previous version. See konf help formats for the files that konf reads.
        """),
      .paragraph(
        """
        konf saves ratings, stars, notes and appointments as entries of a log in the data folder. \
        The data folder is the folder given with --home, otherwise the folder in KONF_HOME, \
        otherwise $XDG_DATA_HOME/konf, otherwise $HOME/.local/share/konf. Its subfolder schedules \
        contains the saved schedules. To remove all this data and all saved schedules, delete the \
        data folder.
        """),
    ])
}
