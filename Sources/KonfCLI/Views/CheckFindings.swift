import ECSKit
import Importer
import Schedule

/// The findings of a check, in the order of the file.
struct CheckFindings {
  /// What was found, and where.
  struct Item {
    let finding: Finding
    /// Nil for what is about the file as a whole.
    let place: RecordPlace?
  }

  let items: [Item]

  /// Reads the findings that the systems of a check have made in a context.
  init(_ context: Context) {
    let whole = context.group(.all(Finding.self).none(RecordPlace.self)).entities
    let placed = context.group(.all(Finding.self, RecordPlace.self)).sorted(by: RecordPlace.self)
    items = (whole + placed).compactMap { entity in
      entity[Finding.self].map { Item(finding: $0, place: entity[RecordPlace.self]) }
    }
  }

  /// How many findings are this bad.
  func count(_ severity: CheckRule.Severity) -> Int {
    items.count { $0.finding.rule.severity == severity }
  }

  /// The findings as JSON.
  var records: [JSONOutput] {
    items.map { item in
      [
        "severity": .string(item.finding.rule.severity.rawValue),
        "rule": .string(item.finding.rule.rawValue),
        "record": .integer(orNull: item.place?.record),
        "id": .string(orNull: item.place?.key),
        "line": .integer(orNull: item.place?.position.line),
        "column": .integer(orNull: item.place?.position.column),
        "message": .string(item.finding.message),
      ]
    }
  }
}

extension Page {
  /// Findings under the record they are about, and how many there are.
  mutating func findings(_ findings: CheckFindings, of source: ScheduleSource) {
    var rest = findings.items[...]
    while let first = rest.first {
      let record = first.place?.record
      let those = rest.prefix { $0.place?.record == record }
      blank()
      add(Self.head(of: first.place, source), hanging: 2)
      add(those.map(Self.row))
      rest = rest.dropFirst(those.count)
    }
    blank()
    let counts = CheckRule.Severity.allCases.compactMap { severity -> String? in
      let count = findings.count(severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let sum = counts.isEmpty ? "nothing to complain about" : counts.joined(separator: ", ")
    add("\(source.name, .strong): \(sum)", hanging: 2)
  }

  private static func head(of place: RecordPlace?, _ source: ScheduleSource) -> Line {
    guard let place else { return "\("the file as a whole", .strong)" }
    let item: Line = "\("item \(place.record)", .strong)"
    return place.key.map { "\(item) \("(\($0))", .dim)" } ?? item
  }

  private static func row(of item: CheckFindings.Item) -> [Line] {
    let severity = item.finding.rule.severity
    let style: Style =
      switch severity {
      case .error: .error
      case .warning: .note
      case .note: .dim
      }
    return [
      item.place.map { Line("\($0.position.description)") } ?? Line("-"),
      Line("\(severity.rawValue)", style),
      "\(item.finding.message) \("[\(item.finding.rule.rawValue)]", .dim)",
    ]
  }
}
