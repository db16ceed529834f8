package import CommandLine

extension CommandTable {
  /// The topic of answers for other programs.
  static let json = TopicDefinition(
    "json", summary: "answers for other programs: JSON, lines and tables",
    discussion: [
      .paragraph(
        """
        With --json every command answers with an array, also if it has one record or none; with \
        --jsonl each record is a line of its own; with --tsv there is a header and a row for each \
        record. Remarks go to the standard error. JSON is compact in a pipe and spread over lines on \
        a terminal.
        """),
      .paragraph(
        """
        --json=id,title,start picks fields, in this order; --json='?' prints the names of all that \
        the command has. The same goes for --jsonl and --tsv.
        """),
      .paragraph(
        """
        --format TEMPLATE answers with a line for each record, in which {title} is the field \
        of that name. {start.clock} is the clock of a time and {start.date} its date; {{ and }} are \
        braces, \\t is a tab and \\n a line break. --format '?' prints the names of the fields.
        """),
      .paragraph("A field has the same name and form in every record:"),
      .list([
        HelpBlock.Entry("id", "the identifier, which every command that takes an ID accepts"),
        HelpBlock.Entry("title", "of a talk, a session or the conference"),
        HelpBlock.Entry("start, end", "with the offset, such as 2015-05-18T10:00:00+02:00"),
        HelpBlock.Entry("day", "of the conference; a night belongs to the day before"),
        HelpBlock.Entry("locations, speakers", "lists of objects with id and name"),
        HelpBlock.Entry("session", "the id of the session of a talk"),
        HelpBlock.Entry("track, type, language, url", "as the file has them, or null"),
        HelpBlock.Entry("rating, star, note", "your own, or null; star is yes or maybe"),
      ]),
      .paragraph(
        """
        In a table the names of speakers and locations are in one cell, with a semicolon between \
        two. A tab in a text is \\t, a line feed \\n and a backslash \\\\, so a line is a record.
        """),
      .paragraph(
        """
        Without these options a pipe gets the text of 80 columns, so that it can be read, saved and \
        printed: texts are wrapped, and the day is above its talks. For grep and awk use --tsv: a \
        line is a record, whole, with its day.
        """),
      .paragraph("Some lines with jq:"),
      .verbatim(jqLines),
      .paragraph("A line for a status bar, empty if nothing of yours starts in the next hour:"),
      .verbatim(["konf next --mine --oneline", "konf next --mine --format '{start.clock} {title}'"]
      ),
      .paragraph(
        """
        konf help schema prints the JSON schema of all answers. #/$defs/COMMAND in it is the answer \
        of a command, such as #/$defs/talks; the schema as a whole accepts the answer of any command.
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
