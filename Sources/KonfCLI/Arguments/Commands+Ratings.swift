extension OptionDefinition {
  package static let merge = OptionDefinition(
    "merge", help: "put the ratings of many people together")
  package static let jsonl = OptionDefinition(
    "jsonl", help: "print changes, a JSON object a line; see konf help scale")
  package static let payload = OptionDefinition(
    "payload", help: "print what the app of UIKonf sent: stars by title")
  package static let repair = OptionDefinition(
    "repair", help: "put a damaged log aside and keep what can be read")
}

extension CommandTable {
  static let ratings = CommandDefinition(
    "ratings", summary: "what you have rated, or many people",
    operands: [OperandDefinition("FILE...", .with(.merge), takesWords: true)],
    options: OptionDefinition.filters + [.merge, .jsonl, .payload],
    discussion: [
      .paragraph(
        """
        --merge reads logs and rows of --jsonl: files, folders with files named .log or .jsonl in \
        them, or - for the standard input. Each thing that was rated is shown with the number of \
        ratings, their mean, their spread, which is the standard deviation, and the remarks; names \
        are not shown. What comes twice counts once, and the order of the files makes no \
        difference. --merge with --jsonl prints the rows of all the files, of all conferences.
        """),
      .paragraph(
        """
        The stars of a session count for its talks in the ratings of each person who gave them \
        none of their own. A person is a folder of ratings: two folders are two people.
        """),
      .paragraph(
        """
        Ratings belong to a conference, not to its title: konf finds them under the titles it had \
        before, by the talks that were rated. Ratings of other conferences are counted in a remark.
        """),
    ],
    examples: [
      Example("konf ratings", "stars, talks and comments"),
      Example("konf ratings --json > ratings.json", "the same for another program"),
      Example("konf ratings --merge audience/", "what everybody thinks"),
      Example("konf ratings --jsonl > mine.jsonl", "the log, to be merged elsewhere"),
      Example("konf ratings --merge audience/ --jsonl", "the rows of all files, for a database"),
    ])

  static let doctor = CommandDefinition(
    "doctor", summary: "where everything is, and what is damaged",
    options: [.repair],
    discussion: [
      .paragraph(
        """
        Each line of the log checks itself; a damaged one is told with its place and its number \
        of bytes, and nothing is changed. --repair puts the file aside as it was, beside the log, \
        and writes the log anew with all that can be read, here or in the generation before.
        """)
    ],
    examples: [
      Example("konf doctor", "which files konf uses, and whether they are sound"),
      Example("konf doctor --repair", "a sound log again"),
    ])
}
