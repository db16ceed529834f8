import CommandLine

extension CommandTable {
  /// The topic of the files that konf can read, and of its limits.
  static let formats = TopicDefinition(
    "formats", summary: "which files konf reads, and how large they may be",
    discussion: [
      .paragraph("konf detects the format from the content:"),
      .list([
        HelpBlock.Entry("schedule.xml", "of Pentabarf, frab, pretalx and wafer"),
        HelpBlock.Entry("schedule.json", "versions 1 and 2, of frab and pretalx"),
        HelpBlock.Entry(
          "Sessionize", "the JSON of its views \"All\", \"GridSmart\" and \"Sessions\""),
        HelpBlock.Entry("iCalendar", "a recurring event is shown at most 400 times"),
        HelpBlock.Entry("try! Swift", "the JSON of its app: a day, or a list of days"),
        HelpBlock.Entry("COSCUP, SITCON", "the JSON of their sites, with two languages"),
        HelpBlock.Entry("UIKonf", "a JSON array of records with the field names of its app"),
        HelpBlock.Entry(
          "konf", "what konf export --as json, timeline --json and talks --json print"),
      ]),
      .paragraph(
        """
        Whatever konf cannot read is left out, and so are cancelled events; konf says so on the \
        standard error. Given a folder, konf reads the first schedule among its .json, .xml and \
        .ics files, in order of name.
        """),
      .paragraph(
        """
        konf reads all that its own JSON has of a schedule; ratings, stars and notes are skipped, \
        and konf says so. A JSON of any other kind needs a few lines of jq: a document with a \
        conference and sessions that have at least title and start. The article Adding a format has \
        an example, konf help schema all fields.
        """),
      .paragraph(
        """
        In the format of UIKonf times have the form DD-HH-MM; month and zone come from a record \
        with the fields conference, month and zone, else from --month and --zone, else they are \
        May 2015 and Europe/Berlin.
        """),
      .paragraph(
        """
        A file has at most 128 MiB, 40,000 records and one more for each 80 bytes, and 1,048,576 \
        values and one more for each 16 bytes. An answer has at most 4 MiB and three times the \
        bytes of the file; konf refuses a larger one with exit code 65 and says how to get less. \
        konf check lists 1,000 findings of each rule. A search takes 100 words.
        """),
    ])
}
