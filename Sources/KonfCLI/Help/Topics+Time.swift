import CommandLine

extension CommandTable {
  static let time = TopicDefinition(
    "time", summary: "the forms of TIME, DAY, SPAN and ZONE",
    discussion: [
      .paragraph(
        """
        A time without an offset is in the zone of the venue, or in the zone given with --tz. You \
        can type dates and times as konf prints them, such as "Mon 18 May 10:00" or \
        "Monday 18 May 2015, 10:00". If the clock shows a time twice in a night, konf prints the \
        zone after it, as in "02:30 CET". Do not type the zone: konf reads a time without an \
        offset as the first; for the second, type an offset.
        """),
      .paragraph("TIME can be:"),
      .list([
        HelpBlock.Entry("2015-05-18T11:00", "a date and a time; a space can replace the T"),
        HelpBlock.Entry("2015-05-18T11:00+02:00", "the same with an offset, in any zone"),
        HelpBlock.Entry("2015-05-18", "midnight at the start of that day"),
        HelpBlock.Entry(
          "11:00, 2pm, 2:30 PM",
          "with --at, this time today; with a filter, this time on every day"),
        HelpBlock.Entry("now", "the current time"),
        HelpBlock.Entry(
          "\"mon 11:00\"",
          """
          a DAY and a time or an hour; if no day of the conference is a Monday, the nearest \
          Monday before or after the conference
          """),
        HelpBlock.Entry("+2h", "a SPAN from now"),
      ]),
      .paragraph("DAY can be:"),
      .list([
        HelpBlock.Entry(
          "2015-05-18, \"18 may\"", "a date; a weekday before it and a year after it are optional"),
        HelpBlock.Entry("mon", "a weekday: at least the first three letters of its English name"),
        HelpBlock.Entry("2", "the second day of the conference"),
        HelpBlock.Entry("today", "the current day; yesterday and tomorrow work, too"),
      ]),
      .paragraph(
        """
        If a day of the conference runs past midnight, --day mon includes the night from Monday to \
        Tuesday. In a TIME, a date or a weekday is that of the calendar, as in the output of konf: \
        "tue 01:00" and "19 may 01:00" are in that night. After the number of a day, today or \
        tomorrow, a time such as 01:00 means the night after that day, as in "2 01:00". The same \
        applies to a time without a day in a filter, as in --day mon --after 01:00.
        """),
      .paragraph("SPAN is a number of days, hours and minutes, such as 1d, 2h, 90m or 1h30m."),
      .paragraph(
        """
        ZONE is a name such as Europe/Berlin, an offset such as +02:00, or UTC. --tz local is the \
        system time zone. The zone of the venue comes from the file, otherwise from --zone, \
        otherwise from the offsets in the file. Without any of these, konf shows times as they are \
        in the file.
        """),
    ])
}
