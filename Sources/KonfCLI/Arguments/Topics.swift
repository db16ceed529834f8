import Schedule

extension TopicDefinition {
  /// The name of the topic that is a JSON schema.
  static let schemaName = "schema"
}

extension CommandTable {
  /// The topic of what `--json` answers, which is the schema itself.
  static let schema = TopicDefinition(
    TopicDefinition.schemaName, summary: "the JSON schema of all answers, itself JSON",
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
    "exit-codes", summary: "what the exit codes mean",
    discussion: [
      .list(ExitStatus.allCases.map { HelpBlock.Entry("\($0.rawValue)", $0.meaning) }),
      .paragraph(
        """
        A list that happens to be empty is a success. When a reader such as head stops early, \
        konf ends without a word, as the system has it (141 in most shells).
        """),
    ])

  /// The topic of the variables that konf reads.
  static let environment = TopicDefinition(
    "environment", summary: "the variables that konf reads",
    discussion: [
      .list(EnvironmentVariable.allCases.map { HelpBlock.Entry("\($0.rawValue)", $0.meaning) }),
      .paragraph(
        """
        An option wins over a variable. For colour the first of these that says anything decides: \
        --color, NO_COLOR, FORCE_COLOR or CLICOLOR_FORCE, a TERM that is dumb or missing, and \
        whether the stream is a terminal.
        """),
      .paragraph(
        """
        Names, titles and messages are UTF-8 whatever the locale. Only what konf draws itself has \
        a plain form for a locale without UTF-8: a rating is 4 of 5 instead of stars, the dash of a \
        time is -, the dot between two texts is *, an arrow is ->, three dots are ..., and lines \
        are made of -, | and +.
        """),
    ])

  /// The topic of the files that konf reads and writes.
  static let data = TopicDefinition(
    "data", summary: "which schedule is read and where ratings are kept",
    discussion: [
      .paragraph(
        """
        Without --data and KONF_DATA konf shows the built-in schedule of UIKonf 2015. The format \
        of another one is told by what is in it: schedule.xml and schedule.json of frab and \
        pretalx, the "All" view of Sessionize, iCalendar, or a JSON array of records with the \
        field names of the UIKonf app. Whatever is not understood in it is left out and told on \
        the standard error, and so is what is cancelled. An event of a calendar that comes again is \
        shown 400 times at most. Of a folder the first .json, .xml or .ics file by name is read that \
        is a schedule.
        """),
      .paragraph(
        """
        A file has at most 128 MiB, 40,000 records and one more for each 80 bytes, and 1,048,576 \
        values and one more for each 16 bytes. An answer has at most 4 MiB and three times the \
        bytes of the file; konf refuses a larger one with exit code 65 and says how to ask for \
        less. konf check lists 1,000 findings of each rule. A search takes 100 words.
        """),
      .paragraph(
        """
        Times are those of the venue: of the zone that the file names, else of --zone, else of \
        the offsets in the file; without any of them they are shown as they are written. In the \
        format of UIKonf they have the form DD-HH-MM; month and zone come from a record with the \
        fields conference, month and zone, else from --month and --zone, else they are May 2015 \
        and Europe/Berlin.
        """),
      .paragraph(
        """
        Ratings are lines added to a log in the folder of --home, else of KONF_HOME, else in \
        konf below XDG_DATA_HOME, else in .local/share/konf below HOME. To forget all, delete \
        that folder.
        """),
    ])
}
