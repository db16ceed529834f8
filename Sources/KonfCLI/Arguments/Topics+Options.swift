import Answers
import CommandLine
import Diary

extension CommandTable {
  /// The topic of the options that every command takes.
  static let optionsTopic = TopicDefinition(
    TopicDefinition.optionsName, summary: "the options that every command takes",
    discussion: [
      .list(CommonOption.all.map { HelpBlock.Entry($0) }),
      .paragraph(
        """
        Options may be before or after the command and its words; -- ends them. A value follows \
        as --width 40, --width=40, -w 40 or -w40; letters without values can be joined. If an \
        option is given twice, the last one wins. konf help time explains TIME and ZONE.
        """),
    ])

  /// The topic of the options that narrow a list.
  static let filtersTopic = TopicDefinition(
    TopicDefinition.filtersName, summary: "the options that narrow a list",
    discussion: [
      .list(FilterOption.narrowing.map { HelpBlock.Entry($0) }),
      .paragraph(
        """
        Filters narrow each other; a filter that is given twice finds what matches either value. A name matches by any part of it, without regard to \
        case and accents. Days and clocks are those that the answer shows; konf help time explains \
        DAY and TIME.
        """),
      .paragraph("Examples:"),
      .verbatim([
        "konf timeline --day 2 --after 14:00", "konf talks --speaker lee --track swift",
        "konf now --location saal", "konf next --mine --exit-status",
      ]),
    ])
}
