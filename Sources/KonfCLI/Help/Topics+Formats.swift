import CommandLine

extension CommandTable {
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
        HelpBlock.Entry("try! Swift", "the JSON of its app: one day or a list of days"),
        HelpBlock.Entry("COSCUP, SITCON", "the JSON of their websites, in two languages"),
        HelpBlock.Entry(
          "pretalx", "schedule/widgets/schedule.json, which also has breaks and online talks"),
        HelpBlock.Entry("Indico", "export/timetable/NUMBER.json"),
        HelpBlock.Entry("UIKonf", "a JSON array of records with the field names of the UIKonf app"),
        HelpBlock.Entry(
          "konf",
          "output of konf export --as json or csv, konf timeline --json and konf talks --json"),
      ]),
      .paragraph(
        """
        konf skips cancelled events and unreadable data, and reports both on standard error. In a \
        folder, konf sorts the .json, .xml and .ics files by name and reads the first file that is \
        a schedule.
        """),
      .paragraph(
        """
        In Indico's calendars, the text of a talk lists its speakers and its authors. konf shows \
        all of them as speakers. Indico's timetable distinguishes speakers from authors.
        """),
      .paragraph(
        """
        konf reads the whole schedule from its own JSON. It skips ratings, stars and notes, and \
        reports this. To read any other JSON, convert it with jq to a document with a conference \
        and sessions. A session needs at least a title and a start. For an example, see the \
        article "Adding a format". For all fields, see konf help schema.
        """),
      .paragraph("konf export --as json keeps the whole schedule. The other formats lose:"),
      .list([
        HelpBlock.Entry(
          "schedule.json",
          """
          sessions without a start; all data of a session that contains talks, except its talks, \
          which konf use then treats as new talks; all locations but the first; addresses of \
          locations; identifiers other than guids, numbers and codes; links without an address; \
          organizers, Twitter handles and people without a talk; an unknown zone (times are UTC \
          then) and a missing end (the length is 0 then)
          """),
        HelpBlock.Entry(
          "schedule.xml",
          """
          all data that schedule.json loses, except links without an address; in addition, the \
          biographies, photos and links of people, the descriptions of locations, and an identifier \
          if two events have the same
          """),
        HelpBlock.Entry(
          "ics",
          """
          sessions without a start; languages, types and all links except the web page; the \
          offsets, if the file has several offsets and no zone. People, subtitles and abstracts \
          become plain text.
          """),
        HelpBlock.Entry(
          "csv",
          """
          subtitles, abstracts, types, links and all details of people and locations; the title of \
          a session with several talks; the name of the zone; a name with a comma becomes two names
          """),
      ]),
      .paragraph(
        """
        schedule.json and schedule.xml require a guid and a number for each event. konf derives a \
        missing guid or number from the identifier, so both stay the same in the next version. \
        konf reads all four formats.
        """),
      .paragraph(
        """
        In the UIKonf format, times have the form DD-HH-MM. The month and zone come from a record \
        with the fields conference, month and zone, otherwise from --month and --zone. The \
        defaults are May 2015 and Europe/Berlin.
        """),
      .paragraph(
        """
        A file can be at most 128 MiB. It can have at most 40,000 records plus one record for \
        every 80 bytes, and at most 1,048,576 values plus one value for every 16 bytes. The output \
        can be at most 4 MiB plus three times the size of the file plus 400 bytes for each record. \
        If the output is larger, konf exits with status 65 and suggests how to narrow it. konf \
        check lists at most 1,000 findings per rule. A search takes at most 100 words.
        """),
    ])
}
