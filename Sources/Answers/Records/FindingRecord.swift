package import CommandLine
import Importer
import Schedule
import SourceText

/// Something that a check found in a file.
package struct FindingRecord: Record {
  package let item: CheckFindings.Item
  /// The file as the command line names it; nil for the built-in schedule.
  package let file: String?

  package static let fields: [Field<FindingRecord>] = [
    Field("file") { .string(orNull: $0.file) },
    Field("severity") { .string($0.item.finding.rule.severity.rawValue) },
    Field("rule") { .string($0.item.finding.rule.name) },
    Field("record") { finding in
      .integer(orNull: finding.item.place.flatMap { $0.record == 0 ? nil : $0.record })
    },
    Field("key") { .string(orNull: $0.item.place?.key) },
    Field("title") { .string(orNull: $0.item.name) },
    Field("line") { .integer(orNull: $0.item.place?.position.line) },
    Field("column") { .integer(orNull: $0.item.place?.position.column) },
    Field("message") { .string($0.item.finding.message) },
  ]
}
