import CommandLine
import Importer
import Marks
import Schedule
import SourceText

enum ImportNotes {
  private static let most = 10

  /// Prints the issues that lose data, grouped by kind.
  ///
  /// If a group has more than ten issues, only the first three are printed in full. One more line
  /// contains the number of the others and some of their positions.
  static func writeLosses(
    of issues: [ImportIssue], _ source: ScheduleSource, _ streams: inout OutputStreams
  ) {
    for those in kinds(of: issues.filter(\.losesData)) {
      let isLong = those.count > most
      for issue in those.prefix(isLong ? 3 : most) {
        for (number, line) in SafeText.lines(of: issue.description).enumerated() {
          streams.note(number == 0 ? "\(source.name):\(line)" : line)
        }
      }
      if isLong {
        let rest = those.dropFirst(3)
        let positions = rest.prefix(most).map(\.position.description).joined(separator: ", ")
        let end = rest.count > most ? ", \(streams.presentation.glyphs.ellipsis)" : ""
        streams.note("\(source.name): \(rest.count) more of this kind, at \(positions)\(end)")
      }
    }
  }

  /// Prints a line about cancelled events and about the other issues that lose no data.
  ///
  /// The line contains their numbers and the command that lists them.
  static func writeCount(
    of issues: [ImportIssue], _ source: ScheduleSource, _ invocation: Invocation,
    _ streams: inout OutputStreams
  ) {
    let cancelled = issues.count { $0.kind == .cancelled }
    let others = issues.count { !$0.losesData && $0.kind != .cancelled }
    var counts: [SafeText] = []
    if cancelled > 0 {
      counts.append(
        "\(SafeText.counted(cancelled, "cancelled event", "cancelled events")) left out")
    }
    if others > 0 {
      counts.append(
        cancelled > 0
          ? SafeText.counted(others, "other remark", "other remarks")
          : SafeText.counted(others, "remark", "remarks"))
    }
    guard let first = counts.first else { return }
    let all = counts.dropFirst().reduce(first) { "\($0), \($1)" }
    let lister = invocation.konf(.folder, source.check)
    streams.note(
      "\(source.name): \(all); \(lister) lists \(cancelled + others == 1 ? "it" : "them")")
  }

  /// Returns the issues grouped by kind, in order of first occurrence.
  private static func kinds(of issues: [ImportIssue]) -> [[ImportIssue]] {
    var places: [[String]: Int] = [:]
    var kinds: [[ImportIssue]] = []
    for issue in issues {
      let name =
        switch issue.kind {
        case .unreadable(let field, _, let accepted): ["field", field, accepted]
        case .repeatedUnique(let field, _): ["unique", field]
        default: [issue.kind.rule.name]
        }
      let place = places[name, default: kinds.count]
      if place == kinds.count {
        places[name] = place
        kinds.append([])
      }
      kinds[place].append(issue)
    }
    return kinds
  }
}
