/// A progress line on the terminal, redrawn in place and removed at the end.
///
///     progress.update("reading \(name): \(count) records")
///     progress.finish()
package final class Progress {
  /// The minimum duration of a run before the line is first drawn.
  private static let patience = Duration.milliseconds(500)
  /// The minimum time between two drawings.
  private static let interval = Duration.milliseconds(100)

  private let width: Int
  private let elapsed: () -> Duration
  private let draw: (String) -> Void
  private var lastDrawing: Duration?

  /// Creates a progress line, or returns nil if the terminal cannot redraw a line.
  package init?(_ environment: RunEnvironment) {
    let term = environment.variables[EnvironmentVariable.terminal.name] ?? ""
    guard let draw = environment.drawProgress, environment.terminal.errorIsTerminal, !term.isEmpty,
      term != "dumb"
    else { return nil }
    width = environment.terminal.errorColumns ?? 80
    elapsed = environment.elapsed
    self.draw = draw
  }

  /// Redraws the line at most once per ``interval``, and not at the beginning of the run.
  package func update(_ text: @autoclosure () -> SafeText) {
    let now = elapsed()
    guard Self.patience <= now, lastDrawing.map({ Self.interval <= now - $0 }) ?? true else {
      return
    }
    lastDrawing = now
    // Some terminals move to the next line after a character in the last column.
    let line = Line(text()).truncated(to: width - 1, ellipsis: "")
    draw("\r\(line.rendered(color: false, isolating: true))\u{1B}[K")
  }

  package func finish() {
    if lastDrawing != nil { draw("\r\u{1B}[K") }
    lastDrawing = nil
  }
}

extension SafeText {
  /// Returns a size such as "45 MB" or "12 kB", where 1 kB is 1024 bytes.
  package static func size(_ bytes: Int) -> SafeText {
    bytes < 1 << 20 ? "\(bytes >> 10) kB" : "\(bytes >> 20) MB"
  }
}
