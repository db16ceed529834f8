/// Properties of the standard streams, such as the size of their terminal.
package struct TerminalFacts: Equatable, Sendable {
  package var outIsTerminal: Bool
  package var errorIsTerminal: Bool
  /// The width of the terminal on standard output, in columns, or nil if it is unknown.
  package var columns: Int?
  /// The width of the terminal on standard error, in columns, or nil if it is unknown.
  package var errorColumns: Int?
  /// The height of the terminal on standard output, in rows, or nil if it is unknown.
  package var rows: Int?

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

/// The layout of the output, derived from options, environment variables and the terminal.
package struct Presentation: Equatable, Sendable {
  /// The supported widths of a line, in columns.
  ///
  /// Other widths are clamped to this range.
  package static let widths = 20...1000

  /// The name of the program, at the start of each message.
  package let program: String
  /// The width of a line, in columns.
  package private(set) var width: Int
  /// The width of messages in columns, or nil if standard error is not a terminal.
  ///
  /// If the width is nil, messages are not wrapped.
  package let notesWidth: Int?
  /// True if standard output is a terminal.
  ///
  /// On a terminal, right-to-left text is isolated from the text around it.
  package let isolatesOutput: Bool
  package let colorsOutput: Bool
  package let linksOutput: Bool
  package let colorsNotes: Bool
  /// The output format for other programs, or nil for text.
  package let data: DataFormat?
  /// True if JSON is indented, as on a terminal.
  ///
  /// In a pipe, JSON is compact.
  package let indentsJSON: Bool
  /// True if output for other programs has colors.
  ///
  /// On a terminal, such output has colors. In a file or a pipe, it has colors only with `--color
  /// always`, because an environment variable must not corrupt the input of another program.
  package let colorsData: Bool
  /// The pager for output that is longer than the screen, or nil to write all output directly.
  package let paging: Paging?
  package let showsIDs: Bool
  /// True if remarks are written.
  ///
  /// Errors are always written.
  package let showsRemarks: Bool
  /// True for verbose output.
  ///
  /// Verbose output reports the files that were read and the duration of the run.
  package let showsDetails: Bool
  package let glyphs: Glyphs
  /// True if text is read aloud.
  ///
  /// Such text lists one fact after another, with words instead of symbols.
  package var isSpoken: Bool { glyphs.isSpoken }

  /// Creates a presentation.
  ///
  /// The width is the first of these that is known: the requested width, the width of the terminal,
  /// `COLUMNS`, and 80. Standard output and standard error are measured separately. Text that is
  /// read aloud has no columns, identifiers or pager.
  package init(
    of program: String, color: ColorChoice = .auto, links: HyperlinkChoice = .auto,
    width: Int? = nil,
    data: DataFormat? = nil, showsIDs: Bool = true, isQuiet: Bool = false, isVerbose: Bool = false,
    isPaged: Bool = true, isSpoken: Bool = false, environment: [String: String] = [:],
    terminal: TerminalFacts = TerminalFacts()
  ) {
    self.program = program
    let asked = environment["COLUMNS"].flatMap { Int($0) }
    func fitting(_ columns: Int?) -> Int {
      let known = [width, columns, asked].lazy.compactMap { $0 }.first { $0 > 0 } ?? 80
      return min(max(known, Self.widths.lowerBound), Self.widths.upperBound)
    }
    let isSpoken = isSpoken && data == nil
    // In text that is read aloud, each fact or paragraph is one line.
    self.width = isSpoken ? Self.widths.upperBound : fitting(terminal.columns)
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
    self.showsIDs = showsIDs && !isSpoken
    showsRemarks = !isQuiet
    showsDetails = isVerbose
    paging =
      isPaged && !isSpoken ? Paging(of: program, environment: environment, terminal: terminal) : nil
    glyphs = isSpoken ? .spoken : .fitting(environment)
  }
  package func resized(to columns: Int) -> Presentation {
    var resized = self
    resized.width = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
    return resized
  }
}
