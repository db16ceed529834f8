package import CommandLine

extension CommandTable {
  /// The topic of answers for other programs.
  static let json = TopicDefinition(
    "json", summary: "output for other programs: JSON, lines and tables",
    discussion: [
      .paragraph(
        """
        With --json, every answer is an array, even for one record or none. With --jsonl, each \
        record is on its own line. With --tsv, the answer is a table with a header and one row per \
        record. Remarks go to standard error. JSON is compact in a pipe and indented on a \
        terminal.
        """),
      .paragraph(
        """
        Use --json=id,title,start to choose fields and their order, and --json='?' to list all \
        fields of a command. --jsonl and --tsv work the same way.
        """),
      .paragraph(
        """
        --format TEMPLATE prints one line per record and replaces {title} with the field of that \
        name. {start.clock} is the time of day of start, and {start.date} is its date. Write {{ \
        and }} for braces, \\t for a tab and \\n for a line break. --format '?' lists the fields.
        """),
      .paragraph("Each field has the same name and form in every record:"),
      .list([
        HelpBlock.Entry("id", "the identifier, accepted by every command that takes an ID"),
        HelpBlock.Entry("title", "the title of a talk, a session or the conference"),
        HelpBlock.Entry("start, end", "with an offset, such as 2015-05-18T10:00:00+02:00"),
        HelpBlock.Entry(
          "day",
          "the day of the conference; hours after midnight belong to the day before"),
        HelpBlock.Entry("locations, speakers", "lists of objects with id and name"),
        HelpBlock.Entry("session", "the id of the session that a talk belongs to"),
        HelpBlock.Entry("track, type, language, url", "as in the file, or null"),
        HelpBlock.Entry("rating, star, note", "your own, or null; star is yes or maybe"),
      ]),
      .paragraph(
        """
        In a table, a semicolon separates the names of several speakers or locations. A tab in a \
        string becomes \\t, a line feed \\n and a backslash \\\\, so each record is one line.
        """),
      .paragraph(
        """
        Without these options, a pipe gets text of 80 columns to read, save or print: long texts \
        are wrapped, and each day is a heading above its talks. For grep and awk, use --tsv: each \
        line is a whole record and includes its day.
        """),
      .paragraph("Examples with jq:"),
      .verbatim(jqLines),
      .paragraph(
        """
        Print a line for a status bar; it is empty if nothing on your agenda starts in the next \
        hour:
        """),
      .verbatim(["konf next --mine --oneline", "konf next --mine --format '{start.clock} {title}'"]
      ),
      .paragraph(
        """
        konf help schema prints the JSON Schema of the output of all commands. #/$defs/COMMAND \
        describes the answer of one command, such as #/$defs/talks. The schema as a whole accepts \
        the answer of any command.
        """),
    ])

  /// Lines with jq that the tests run.
  package static var jqLines: [SafeText] {
    [
      #"konf talks --json | jq -r '.[] | "\(.start[11:16]) \(.title)"'"#,
      #"konf talks --json | jq '.[] | select(.speakers[].id == "Mike Lee")'"#,
      #"konf talks --json=id,track | jq 'group_by(.track) | map(length)'"#,
      #"konf now --json | jq -r '.[] | .locations[].name'"#,
    ]
  }
}
