import Importer

/// What the user is told about a schedule that was not read as its author will have wanted.
enum ImportNotes {
  /// How many issues are told in full; a file in another format may have one for each field.
  private static let limit = 20

  static func write(
    _ issues: [ImportIssue], _ source: ScheduleSource, _ streams: inout OutputStreams
  ) {
    for issue in issues.prefix(limit) {
      for (number, line) in SafeText.lines(of: issue.description).enumerated() {
        streams.note(number == 0 ? "\(source.name):\(line)" : line)
      }
    }
    let rest = issues.count - limit
    if rest > 0 { streams.note("\(source.name): and \(rest) more") }
  }
}
