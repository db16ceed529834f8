import CommandLine

extension CommandTable {
  /// The topic of the query language.
  static let query = TopicDefinition(
    "query", summary: "the language of konf entities and konf log",
    discussion: [
      .paragraph(
        """
        A query is a condition. The name of a component matches every entity that has the \
        component. Case, dashes and underscores in names do not matter. Put names with spaces in \
        quotation marks. konf entities lists the names.
        """),
      .list([
        HelpBlock.Entry("title", "has a title"),
        HelpBlock.Entry("rating.stars >= 4", "compare a field with =, !=, <, <=, > or >="),
        HelpBlock.Entry("title ~ swift", "the text contains the word, in any case"),
        HelpBlock.Entry("timing.end = -", "the field has no value"),
        HelpBlock.Entry("a b, a and b", "both match"),
        HelpBlock.Entry(
          "a or b, not a, ( )",
          "either matches, does not match, a group; and binds tighter than or"),
        HelpBlock.Entry("all a b, any a b, none a b", "all, at least one or none of these match"),
        HelpBlock.Entry(
          "entity:7, entity:7..9",
          "the entity with this number, or a range of numbers"),
        HelpBlock.Entry(
          "count ..., ... limit 5",
          "only count the results, only show the first five"),
      ]),
      .paragraph("A query for konf log matches events and has more conditions:"),
      .list([
        HelpBlock.Entry("added, updated, removed", "a component was added, updated or removed"),
        HelpBlock.Entry("created, destroyed", "an entity was created or destroyed"),
        HelpBlock.Entry("old rating.stars < 3", "compare the value before the change"),
        HelpBlock.Entry("event:1..20", "the event with this number, or a range of numbers"),
        HelpBlock.Entry(
          "entities where ..., components where ...",
          "the entities or components of the matching events"),
      ]),
      .paragraph("Write times as konf prints them in JSON: rating.time > 2015-05-18."),
    ])
}
