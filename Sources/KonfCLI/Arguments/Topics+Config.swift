import CommandLine

extension CommandTable {
  /// The topic of the file of default options.
  static let config = TopicDefinition(
    "config", summary: "options that you want each time, in a file",
    discussion: [
      .paragraph(
        """
        konf reads default options from the file konf/config below XDG_CONFIG_HOME, if that is an \
        absolute path, else from .config/konf/config below HOME. Each line is an option with its \
        value; # begins a remark:
        """),
      .verbatim(["# how I read schedules", "--tz local", "--color never"]),
      .paragraph("For a screen reader, these options leave out columns, ids and colours:"),
      .verbatim(["--long", "--no-ids", "--color never"]),
      .paragraph(
        """
        An option of the command line wins over the same one in the file, and the file wins over \
        variables. A command ignores the options in the file that it does not take. If konf cannot \
        read a line, it says so and ignores it. --no-config ignores the file, and konf \
        doctor shows where it is.
        """),
    ])
}
