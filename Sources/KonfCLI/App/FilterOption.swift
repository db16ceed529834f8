package import CommandLine
import Marks
import Schedule

package enum FilterOption {
  static let day = Option<NamedDay>(
    "day", "DAY", naming: .day,
    help: """
      only this day: 2015-05-18, "18 may", mon, 2 (the second), today or tomorrow
      """,
    form: .repeatable,
    accepting: """
      a date such as 2015-05-18 or "18 may", a weekday such as mon, the number of a day, today or \
      tomorrow
      """, parse: NamedDay.init)
  static let track = Option<String>(
    "track", "NAME", naming: .track, help: "only talks of this track", form: .repeatable)
  package static let location = Option<String>(
    "location", synonyms: ["room"], "NAME", naming: .location,
    help: "only sessions at this location (--room is the same)", form: .repeatable)
  static let speaker = Option<String>(
    "speaker", "NAME", naming: .person, help: "only talks by this person", form: .repeatable)
  static let language = Option<String>(
    "lang", "CODE", naming: .language, help: "only talks in this language, such as en",
    form: .repeatable)
  static let after = bound(
    "after",
    help: "only sessions that start at TIME or later; a time such as 14:00 applies to every day")
  static let before = bound("before", help: "only sessions that start before TIME")

  static let mine = Flag(
    "mine", help: "only your starred talks and sessions; see konf help star")
  static let hidden = Flag("hidden", help: "only talks and sessions hidden with konf hide")
  package static let exitStatus = Flag("exit-status", help: "exit with status 1 if nothing matches")

  /// The filters that depend on the schedule alone, not on marks.
  static var choosing: [OptionDefinition] {
    [
      day.definition, track.definition, location.definition, speaker.definition,
      language.definition, after.definition, before.definition,
    ].map { $0.filtering }
  }
  /// All filters except `--hidden`.
  static var comparing: [OptionDefinition] { choosing + [mine.definition.filtering] }
  /// All filters.
  static var narrowing: [OptionDefinition] { comparing + [hidden.definition.filtering] }
  /// All filters, and the option `--exit-status`, in the order of the help page.
  package static var all: [OptionDefinition] { narrowing + [exitStatus.definition] }

  private static func bound(_ name: String, help: SafeText) -> Option<MomentInput> {
    Option(
      name, "TIME", help: help,
      accepting: "a time of day such as 14:00, now, or a date and time such as 2015-05-18T11:00",
      parse: MomentInput.init)
  }
}

extension OptionDefinition {
  fileprivate var filtering: OptionDefinition {
    var filter = self
    filter.isFilter = true
    return filter
  }
}
