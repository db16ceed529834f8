import CommandLine

extension CommandTable {
  static let config = TopicDefinition(
    "config", summary: "default options in a file",
    discussion: [
      .paragraph(
        """
        konf reads default options from $HOME/.config/konf/config. If XDG_CONFIG_HOME is set to an \
        absolute path, konf reads $XDG_CONFIG_HOME/konf/config instead. Write one option per line, \
        with its value. Comments begin with #:
        """),
      .verbatim(["# how I read schedules", "--tz local", "--color never"]),
      .paragraph("For a screen reader, print words instead of columns, ids and signs:"),
      .verbatim(["--plain"]),
      .paragraph(
        """
        walk = A:B SPAN sets the walking time between two locations, in both directions. A and B \
        are names of locations, or the beginnings of names. If several lines match, the line with \
        the longest beginnings applies. konf shows when to leave, subtracts the walk from your \
        free time, and reminds you earlier by the length of the walk:
        """),
      .verbatim(["walk = H:UB 10m", "walk = H.1302:UB2.252A 12m"]),
      .paragraph(
        """
        Options on the command line override those in the file, and the file overrides environment \
        variables. If a command does not accept an option in the file, it ignores that option. \
        konf also ignores unreadable lines, and reports them. Use --no-config to ignore the file, \
        and konf doctor to show its path.
        """),
    ])
}
