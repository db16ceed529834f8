/// What the process found out about its streams.
package struct TerminalFacts: Equatable, Sendable {
  /// Whether the standard output is a terminal.
  package var outIsTerminal: Bool
  /// Whether the standard error is a terminal.
  package var errorIsTerminal: Bool
  /// The columns of the terminal of the standard output, if there is one that reports them.
  package var columns: Int?
  /// The columns of the terminal of the standard error, if there is one that reports them.
  package var errorColumns: Int?
  /// The rows of the terminal of the standard output, if there is one that reports them.
  package var rows: Int?

  /// Creates the facts.
  ///
  /// - Parameters:
  ///   - outIsTerminal: Whether the standard output is a terminal.
  ///   - errorIsTerminal: Whether the standard error is a terminal.
  ///   - columns: The columns of the terminal of the standard output, if known.
  ///   - errorColumns: The columns of the terminal of the standard error, if known.
  ///   - rows: The rows of the terminal of the standard output, if known.
  package init(
    outIsTerminal: Bool = false, errorIsTerminal: Bool = false, columns: Int? = nil,
    errorColumns: Int? = nil, rows: Int? = nil
  ) {
    self.outIsTerminal = outIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.columns = columns
    self.errorColumns = errorColumns
    self.rows = rows
  }
}

/// How an answer is laid out: all that options, environment and terminal decide together.
package struct Presentation: Equatable, Sendable {
  /// The widths that can be asked for, in columns; no layout is narrower.
  package static let widths = 20...1000

  /// The name of the program, which remarks begin with.
  package let program: String
  /// The columns of a line.
  package let width: Int
  /// The columns of a line of the standard error; nil if it is no terminal, where lines stay whole.
  package let notesWidth: Int?
  /// Whether the standard output is a terminal, on which texts are kept from turning others around.
  package let isolatesOutput: Bool
  /// Whether the standard output gets colour.
  package let colorsOutput: Bool
  /// Whether addresses on the standard output are links that a terminal follows.
  package let linksOutput: Bool
  /// Whether the standard error gets colour.
  package let colorsNotes: Bool
  /// How the answer is written for other programs; nil for text.
  package let data: DataFormat?
  /// Whether JSON is spread over lines; in a pipe it is compact.
  package let indentsJSON: Bool
  /// Whether JSON for other programs gets colour: on a terminal that gets it, and elsewhere only with
  /// `--color always`, since a variable must not spoil what a program reads.
  package let colorsData: Bool
  /// How an answer is shown that is longer than the screen; nil if it is written at once.
  package let paging: Paging?
  /// Whether texts have the identifiers of talks and sessions.
  package let showsIDs: Bool
  /// Whether remarks are written; failures always are.
  package let showsRemarks: Bool
  /// Whether it is written what a run reads and how long it takes.
  package let showsDetails: Bool
  /// The drawn signs.
  package let glyphs: Glyphs

  /// Decides from what is known.
  ///
  /// The width is the one asked for, else the terminal's, else that of `COLUMNS`, else 80; each
  /// stream has its own terminal.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - color: The choice for colour.
  ///   - links: The choice for links.
  ///   - width: The width asked for, if any.
  ///   - data: How the answer is written for other programs; nil for text.
  ///   - showsIDs: Whether texts have the identifiers of talks and sessions.
  ///   - isQuiet: Whether remarks are left out.
  ///   - isVerbose: Whether it is written what a run reads and how long it takes.
  ///   - isPaged: Whether a long answer may be shown screen by screen.
  ///   - environment: The variables by name.
  ///   - terminal: What is known of the streams.
  package init(
    of program: String, color: ColorChoice = .auto, links: HyperlinkChoice = .auto,
    width: Int? = nil,
    data: DataFormat? = nil, showsIDs: Bool = true, isQuiet: Bool = false, isVerbose: Bool = false,
    isPaged: Bool = true, environment: [String: String] = [:],
    terminal: TerminalFacts = TerminalFacts()
  ) {
    self.program = program
    let asked = environment["COLUMNS"].flatMap { Int($0) }
    func fitting(_ columns: Int?) -> Int {
      let known = [width, columns, asked].lazy.compactMap { $0 }.first { $0 > 0 } ?? 80
      return min(max(known, Self.widths.lowerBound), Self.widths.upperBound)
    }
    self.width = fitting(terminal.columns)
    notesWidth = terminal.errorIsTerminal ? fitting(terminal.errorColumns) : nil
    isolatesOutput = terminal.outIsTerminal
    colorsOutput = color.usesColor(
      environment: environment, isTerminal: terminal.outIsTerminal)
    linksOutput = links.usesLinks(
      environment: environment, isColored: colorsOutput, isTerminal: terminal.outIsTerminal)
    colorsNotes = color.usesColor(
      environment: environment, isTerminal: terminal.errorIsTerminal)
    self.data = data
    indentsJSON = terminal.outIsTerminal
    colorsData =
      data != nil && colorsOutput && (terminal.outIsTerminal || color == .always)
    self.showsIDs = showsIDs
    showsRemarks = !isQuiet
    showsDetails = isVerbose
    paging = isPaged ? Paging(of: program, environment: environment, terminal: terminal) : nil
    glyphs = .fitting(environment)
  }
}
