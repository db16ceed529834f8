package import CommandLine
package import ECSStore
import Importer
import Schedule
import SourceText

/// An entry of the log as a JSON object, for example to load it into a database.
///
/// The device and the counter form the key. `konf ratings --jsonl` prints rows, and `konf ratings
/// --merge` reads them. The members of a row may be in any order, and unknown members are ignored.
package struct ChangeRow: Record {
  package let entry: LogEntry

  /// Creates the row of an entry, without the private name of a device.
  package init(entry: LogEntry) {
    let change = entry.change
    self.entry =
      change.kind == LogKind.device
      ? entry.withChange(LogChange(subject: change.subject, value: "", comment: change.comment))
      : entry
  }

  /// Returns true if an entry is needed to merge ratings.
  ///
  /// Such an entry contains a rating, or links the devices of a person.
  package static func isOfRatings(_ entry: LogEntry) -> Bool {
    entry.change.kind == Rating.storedName || entry.change.kind == LogKind.device
  }

  private var change: LogChange { entry.change }

  package static let meaning: String? =
    "An entry of the log, as one line of konf ratings --jsonl, without an array. Device and counter form its key."
  /// The fields; ``ChangeRowReader`` refers to them by position.
  package static let fields: [Field<ChangeRow>] = [
    Field("device", .text, "The id of the device that made the change.") {
      .string($0.entry.device.description)
    },
    Field("counter", .integer(from: 1, to: 9_007_199_254_740_991)) {
      .integer(Int($0.entry.counter))
    },
    Field("time", .integer(), "Seconds since 1970-01-01 in UTC.") { .integer(Int($0.entry.time)) },
    Field("scope", .text, "The name of the conference in konf.") { .string($0.change.scope) },
    Field("kind", .text, "The kind of the entry: rating or repair.") { .string($0.change.kind) },
    Field("target", .text, "The id of the rated talk or session.") { .string($0.change.target) },
    Field("title", .text) { .string($0.change.name) },
    Field("people", .array(.text)) { .array($0.change.details.map { .string($0) }) },
    Field("value", .text, "The number of stars; empty if the rating was removed.") {
      .string($0.change.value)
    },
    Field("comment", .text) {
      .string($0.change.kind == LogKind.device ? $0.change.comment : $0.change.remark)
    },
    Field("removal", .text, "How the rating was removed; empty for a rating.") {
      .string($0.change.removal?.rawValue ?? "")
    },
    Field(
      "covers", .text,
      "The replaced changes of other devices: for each device, the counter of the last one."
    ) { .string($0.entry.names.text) },
  ]
}

/// A reader for the entries in the rows of a JSON document.
struct ChangeRowReader {
  /// For each key number of the document, the position of the field, or nil for an unknown key.
  private let members: [Int?]

  init(_ document: SourceDocument) {
    let names = ChangeRow.fieldNames
    members = document.keys.map { names.firstIndex(of: $0) }
  }

  /// Returns the entry of a row, or nil if the row is not an entry.
  func entry(_ row: SourceValue) -> LogEntry? {
    var device: DeviceID?
    var counter: Int?
    var time: Int?
    var people: [String]?
    var scope: String?
    var kind: String?
    var target: String?
    var title: String?
    var value: String?
    var comment: String?
    var removal = ""
    var covers = ""
    for member in row.members {
      switch members[member.keyID] {
      case 0?: device = member.value.string.flatMap { DeviceID(digits: $0.utf8) }
      case 1?: counter = member.value.integer
      case 2?: time = member.value.integer
      case 3?: scope = member.value.string
      case 4?: kind = member.value.string
      case 5?: target = member.value.string
      case 6?: title = member.value.string
      case 7?: people = texts(member.value)
      case 8?: value = member.value.string
      case 9?: comment = member.value.string
      case 10?: removal = member.value.string ?? ""
      case 11?: covers = member.value.string ?? ""
      default: break
      }
    }
    guard let device, let counter, counter >= 1, counter <= LogEntry.greatestCounter, let time,
      let scope, let kind, let target, let title, let people, let value, let comment
    else { return nil }
    return LogEntry(
      device: device, counter: UInt64(counter), time: Int64(time),
      change: LogChange(
        scope: scope, kind: kind, target: target, name: title, details: people, value: value,
        comment: value.isEmpty && kind != LogKind.device ? removal : comment),
      names: VersionVector(covers))
  }

  private func texts(_ list: SourceValue) -> [String]? {
    guard list.kind == .array else { return nil }
    var texts: [String] = []
    for element in list.elements {
      guard let text = element.string else { return nil }
      texts.append(text)
    }
    return texts
  }
}
