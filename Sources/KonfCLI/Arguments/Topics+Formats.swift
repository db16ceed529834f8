import CommandLine

extension CommandTable {
  /// The topic of the files that konf can read, and of its limits.
  static let formats = TopicDefinition(
    "formats", summary: "the files that konf reads, and their limits",
    discussion: [
      .paragraph("konf detects the format from the content:"),
      .list([
        HelpBlock.Entry("schedule.xml", "from Pentabarf, frab, pretalx and wafer"),
        HelpBlock.Entry("schedule.json", "versions 1 and 2, from frab and pretalx"),
        HelpBlock.Entry(
          "Sessionize", "the views \"All\", \"GridSmart\" and \"Sessions\" as JSON"),
        HelpBlock.Entry("iCalendar", "konf shows at most 400 occurrences of a recurring event"),
        HelpBlock.Entry("try! Swift", "the JSON of the app: a day or a list of days"),
        HelpBlock.Entry("COSCUP, SITCON", "the JSON of the conference websites, in two languages"),
        HelpBlock.Entry("UIKonf", "a JSON array of records with the field names of the app"),
        HelpBlock.Entry(
          "konf", "the output of konf export --as json, timeline --json and talks --json"),
      ]),
      .paragraph(
        """
        konf skips cancelled events and everything it cannot read, and reports them on standard \
        error. In a folder, it reads the first schedule among the .json, .xml and .ics files, \
        sorted by name.
        """),
      .paragraph(
        """
        konf reads everything about a schedule in its own JSON. It skips ratings, stars and notes, \
        and reports this. Convert any other JSON with a few lines of jq to a document with a \
        conference and sessions that have at least title and start. See the article Adding a \
        format for an example, and konf help schema for all fields.
        """),
      .paragraph(
        """
        In the UIKonf format, times have the form DD-HH-MM. The month and zone come from a record \
        with the fields conference, month and zone, otherwise from --month and --zone. The \
        defaults are May 2015 and Europe/Berlin.
        """),
      .paragraph(
        """
        A file can have at most 128 MiB, 40,000 records plus one for every 80 bytes, and 1,048,576 \
        values plus one for every 16 bytes. An answer can have at most 4 MiB plus three times the \
        size of the file. For a larger answer, konf exits with status 65 and says how to narrow \
        it. konf check lists at most 1,000 findings per rule. A search takes at most 100 words.
        """),
    ])
}
