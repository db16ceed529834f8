import CommandLine

extension CommandTable {
  /// The topic of the times, days, lengths of time and zones that options take.
  static let time = TopicDefinition(
    "time", summary: "the forms of TIME, DAY, SPAN and ZONE",
    discussion: [
      .paragraph(
        """
        A time without an offset is in the zone of the answer: the zone of the venue, or the zone \
        given with --tz. You can type each time as konf prints it.
        """),
      .paragraph("TIME can be:"),
      .list([
        HelpBlock.Entry("2015-05-18T11:00", "a date and a time; a space can replace the T"),
        HelpBlock.Entry("2015-05-18T11:00+02:00", "the same with an offset, in any zone"),
        HelpBlock.Entry("2015-05-18", "midnight at the start of that day"),
        HelpBlock.Entry(
          "11:00, 2pm, 2:30 PM",
          "this time today with --at, or on every day with a filter"),
        HelpBlock.Entry("now", "the current time"),
        HelpBlock.Entry(
          "\"mon 11:00\"",
          """
          a DAY and a time or an hour, with --at; if the conference does not have that weekday, \
          the nearest one before or after it
          """),
        HelpBlock.Entry("+2h", "a SPAN from now, with --at"),
      ]),
      .paragraph("DAY can be:"),
      .list([
        HelpBlock.Entry("2015-05-18, \"18 may\"", "a date"),
        HelpBlock.Entry("mon", "a weekday, by at least three letters of its English name"),
        HelpBlock.Entry("2", "the second day of the conference"),
        HelpBlock.Entry("today", "the current day; yesterday and tomorrow work, too"),
      ]),
      .paragraph(
        """
        If a day of the conference runs past midnight, a time such as 01:00 after a DAY or in a \
        filter means the night after that day.
        """),
      .paragraph("SPAN is a number of days, hours and minutes, such as 1d, 2h, 90m or 1h30m."),
      .paragraph(
        """
        ZONE is a name such as Europe/Berlin, an offset such as +02:00, or UTC. --tz local is the \
        zone of this machine. The zone of the venue comes from the file, otherwise from --zone, \
        otherwise from the offsets in the file. Without any of these, konf shows times as they are \
        in the file.
        """),
    ])
}
