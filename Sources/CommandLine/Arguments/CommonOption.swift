/// The options of every command of any program.
package enum CommonOption {
  /// Prints a JSON array; the value selects the fields of its records.
  package static let json = fields(
    "json", short: "j", help: "answer with a JSON array")
  /// Prints a JSON object on each line; the value selects its fields.
  package static let jsonl = fields("jsonl", help: "answer with a JSON object on each line")
  /// Prints a tab-separated table; the value selects its columns.
  package static let tsv = fields("tsv", help: "answer with a table, a tab between two cells")
  /// Prints each record as a line made from a template.
  package static let format = Option<RecordTemplate>(
    "format", "TEMPLATE",
    help: "answer with a line of this form for each record",
    accepting: #"a text with fields in braces, such as "{start.clock} {title}""#,
    parse: RecordTemplate.init)
  /// Sets when to use colour.
  package static let color = Option<ColorChoice>(
    "color", help: "when to use colour; auto, if not given")
  /// Sets when addresses become links.
  package static let hyperlink = Option<HyperlinkChoice>(
    "hyperlink", help: "when addresses are links; auto, if not given")
  /// Sets the number of columns of a line.
  package static let width = Option<Int>(
    "width", short: "w", "N", in: Presentation.widths, help: "lay text out for N columns")
  /// Suppresses remarks.
  package static let quiet = Flag("quiet", short: "q", help: "print no remarks, only errors")
  /// Reports the files read and the time taken.
  package static let verbose = Flag(
    "verbose", short: "v", help: "say what is read, from where, and how long it takes")
  /// Prints long answers without a pager.
  package static let noPager = Flag("no-pager", help: "print a long answer without a pager")
  /// Ignores the file of default options.
  package static let noConfig = Flag(
    "no-config", help: "ignore the file of default options")
  /// Prints the help.
  package static let help = Flag(
    "help", short: "h", help: "explain the program or the command; -h in short")
  /// Prints the version.
  package static let version = Flag("version", short: "V", help: "print the version")

  private static func fields(
    _ name: String, short: Character? = nil, help: SafeText
  ) -> Option<FieldList> {
    Option(
      name, short: short, "FIELDS", naming: .fields, help: help, form: .optional,
      accepting: "names of fields with commas between them, such as id,title",
      parse: FieldList.init)
  }

  /// The options that the file of default options cannot set.
  package static var notByDefault: [OptionDefinition] {
    dataForms + [noConfig.definition, help.definition, version.definition]
  }

  /// The options that choose an output format for programs.
  package static var dataForms: [OptionDefinition] {
    [json, jsonl, tsv].map(\.definition) + [format.definition]
  }
}

extension Invocation {
  /// The option that chooses an output format for programs, or nil if none was given.
  package var dataForm: OptionDefinition? { CommonOption.dataForms.first { has($0) } }
}
