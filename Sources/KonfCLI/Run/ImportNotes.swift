import Importer

/// What the user is told about a schedule that was not read as its author will have wanted.
enum ImportNotes {
  /// Tells the first of some issues.
  ///
  /// - Parameters:
  ///   - issues: The issues; a file in another format may have one for each field.
  ///   - source: The schedule that has them.
  ///   - limit: How many are told in full, so that the answer is not lost behind them.
  ///   - hint: What is said behind the number of the others.
  ///   - streams: Where they are told.
  static func write(
    _ issues: [ImportIssue], _ source: ScheduleSource, limit: Int, hint: SafeText,
    _ streams: inout OutputStreams
  ) {
    for issue in issues.prefix(limit) {
      for (number, line) in SafeText.lines(of: issue.description).enumerated() {
        streams.note(number == 0 ? "\(source.name):\(line)" : line)
      }
    }
    let rest = issues.count - limit
    if rest > 0 { streams.note("\(source.name): and \(rest) more\(hint)") }
  }
}
