/// The options that every command of any program can take.
package enum CommonOption {
  /// Whether the answer is a JSON array, and the fields of its records.
  package static let json = fields(
    "json", short: "j", help: "answer with a JSON array")
  /// Whether the answer is a JSON object on each line.
  package static let jsonl = fields("jsonl", help: "answer with a JSON object on each line")
  /// Whether the answer is a table with tabs.
  package static let tsv = fields("tsv", help: "answer with a table, a tab between two cells")
  /// The line of each record of the answer.
  package static let format = Option<RecordTemplate>(
    "format", "TEMPLATE",
    help: "answer with a line of this form for each record",
    accepting: #"a text with fields in braces, such as "{start.clock} {title}""#,
    parse: RecordTemplate.init)
  /// When to use colour.
  package static let color = Option<ColorChoice>(
    "color", help: "when to use colour; auto, if not given")
  /// When addresses are links.
  package static let hyperlink = Option<HyperlinkChoice>(
    "hyperlink", help: "when addresses are links; auto, if not given")
  /// The columns of a line.
  package static let width = Option<Int>(
    "width", short: "w", "N", in: Presentation.widths, help: "lay text out for N columns")
  /// Whether remarks are left out.
  package static let quiet = Flag("quiet", short: "q", help: "print no remarks, only errors")
  /// Whether what a run reads and how long it takes is written.
  package static let verbose = Flag(
    "verbose", short: "v", help: "say what is read, from where, and how long it takes")
  /// Whether long answers are written at once.
  package static let noPager = Flag("no-pager", help: "print a long answer without a pager")
  /// Whether the file of default options is left out.
  package static let noConfig = Flag(
    "no-config", help: "ignore the file of default options")
  /// Whether the help is asked for.
  package static let help = Flag(
    "help", short: "h", help: "explain the program or the command; -h in short")
  /// Whether the version is asked for.
  package static let version = Flag("version", short: "V", help: "print the version")

  private static func fields(
    _ name: String, short: Character? = nil, help: SafeText
  ) -> Option<FieldList> {
    Option(
      name, short: short, "FIELDS", naming: .fields, help: help, form: .optional,
      accepting: "names of fields with commas between them, such as id,title",
      parse: FieldList.init)
  }

  /// Those that make no sense each time.
  package static var notByDefault: [OptionDefinition] {
    dataForms + [noConfig.definition, help.definition, version.definition]
  }

  /// Those that say that another program reads the answer.
  package static var dataForms: [OptionDefinition] {
    [json, jsonl, tsv].map(\.definition) + [format.definition]
  }
}

extension Invocation {
  /// The option that asks for an answer for programs; nil if none does.
  package var dataForm: OptionDefinition? { CommonOption.dataForms.first { has($0) } }
}
