/// Prints what was counted, and judges it.
struct Report {
  let tally: Tally

  /// The table of all figures: a column for each mode, the sums last.
  var table: String {
    let width = 12
    let labels = Figure.allCases.map(\.rawValue.count).max() ?? 0
    func row(_ label: String, _ cells: [String]) -> String {
      let head = label + String(repeating: " ", count: labels - label.count)
      return head + cells.map { Self.padded($0, width) }.joined()
    }
    let head = row("", Mode.allCases.map(\.rawValue) + ["all"])
    let rows = Figure.allCases.map { figure in
      row(
        figure.rawValue,
        Mode.allCases.map { "\(tally.count(figure, $0))" } + ["\(tally.count(figure))"])
    }
    return ([head] + rows).joined(separator: "\n")
  }

  /// For each kind of mark how many were lost, reported and silently.
  var losses: String {
    let rows = Mark.Kind.allCases.map { kind in
      let lost = tally.lost[kind] ?? (0, 0)
      return "  \(kind.rawValue): \(lost.reported) reported, \(lost.silent) silently"
    }
    return (["lost marks by kind"] + rows).joined(separator: "\n")
  }

  /// The first examples of each failure.
  var examples: String {
    Figure.allCases.filter(\.isFailure).flatMap { figure in
      let examples = tally.examples[figure, default: []]
      return examples.isEmpty
        ? [] : [figure.rawValue] + examples.map { "  \($0)" }
    }.joined(separator: "\n")
  }

  /// The bounds that are broken, in words.
  var broken: [String] {
    var broken: [String] = []
    let none: [Figure] = [
      .wrong, .merged, .invented, .mixedUp, .appointmentsLost, .appointmentsInvented,
      .silentSurvivor, .silentCancelled,
    ]
    for figure in none where tally.count(figure) > 0 {
      broken.append("\(figure.rawValue): \(tally.count(figure)), at most 0")
    }
    let marks = tally.count(.marks)
    let misleading = tally.count(.misleadingSurvivor) + tally.count(.misleadingCancelled)
    // Rare histories mislead many marks at once, so a rate says nothing about a few. A talk that
    // replaces another under its identifiers gets its marks, and only `konf use` asks about it.
    if misleading * 500 > marks, marks > 100_000 {
      broken.append("misleading: \(misleading), at most 2 in 1000")
    }
    let (kept, surviving) = (tally.count(.kept), tally.count(.surviving))
    if kept * 100 < surviving * 99 {
      broken.append("kept: \(kept) of \(surviving), at least 99 in 100")
    }
    return broken
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
