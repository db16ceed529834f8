import CommandLine

extension CommandTable {
  /// The topic of the query language.
  static let query = TopicDefinition(
    "query", summary: "the language of konf entities and konf log",
    discussion: [
      .paragraph(
        """
        A query is a condition. The name of a component matches every entity that has it. Case, \
        dashes and underscores in names do not matter; a name with blanks needs quotation marks. \
        konf entities lists the names.
        """),
      .list([
        HelpBlock.Entry("title", "it has a title"),
        HelpBlock.Entry("rating.stars >= 4", "a field is compared: =, !=, <, <=, >, >="),
        HelpBlock.Entry("title ~ swift", "a text has the word in it, in any case"),
        HelpBlock.Entry("timing.end = -", "the field has no value"),
        HelpBlock.Entry("a b, a and b", "both are true"),
        HelpBlock.Entry(
          "a or b, not a, ( )", "either, the opposite, a group; and binds more tightly than or"),
        HelpBlock.Entry("all a b, any a b, none a b", "all of these, at least one, none of them"),
        HelpBlock.Entry("entity:7, entity:7..9", "the number of the entity"),
        HelpBlock.Entry("count ..., ... limit 5", "how many there are; the first five"),
      ]),
      .paragraph("A query of konf log is about events, and has more conditions:"),
      .list([
        HelpBlock.Entry("added, updated, removed", "what happened to a component"),
        HelpBlock.Entry("created, destroyed", "what happened to an entity"),
        HelpBlock.Entry("old rating.stars < 3", "the value before the change"),
        HelpBlock.Entry("event:1..20", "the number of the event"),
        HelpBlock.Entry("entities where ..., components where ...", "what the events are about"),
      ]),
      .paragraph("A time is compared as konf prints it in JSON: rating.time > 2015-05-18."),
    ])
}
