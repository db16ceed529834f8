import Basics
import CommandLine
import ECSKit
import Importer
import Marks
import Schedule
import SourceText

/// The findings of a check, in the order of their positions in the file.
struct CheckFindings {
  struct Item {
    let finding: Finding
    /// The position in the file, or nil for a finding about the whole file.
    let place: RecordPosition?
    /// The name of the talk or session that the finding is about.
    let name: String?
  }

  let items: [Item]

  init(_ schedule: ConferenceSchedule) {
    let context = schedule.context
    let whole = context.group(.all(Finding.self).none(RecordPosition.self)).entities
    // Sorting the findings once needs less memory than an ordered group, because the group would
    // store the positions of all records.
    let placed = context.group(.all(Finding.self, RecordPosition.self)).entities
      .sorted(by: RecordPosition.self)
    let records = Set(placed.compactMap { $0[RecordPosition.self]?.record })
    var subjects: [Int: Entity] = [:]
    for entity in context.group(.all(RecordPosition.self).none(Finding.self)) {
      guard let record = entity[RecordPosition.self]?.record else { continue }
      if records.contains(record), subjects[record] == nil { subjects[record] = entity }
    }
    items = (whole + placed).compactMap { entity in
      guard var finding = entity[Finding.self] else { return nil }
      if let other = entity[FindingSubject.self]?.other?[RecordPosition.self] {
        finding = Finding(
          rule: finding.rule, message: "\(finding.message) at \(other.position)")
      }
      let place = entity[RecordPosition.self]
      let subject = place.flatMap { subjects[$0.record] }.flatMap {
        schedule.sessions.contains($0) || schedule.talks.contains($0) ? $0 : nil
      }
      let name = subject.map(schedule.name(of:)) ?? ""
      return Item(finding: finding, place: place, name: name.isEmpty ? nil : name)
    }
  }

  func count(_ severity: CheckRule.Severity) -> Int {
    items.count { $0.finding.rule.severity == severity }
  }

  func records(of source: ScheduleSource) -> [FindingRecord] {
    items.map { FindingRecord(item: $0, file: source.path) }
  }
}

extension Page {
  /// Adds the findings, each below the name of its talk or session, and their number.
  ///
  /// Each finding begins with its file, line and column in the format of compilers, so that editors
  /// can jump to the position.
  mutating func findings(_ findings: CheckFindings, of source: ScheduleSource) {
    for (_, those) in findings.items.chunked(on: { $0.place?.record }) {
      blank()
      add(head(of: those[those.startIndex]), hanging: 2)
      for item in those { add(item, of: source) }
    }
    blank()
    let counts = CheckRule.Severity.allCases.compactMap { severity -> String? in
      let count = findings.count(severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let sum = counts.isEmpty ? "no problems found" : counts.joined(separator: ", ")
    add("\(source.name, .strong): \(sum)", hanging: 2)
  }

  private func head(of item: CheckFindings.Item) -> Line {
    guard let place = item.place else { return "\("the file as a whole", .strong)" }
    if place.record == 0 { return "\("around the sessions", .strong)" }
    var head: Line = "\("item \(place.record)", .strong)"
    // Without a title, only the key names the record.
    if presentation.showsIDs || item.name == nil, let key = place.key.map(shown(key:)) {
      head.append(" \("(\(key))", .dim)")
    }
    if let name = item.name { head.append(" \(dot) \(prose: name)") }
    return head
  }

  /// Returns the key of a record, with the identifier in the key shortened for display.
  private func shown(key: String) -> String {
    // Searching bytes takes linear time. Searching characters takes quadratic time for a long run
    // of flag emoji.
    guard let blank = key.utf8.lastIndex(of: UInt8(ascii: " ")) else {
      return schedule.shown(key)
    }
    return key[...blank] + schedule.shown(String(key[blank...].dropFirst()))
  }

  private mutating func add(_ item: CheckFindings.Item, of source: ScheduleSource) {
    let severity = item.finding.rule.severity
    let style: Style =
      switch severity {
      case .error: .error
      case .warning: .note
      case .note: .dim
      }
    if presentation.isSpoken {
      let position = item.place.map { " at line \($0.position.line)" } ?? ""
      return add("\(severity.rawValue)\(position): \(item.finding.message)")
    }
    let position = item.place.map { ":\($0.position)" } ?? ""
    let place: Line = "\(source.name)\(position):"
    let words: Line =
      "\(severity.rawValue, style): \(item.finding.message) \("[\(item.finding.rule.name)]", .dim)"
    if place.width < width {
      add("\(place) \(words)", hanging: 2)
    } else {
      // The position is not truncated, because editors need all of it.
      add(painted: place)
      add(words, indent: 2)
    }
  }
}
