import CommandLine

extension CommandTable {
  static let query = TopicDefinition(
    "query", summary: "the language of konf entities and konf log",
    discussion: [
      .paragraph(
        """
        A query is a condition. The name of a component matches every entity that has the \
        component. Case, dashes and underscores in names do not matter. Put names with spaces in \
        quotation marks. Use konf entities to list the names.
        """),
      .list([
        HelpBlock.Entry("title", "the entity has a title"),
        HelpBlock.Entry("rating.stars >= 4", "compare a field with =, !=, <, <=, > or >="),
        HelpBlock.Entry("title ~ swift", "the text contains the word; case does not matter"),
        HelpBlock.Entry("timing.end = -", "the field has no value"),
        HelpBlock.Entry("a b, a and b", "both match"),
        HelpBlock.Entry("a or b", "at least one matches; \"and\" binds tighter than \"or\""),
        HelpBlock.Entry("not a, ( )", "a does not match; parentheses group conditions"),
        HelpBlock.Entry("all a b, any a b, none a b", "all, at least one or none of them match"),
        HelpBlock.Entry(
          "entity:7, entity:7..9",
          "the entity with number 7, or the entities 7 to 9"),
        HelpBlock.Entry(
          "count ..., ... limit 5",
          "count the results, or show only the first five"),
      ]),
      .paragraph(
        "In konf log, a query matches events instead of entities. It can use more conditions:"),
      .list([
        HelpBlock.Entry("added, updated, removed", "a component was added, updated or removed"),
        HelpBlock.Entry("created, destroyed", "an entity was created or destroyed"),
        HelpBlock.Entry("old rating.stars < 3", "compare the value before the change"),
        HelpBlock.Entry("event:1..20", "the events with the numbers 1 to 20"),
        HelpBlock.Entry(
          "entities where ..., components where ...",
          "the entities or components of the matching events; needs --import"),
      ]),
      .paragraph(
        "Write times as konf prints them in JSON, or only the date: rating.time > 2015-05-18."),
    ])
}
