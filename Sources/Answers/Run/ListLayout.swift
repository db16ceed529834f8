package import CommandLine

/// How a list shows talks and sessions.
package struct ListLayout: Equatable, Sendable {
  /// The lines that a talk has.
  package enum Form: Equatable, Sendable {
    /// One line, in which what does not fit is cut.
    case line
    /// Two lines: the title, and below it location, speakers and track. Nothing is cut.
    case pair
    /// The time, the title and the speakers below each other. Nothing is cut.
    case narrow
  }

  /// The columns from which on a talk has two lines, and from which on it has one, unless an option says
  /// otherwise.
  private static let leastWidths = (pair: 60, line: 100)

  /// The columns of the widest list of two lines; on a wider one titles and identifiers would be far apart.
  private static let mostOfPair = 100

  /// The wish for a line for each talk.
  package static let oneLine = Flag("oneline", help: "print one line per talk, at any width")
  /// The wish for several lines.
  package static let long = Flag("long", help: "print all details on several lines, at any width")

  /// The options that choose a layout; the last one on a command line counts.
  package static var options: [OptionDefinition] { [oneLine.definition, long.definition] }

  /// The lines that a talk has.
  package let form: Form
  /// Whether there is also what takes room and is rarely asked for: the length, and the track on a narrow
  /// page.
  package let isLong: Bool

  /// Chooses a layout.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - width: The columns of the answer.
  package init(_ invocation: Invocation, width: Int) {
    let several: Form = width < Self.leastWidths.pair ? .narrow : .pair
    if invocation.hasOptions {
      let names = Self.options.map(\.name)
      if let last = invocation.optionNames.last(where: names.contains) {
        isLong = last == Self.long.definition.name
        form = isLong ? several : .line
        return
      }
    }
    isLong = false
    form = width < Self.leastWidths.line ? several : .line
  }

  /// Returns the columns of a list on a page of some columns.
  ///
  /// - Parameter page: The columns of the page.
  /// - Returns: As many, but of two lines for each talk not more than can be read with ease.
  package func width(in page: Int) -> Int { form == .pair ? min(page, Self.mostOfPair) : page }
}
