/// A line on a terminal about the progress of a long run; it is redrawn, and removed at the end.
///
///     progress.update("reading \(name): \(count) records")
///     progress.finish()
package final class Progress {
  /// How long a run is silent.
  private static let patience = Duration.milliseconds(500)
  /// The time between two drawings.
  private static let interval = Duration.milliseconds(100)

  private let width: Int
  private let elapsed: () -> Duration
  private let draw: (String) -> Void
  private var lastDrawing: Duration?

  /// Prepares the line, or returns nil where it cannot be redrawn.
  ///
  /// - Parameter environment: The surroundings of the run, with what draws on the terminal.
  package init?(_ environment: RunEnvironment) {
    let term = environment.variables[EnvironmentVariable.terminal.name] ?? ""
    guard let draw = environment.drawProgress, environment.terminal.errorIsTerminal, !term.isEmpty,
      term != "dumb"
    else { return nil }
    width = environment.terminal.errorColumns ?? 80
    elapsed = environment.elapsed
    self.draw = draw
  }

  /// Draws what the run is doing, if the run takes long and the last drawing is not recent.
  ///
  /// - Parameter text: What it is doing; made only if it is drawn.
  package func update(_ text: @autoclosure () -> SafeText) {
    let now = elapsed()
    guard Self.patience <= now, lastDrawing.map({ Self.interval <= now - $0 }) ?? true else {
      return
    }
    lastDrawing = now
    // In the last column some terminals move to the next line.
    let line = Line(text()).truncated(to: width - 1, ellipsis: "")
    draw("\r\(line.rendered(color: false, isolating: true))\u{1B}[K")
  }

  /// Removes the line.
  package func finish() {
    if lastDrawing != nil { draw("\r\u{1B}[K") }
    lastDrawing = nil
  }
}

extension SafeText {
  /// A number of bytes in mebibytes, such as "45 MB"; few bytes in kibibytes.
  package static func size(_ bytes: Int) -> SafeText {
    bytes < 1 << 20 ? "\(bytes >> 10) kB" : "\(bytes >> 20) MB"
  }
}
