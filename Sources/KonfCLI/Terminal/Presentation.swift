/// What the process found out about its streams.
package struct TerminalFacts: Equatable, Sendable {
  /// Whether the standard output is a terminal.
  package var outIsTerminal: Bool
  /// Whether the standard error is a terminal.
  package var errorIsTerminal: Bool
  /// The columns of the terminal behind the standard output, if there is one that says so.
  package var columns: Int?

  /// Creates the facts.
  ///
  /// - Parameters:
  ///   - outIsTerminal: Whether the standard output is a terminal.
  ///   - errorIsTerminal: Whether the standard error is a terminal.
  ///   - columns: The terminal's columns, if known.
  package init(outIsTerminal: Bool = false, errorIsTerminal: Bool = false, columns: Int? = nil) {
    self.outIsTerminal = outIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.columns = columns
  }
}

/// How an answer is laid out: all that options, environment and terminal decide together.
package struct Presentation: Equatable, Sendable {
  /// The widths that can be asked for, in columns; no layout is narrower.
  package static let widths = 20...1000

  /// The columns of a line.
  package let width: Int
  /// Whether the standard output gets colour.
  package let colorsOutput: Bool
  /// Whether the standard error gets colour.
  package let colorsNotes: Bool
  /// Whether JSON is spread over lines; in a pipe it is compact.
  package let indentsJSON: Bool
  /// The drawn signs.
  package let glyphs: Glyphs

  /// Decides from what is known.
  ///
  /// The width is the one asked for, else the terminal's, else that of `COLUMNS`, else 80.
  ///
  /// - Parameters:
  ///   - color: The choice for colour.
  ///   - width: The width asked for, if any.
  ///   - environment: The variables by name.
  ///   - terminal: What is known of the streams.
  package init(
    color: ColorChoice = .auto, width: Int? = nil, environment: [String: String] = [:],
    terminal: TerminalFacts = TerminalFacts()
  ) {
    let told = [width, terminal.columns, environment["COLUMNS"].flatMap { Int($0) }]
    let known = told.lazy.compactMap { $0 }.first { $0 > 0 } ?? 80
    self.width = min(max(known, Self.widths.lowerBound), Self.widths.upperBound)
    colorsOutput = color.usesColor(
      environment: environment, isTerminal: terminal.outIsTerminal)
    colorsNotes = color.usesColor(
      environment: environment, isTerminal: terminal.errorIsTerminal)
    indentsJSON = terminal.outIsTerminal
    glyphs = .fitting(environment)
  }
}
