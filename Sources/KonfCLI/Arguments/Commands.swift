// What konf understands. A new command is one entry in `CommandTable.konf`; parsing, help and
// suggestions follow from it.

extension OptionDefinition {
  package static let data = OptionDefinition(
    "data", .text("PATH|-"), help: "read this schedule; - is the standard input")
  package static let home = OptionDefinition(
    "home", .text("DIR"), help: "keep the ratings in this folder")
  package static let json = OptionDefinition(
    "json", help: "answer with a JSON array; see konf help schema")
  package static let color = OptionDefinition(
    "color", .choice(ColorChoice.allCases.map(\.rawValue)),
    help: "when to use colour; auto, if not given")
  package static let width = OptionDefinition(
    "width", .number("N", Presentation.widths), help: "lay text out for N columns")
  package static let at = OptionDefinition(
    "at", .text("TIME"), help: "answer as if it were TIME, on the clocks shown")
  package static let month = OptionDefinition(
    "month", .text("YYYY-MM"), help: "the month of a schedule that has days only")
  package static let zone = OptionDefinition(
    "zone", .text("ZONE"), help: "the zone of a schedule that names none")
  package static let displayZone = OptionDefinition(
    "tz", .text("ZONE"), help: "show times in this zone")
  package static let help = OptionDefinition(
    "help", short: "h", help: "explain konf or the command")
  package static let version = OptionDefinition(
    "version", help: "tell the version")

  package static let day = OptionDefinition(
    "day", .text("DAY"), help: "only this day: 2015-05-18, mon, 2 (the second), today or tomorrow")
  package static let track = OptionDefinition(
    "track", .text("NAME"), help: "only talks of this track")
  package static let room = OptionDefinition(
    "room", .text("NAME"), help: "only what happens at this place")
  package static let speaker = OptionDefinition(
    "speaker", .text("NAME"), help: "only talks of this person")
  package static let language = OptionDefinition(
    "lang", .text("CODE"), help: "only talks in this language, such as en")
  package static let after = OptionDefinition(
    "after", .text("TIME"),
    help: "only what starts at TIME or later: 14:00 on every day, or as --at")
  package static let before = OptionDefinition(
    "before", .text("TIME"), help: "only what starts before TIME")
  /// What every listing takes.
  package static let filters = [day, track, room, speaker, language, after, before]

  package static let within = OptionDefinition(
    "in", .text("SPAN"), help: "look so far ahead, such as 90m, 2h or 1d; 60m, if not given")
  package static let comment = OptionDefinition(
    "comment", .text("TEXT"), help: "keep a remark with the stars")
  package static let clear = OptionDefinition(
    "clear", help: "take the rating back")
}

extension CommandTable {
  /// What konf understands.
  package static let konf = CommandTable(
    summary: "the programme of a conference, and your ratings of its talks",
    groups: [
      CommandGroup("Where to go", [now, next, search]),
      CommandGroup(
        "Look up",
        [timeline, talks, session, speakers, speaker, organizers, locations, location]),
      CommandGroup("Rate", [rate, ratings]),
      CommandGroup("The schedule as data", [diff, check, entities]),
      CommandGroup("konf itself", [doctor, help]),
    ],
    options: [
      .data, .home, .json, .color, .width, .at, .month, .zone, .displayZone, .help, .version,
    ],
    topics: [data, scale, schema, rules, exitCodes, environment],
    examples: [
      Example("konf now", "what is running"),
      Example("konf timeline", "the whole programme"),
      Example("konf rate session1Day1 5", "five stars for a session"),
      Example("konf help rate", "more about one command"),
    ])

  private static let now = CommandDefinition(
    "now", summary: "what is running, and how long it goes on", options: OptionDefinition.filters,
    discussion: [
      .paragraph(
        """
        Before the conference and between its days it shows what comes first and how long that \
        is to wait for; when all is over it says so. --at TIME asks about another moment, \
        --at 18:00 about one of today.
        """)
    ],
    examples: [
      Example("konf now", "what is running in all rooms"),
      Example("konf now --at 2015-05-18T11:00", "what was running then"),
    ])

  private static let next = CommandDefinition(
    "next", summary: "what starts soon, and in how many minutes",
    options: [.within] + OptionDefinition.filters,
    discussion: [
      .paragraph(
        """
        If nothing starts so soon, konf shows what starts first; with --json the answer is empty \
        then. SPAN is made of days, hours and minutes, as in 1d, 2h, 90m or 1h30m.
        """)
    ],
    examples: [
      Example("konf next", "the next hour in all rooms"),
      Example("konf next --in 2h30m --at 2015-05-18T09:00", "from another moment on"),
    ])

  private static let search = CommandDefinition(
    "search", summary: "talks, sessions, people and places by their texts",
    operands: [OperandDefinition("WORDS", takesWords: true)],
    options: OptionDefinition.filters,
    discussion: [
      .paragraph(
        """
        Found is what has all WORDS in its texts: title, subtitle, abstract, speakers, track and \
        places of a talk, names and biographies of people, names and addresses of places. A word \
        is found by its beginning, without regard to case and accents; if nothing begins with it, \
        also within other words. What is called so comes before what only speaks of it.
        """)
    ],
    examples: [
      Example("konf search swift", "whatever has to do with Swift"),
      Example("konf search hofele watch", "both words, spelled as one likes"),
      Example("konf search design --day 2 --after 14:00", "what there is of it that afternoon"),
    ])

  private static let timeline = CommandDefinition(
    "timeline", summary: "the programme, day by day in the order of time",
    options: OptionDefinition.filters + [.grid],
    discussion: [
      .paragraph(
        """
        Each slot has its start and end, its place, and its talks with their speakers. Times are \
        those of the venue unless --tz names another zone.
        """),
      .paragraph(
        """
        Filters narrow each other, here and in every other list. Names are found by parts, \
        without regard to case and accents; days and clocks are those that the answer shows. \
        Where days go on past midnight, a clock of the small hours is one of the night that \
        follows.
        """),
    ],
    examples: [
      Example("konf timeline", "the programme of the built-in schedule"),
      Example("konf timeline --day 2 --after 14:00", "the afternoon of the second day"),
      Example("konf timeline --grid", "rooms beside each other"),
      Example("konf timeline --tz UTC", "all of it in another zone"),
      Example("konf --data schedule.json timeline", "the programme of a file"),
    ])

  private static let talks = CommandDefinition(
    "talks", summary: "all talks in the order of time", options: OptionDefinition.filters,
    examples: [
      Example("konf talks", "titles, speakers and times"),
      Example("konf talks --speaker lee --day mon", "those of some people on Mondays"),
      Example("konf talks --json", "the same for another program"),
    ])

  private static let speakers = CommandDefinition(
    "speakers", summary: "the people who give a talk", options: OptionDefinition.filters,
    examples: [Example("konf speakers", "their names and talks")])

  private static let speaker = CommandDefinition(
    "speaker", summary: "a person and what they talk about",
    operands: [OperandDefinition("NAME", takesWords: true)],
    options: OptionDefinition.filters,
    discussion: [
      .paragraph(
        """
        NAME is a name or a part of one, without regard to case and accents; several words need \
        no quotes. If several people fit, all are shown; a full name finds that person alone.
        """)
    ],
    examples: [
      Example("konf speaker graham lee", "one person"),
      Example("konf speaker gra", "everybody with these letters"),
    ])

  private static let organizers = CommandDefinition(
    "organizers", summary: "the people who make the conference",
    examples: [Example("konf organizers", "their names")])

  private static let locations = CommandDefinition(
    "locations", summary: "the places of the conference", options: OptionDefinition.filters,
    examples: [Example("konf locations", "names and addresses")])

  private static let location = CommandDefinition(
    "location", summary: "a place and what happens there",
    operands: [OperandDefinition("NAME", takesWords: true)],
    options: OptionDefinition.filters,
    discussion: [
      .paragraph(
        """
        NAME is a name or a part of one, without regard to case and accents; several words need \
        no quotes. If several places fit, all are shown.
        """)
    ],
    examples: [
      Example("konf location heimathafen", "one place"),
      Example("konf location heimathafen --day 2", "what happens there on the second day"),
    ])

  private static let session = CommandDefinition(
    "session", summary: "one slot of the programme",
    operands: [OperandDefinition("ID", takesWords: true)],
    discussion: [
      .paragraph(
        """
        ID is that of a slot or of one of its talks, or a part of what either is called. If \
        several slots fit, they are listed.
        """)
    ],
    examples: [
      Example("konf session session1Day1", "its time, place and talks"),
      Example("konf session swift thinking", "the session with this talk"),
    ])

  private static let rate = CommandDefinition(
    "rate", summary: "give 1 to 5 stars to a talk or a session",
    operands: [
      OperandDefinition("TARGET", takesWords: true),
      OperandDefinition("STARS", .unless(.clear)),
    ],
    options: [.comment, .clear],
    discussion: [
      .paragraph(
        """
        TARGET is the id of a session, the id of a session with the number of a talk behind a \
        slash, or a part of a title or of a speaker's name. If several talks fit, nothing is \
        rated and they are listed.
        """),
      .paragraph(
        """
        A session's stars are those of all its talks that have none of their own. Rating again \
        replaces what was there.
        """),
    ],
    examples: [
      Example("konf rate session1Day1 5", "five stars for a session"),
      Example("konf rate session1Day1/2 4", "four stars for its second talk"),
      Example("konf rate graham 5 --comment \"see again\"", "the talk of a speaker"),
      Example("konf rate session1Day1 --clear", "take it back"),
    ])

  private static let help = CommandDefinition(
    "help", summary: "explain konf, a command or a topic",
    operands: [OperandDefinition("COMMAND|TOPIC", .optional)],
    examples: [
      Example("konf help rate", "how to rate"),
      Example("konf help exit-codes", "what the exit codes mean"),
      Example("konf help schema > konf.schema.json", "the form of the JSON answers"),
    ])
}
