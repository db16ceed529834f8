// The commands that look at a schedule as data.

extension OptionDefinition {
  package static let all = OptionDefinition(
    "all", help: "tell also other words, and who and what came or went with its talks")
  package static let grid = OptionDefinition(
    "grid", help: "show each day as rooms by time")
  package static let strict = OptionDefinition(
    "strict", help: "end with 1 if there is a warning, too")
  package static let skip = OptionDefinition(
    "skip", .text("RULE,..."), help: "leave these rules out; see konf help rules")
}

extension CommandTable {
  static let diff = CommandDefinition(
    "diff", summary: "what is different in a newer version of a schedule",
    operands: [OperandDefinition("OLD"), OperandDefinition("NEW", .optional)], options: [.all],
    discussion: [
      .paragraph(
        """
        OLD and NEW are files; - is the standard input. Without NEW the newer version is the \
        schedule that the other commands show. Schedules that have no session in common are \
        refused. Times that are the same on the clocks of the venue \
        and changed their offset are told apart from what was moved.
        """),
      .paragraph(
        """
        New abstracts, biographies, handles, links and numbers are told with --all only, and so \
        are speakers and places that come or go with what names them. konf ends with 0, whether \
        there are differences or not.
        """),
    ],
    examples: [
      Example("konf diff old.json new.json", "what was added, cancelled, moved, renamed"),
      Example("konf diff old.json --json", "the same about the schedule of --data"),
    ])

  static let check = CommandDefinition(
    "check", summary: "find mistakes in a schedule (for organizers)",
    operands: [OperandDefinition("FILE...", .optional, takesWords: true)],
    options: [.skip, .strict],
    discussion: [
      .paragraph(
        """
        Each finding begins with file, line and column, where an editor can jump to, and ends with \
        the rule that is broken. FILE is - for the standard input; without FILE konf checks the \
        schedule that the other commands show.
        """),
      .paragraph(
        """
        If there is an error, konf ends with 1; with --strict also if there is a warning. konf \
        help rules lists what is looked for.
        """),
      .paragraph(
        """
        overlap=PLACE leaves overlap out for places where several things may happen at a time; \
        PLACE is a name or a part of one.
        """),
    ],
    examples: [
      Example("konf check schedule.json", "all findings"),
      Example("konf check --strict day1.json day2.json", "for a script before publishing"),
      Example("konf check schedule.json --skip overlap,placeholder", "all but these"),
      Example("konf check schedule.json --skip overlap=foyer", "the foyer may be shared"),
      Example("konf check --json", "the same for another program"),
    ])

  static let entities = CommandDefinition(
    "entities", summary: "the schedule as the entities it is made of",
    operands: [OperandDefinition("MATCHER", .optional, takesWords: true)],
    discussion: [
      .paragraph(
        """
        MATCHER is the names of the components that an entity has to hold. Behind the word any \
        stand those of which it needs one, behind none those that it must not hold, behind all \
        more of the first kind; the word all alone is every entity. Case, dashes and commas do \
        not matter.
        """),
      .paragraph(
        """
        Without MATCHER it is told how many entities each component, group and index has.
        """),
    ],
    examples: [
      Example("konf entities", "how many there are of what"),
      Example("konf entities title none rating", "the talks that have no stars of their own"),
      Example("konf entities name any address description", "the places"),
      Example("konf entities all --json", "everything"),
    ])
}
