import CommandLine
import Importer
import Schedule
import SourceText

struct FindingRecord: Record {
  let item: CheckFindings.Item
  /// The file as given on the command line, or nil for the built-in schedule.
  let file: String?

  static let meaning: String? =
    "A finding of konf check: a problem in a schedule."
  static let fields: [Field<FindingRecord>] = [
    Field(
      "file", .orNull(.text),
      "The path of the checked file, or - for standard input; null for the built-in schedule."
    ) { .string(orNull: $0.file) },
    Field("severity", .words(["error", "warning", "note"])) {
      .string($0.item.finding.rule.severity.rawValue)
    },
    Field("rule", .text, "The name of the rule, as listed by konf help rules.") {
      .string($0.item.finding.rule.name)
    },
    Field(
      "record", .orNull(.integer(from: 1)),
      "The number of the record in the file; null if the finding is about the whole file."
    ) { finding in
      .integer(orNull: finding.item.place.flatMap { $0.record == 0 ? nil : $0.record })
    },
    Field("key", .orNull(.text), "The kind and the id or name of the record.") {
      .string(orNull: $0.item.place?.key)
    },
    Field("title", .orNull(.text), "The title of the talk or session.") {
      .string(orNull: $0.item.name)
    },
    Field("line", .orNull(.integer(from: 1))) { .integer(orNull: $0.item.place?.position.line) },
    Field("column", .orNull(.integer(from: 1))) {
      .integer(orNull: $0.item.place?.position.column)
    },
    Field("message", .text) { .string($0.item.finding.message) },
  ]
}
