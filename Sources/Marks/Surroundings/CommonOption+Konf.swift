package import CommandLine
package import Schedule

/// The options of every konf command, in addition to the options that every program has.
extension CommonOption {
  package static let data = Option<String>(
    "data", short: "d", "PATH|-", naming: .schedule,
    help: "read this file or saved schedule; - is standard input")
  package static let home = Option<String>(
    "home", "DIR", naming: .folder, help: "use this data folder",
    accepting: "a folder"
  ) { $0.isEmpty ? nil : $0 }
  package static let noIDs = Flag("no-ids", help: "leave out ids")
  package static let at = Option<MomentInput>(
    "at", "TIME", help: "run as if the current time were TIME",
    accepting: """
      a time such as 2015-05-18T11:00, 2015-05-18T11:00+02:00, 11:00, "mon 11:00" or +2h
      """, parse: MomentInput.init)
  package static let month = Option<ConferenceMonth>(
    "month", "YYYY-MM", help: "the month of a schedule that has only day numbers",
    accepting: "a year and a month, such as 2015-05", parse: ConferenceMonth.init)
  package static let zone = Option<String>(
    "zone", "ZONE", naming: .zone, help: "the zone of a schedule that does not name one")
  package static let displayZone = Option<String>(
    "tz", "ZONE", naming: .zone, help: "show times in this zone")

  /// All options, in help-page order.
  package static var all: [OptionDefinition] {
    [
      data.definition, home.definition,
      json.definition.explained("print a JSON array; see konf help json"),
      jsonl.definition, tsv.definition,
      format.definition.explained(
        "print a line of this form for each record; see konf help json"),
      color.definition, hyperlink.definition, width.definition, plain.definition,
      noIDs.definition, quiet.definition, verbose.definition, noPager.definition, at.definition,
      month.definition,
      zone.definition, displayZone.definition,
      noConfig.definition.explained("ignore the file of default options; see konf help config"),
      help.definition.explained("explain konf or the command; -h is shorter"), version.definition,
    ]
  }
}
