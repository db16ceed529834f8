import CommandLine

extension CommandTable {
  /// The topic of the times, days, lengths of time and zones that options take.
  static let time = TopicDefinition(
    "time", summary: "what TIME, DAY, SPAN and ZONE can be",
    discussion: [
      .paragraph(
        """
        Every time without an offset is one on the clocks that the answer shows: those of the \
        venue, or those of --tz. So you can type each time as konf prints it.
        """),
      .paragraph("TIME is one of these:"),
      .list([
        HelpBlock.Entry("2015-05-18T11:00", "a date and a clock; a blank can replace the T"),
        HelpBlock.Entry("2015-05-18T11:00+02:00", "the same with an offset, in any zone"),
        HelpBlock.Entry("2015-05-18", "midnight at the beginning of that day"),
        HelpBlock.Entry("11:00, 2pm, 2:30 PM", "today with --at; every day with a filter"),
        HelpBlock.Entry("now", "the present moment"),
        HelpBlock.Entry(
          "\"mon 11:00\"",
          """
          a DAY and a clock or an hour, with --at; a weekday that the conference does not have is the nearest \
          before or after it
          """),
        HelpBlock.Entry("+2h", "a SPAN from now, with --at"),
      ]),
      .paragraph("DAY is one of these:"),
      .list([
        HelpBlock.Entry("2015-05-18, \"18 may\"", "a date"),
        HelpBlock.Entry("mon", "a weekday; three letters or more of its English name"),
        HelpBlock.Entry("2", "the second day of the conference"),
        HelpBlock.Entry("today", "or yesterday, tomorrow"),
      ]),
      .paragraph(
        """
        If a day of the conference lasts past midnight, a clock such as 01:00 after a DAY or a \
        filter means the night after that day.
        """),
      .paragraph("SPAN consists of days, hours and minutes, as in 1d, 2h, 90m or 1h30m."),
      .paragraph(
        """
        ZONE is a name such as Europe/Berlin, an offset such as +02:00, or UTC; --tz local is the \
        zone of this machine. The zone of the venue is the one that the file names, else that of \
        --zone, else the offsets in the file; without any of these, times are shown as in the file.
        """),
    ])
}
