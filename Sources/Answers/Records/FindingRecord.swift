package import CommandLine
import Importer
import Schedule
import SourceText

/// Something that a check found in a file.
package struct FindingRecord: Record {
  package let item: CheckFindings.Item
  /// The file as the command line names it; nil for the built-in schedule.
  package let file: String?

  package static let meaning: String? =
    "Something in a schedule that is not as it should be."
  package static let fields: [Field<FindingRecord>] = [
    Field(
      "file", .orNull(.text),
      "The path that was checked, - for the standard input; null for the built-in schedule."
    ) { .string(orNull: $0.file) },
    Field("severity", .words(["error", "warning", "note"])) {
      .string($0.item.finding.rule.severity.rawValue)
    },
    Field("rule", .text, "As konf help rules lists it.") { .string($0.item.finding.rule.name) },
    Field(
      "record", .orNull(.integer(from: 1)),
      "The number of the record in the file; null for the file as a whole."
    ) { finding in
      .integer(orNull: finding.item.place.flatMap { $0.record == 0 ? nil : $0.record })
    },
    Field("key", .orNull(.text), "What the record is known by: its kind with its id or name.") {
      .string(orNull: $0.item.place?.key)
    },
    Field("title", .orNull(.text), "What a talk or a session is called.") {
      .string(orNull: $0.item.name)
    },
    Field("line", .orNull(.integer(from: 1))) { .integer(orNull: $0.item.place?.position.line) },
    Field("column", .orNull(.integer(from: 1))) {
      .integer(orNull: $0.item.place?.position.column)
    },
    Field("message", .text) { .string($0.item.finding.message) },
  ]
}
