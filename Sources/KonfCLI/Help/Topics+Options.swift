import CommandLine
import Marks

extension CommandTable {
  static let optionsTopic = TopicDefinition(
    TopicDefinition.optionsName, summary: "options of every command",
    discussion: [
      .list(CommonOption.all.map { HelpBlock.Entry($0) }),
      .paragraph(
        """
        Put options before or after the command and its arguments; -- ends the options. Write a \
        value as --width 40, --width=40, -w 40 or -w40. You can join short options that take no \
        value. If you give a common option twice, the last one wins. See konf help time for TIME \
        and ZONE.
        """),
    ])

  static let filtersTopic = TopicDefinition(
    TopicDefinition.filtersName, summary: "options that narrow a list",
    discussion: [
      .list(FilterOption.narrowing.map { HelpBlock.Entry($0) }),
      .paragraph(
        """
        A list shows the items that match all filters. If you repeat --day, --track, --location, \
        --speaker or --lang, an item needs to match only one of the values. Any part of a name is \
        enough; case and accents do not matter. If a name matches exactly, konf ignores longer \
        names that contain it. Days and times are in the zone of the venue, or in the zone given \
        with --tz. See konf help time for DAY and TIME.
        """),
      .paragraph("Examples:"),
      .verbatim([
        "konf timeline --day 2 --after 14:00", "konf talks --speaker lee --track swift",
        "konf now --location saal", "konf next --mine --exit-status",
      ]),
    ])
}
