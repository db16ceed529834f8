import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Holds an outcome against the one that was looked at before.
///
/// The control sequences of colours are shown by a sign, so that the files can be read.
func expectSnapshot(
  _ output: Output, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  var text = output.text
  if !output.notes.isEmpty { text += "--- notes\n\(output.notes)" }
  if output.status != .success { text += "--- status \(output.status.rawValue)\n" }
  let shown = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    .joined(separator: "\u{241B}")
  let snapshot = Snapshot(name, in: "Tests/KonfCLITests/Snapshots")
  if let problem = snapshot.problem(with: shown) {
    Issue.record("\(problem)", sourceLocation: sourceLocation)
  }
}
