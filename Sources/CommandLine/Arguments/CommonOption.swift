/// The options that every command of every program takes.
package enum CommonOption {
  package static let json = fields(
    "json", short: "j", help: "print a JSON array")
  package static let jsonl = fields("jsonl", help: "print a JSON object on each line")
  package static let tsv = fields("tsv", help: "print a tab-separated table")
  package static let format = Option<RecordTemplate>(
    "format", "TEMPLATE",
    help: "print one line of this form per record",
    accepting: #"text with fields in braces, such as "{start.clock} {title}""#,
    parse: RecordTemplate.init)
  package static let color = Option<ColorChoice>(
    "color", help: "when to use color; default: auto")
  package static let hyperlink = Option<HyperlinkChoice>(
    "hyperlink", help: "when to print links; default: auto")
  package static let width = Option<Int>(
    "width", short: "w", "N", in: Presentation.widths, help: "wrap text at N columns")
  package static let plain = Flag(
    "plain", help: "print words instead of columns, ids and signs, for screen readers")
  package static let quiet = Flag("quiet", short: "q", help: "print only errors, no remarks")
  package static let verbose = Flag(
    "verbose", short: "v", help: "print what konf reads, from where, and how long it takes")
  package static let noPager = Flag("no-pager", help: "print long output without a pager")
  package static let noConfig = Flag(
    "no-config", help: "ignore the file of default options")
  package static let help = Flag(
    "help", short: "h", help: "explain the program or the command; -h is shorter")
  package static let version = Flag("version", short: "V", help: "print the version")

  /// Creates an option with an optional value: the list of the fields to print.
  private static func fields(
    _ name: String, short: Character? = nil, help: SafeText
  ) -> Option<FieldList> {
    Option(
      name, short: short, "FIELDS", naming: .fields, help: help, form: .optional,
      accepting: "comma-separated field names, such as id,title",
      parse: FieldList.init)
  }

  /// The options that the file of default options cannot set.
  package static var notByDefault: [OptionDefinition] {
    dataForms + [noConfig.definition, help.definition, version.definition]
  }

  /// The options that choose an output format for other programs.
  package static var dataForms: [OptionDefinition] {
    [json, jsonl, tsv].map(\.definition) + [format.definition]
  }
}

extension Invocation {
  /// The option that chooses an output format for other programs, or nil if none was given.
  package var dataForm: OptionDefinition? { CommonOption.dataForms.first { has($0) } }
}
