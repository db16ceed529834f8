package import CommandLine

extension CommandTable {
  static let json = TopicDefinition(
    "json", summary: "output for other programs: JSON, lines and tables",
    discussion: [
      .paragraph(
        """
        With --json, the output is always an array, even for one record or none. With --jsonl, \
        each record is on its own line. With --tsv, the output is a table with a header and one \
        row per record. Remarks go to standard error. JSON is compact in a pipe and indented on a \
        terminal.
        """),
      .paragraph(
        """
        Use --json=id,title,start to choose fields and their order, and --json='?' to list all \
        fields of a command. --jsonl and --tsv accept the same values.
        """),
      .paragraph(
        """
        --format TEMPLATE prints one line per record. It replaces {title} with the field title, \
        {start.clock} with the time of day of the field start, and {start.date} with its date. \
        Write {{ and }} for braces, \\t for a tab and \\n for a line break. --format '?' lists the \
        fields.
        """),
      .paragraph("These fields have the same name and form in every record:"),
      .list([
        HelpBlock.Entry("id", "the identifier, accepted by every command that takes an ID"),
        HelpBlock.Entry("title", "the title of a talk, a session or the conference"),
        HelpBlock.Entry("start, end", "times with an offset, such as 2015-05-18T10:00:00+02:00"),
        HelpBlock.Entry(
          "day",
          "the day of the conference; a time after midnight can belong to the day before"),
        HelpBlock.Entry("locations, speakers", "lists of objects with id and name"),
        HelpBlock.Entry("session", "the id of the session of a talk"),
        HelpBlock.Entry("track, type, language, url", "as in the file, or null"),
        HelpBlock.Entry("rating, star, note", "your marks, or null; a star is yes or maybe"),
      ]),
      .paragraph(
        """
        In a table, a semicolon separates the names of several speakers or locations. A tab in a \
        string becomes \\t, a line feed \\n and a backslash \\\\, so each record is one line. A quotation \
        mark is an ordinary character. Some programs need a setting for this: in sqlite3, use \
        .mode ascii and .separator "\\t" "\\n" instead of .mode tabs; in pandas, use \
        quoting=csv.QUOTE_NONE.
        """),
      .paragraph(
        """
        Without these options, konf writes text 80 columns wide to a pipe. Long lines are \
        wrapped, and each day is a heading above its talks. For grep and awk, use --tsv: each line \
        is a whole record, with its day.
        """),
      .paragraph("Examples with jq:"),
      .verbatim(jqLines),
      .paragraph(
        """
        These commands print a line for a status bar. They print nothing if no item on your agenda \
        starts in the next hour:
        """),
      .verbatim(["konf next --mine --oneline", "konf next --mine --format '{start.clock} {title}'"]
      ),
      .paragraph(
        """
        konf help schema prints the JSON Schema of the output of all commands. #/$defs/COMMAND \
        describes the output of one command, such as #/$defs/talks. The whole schema accepts the \
        output of any command.
        """),
    ])

  /// Example jq commands.
  ///
  /// The tests run each command.
  package static var jqLines: [SafeText] {
    [
      #"konf talks --json | jq -r '.[] | "\(.start[11:16]) \(.title)"'"#,
      #"konf talks --json | jq '.[] | select(.speakers[].id == "Mike Lee")'"#,
      #"konf talks --json=id,track | jq 'group_by(.track) | map(length)'"#,
      #"konf now --json | jq -r '.[] | .locations[].name'"#,
    ]
  }
}
