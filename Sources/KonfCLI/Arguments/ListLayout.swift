/// How a list shows talks and sessions.
package enum ListLayout: Equatable, Sendable {
  /// A line for each talk.
  case lines
  /// Several lines for each session or talk, with nothing of its texts cut off.
  case paragraphs

  /// The columns from which on a list has a line for each talk, unless an option says otherwise.
  package static let leastWidthOfLines = 100

  /// The wish for a line for each talk.
  package static let oneLine = Flag("oneline", help: "a line for each talk, at any width")
  /// The wish for several lines.
  package static let long = Flag("long", help: "several lines for each talk, at any width")

  /// The options that choose a layout; the last one on a command line counts.
  package static var options: [OptionDefinition] { [oneLine.definition, long.definition] }

  /// Chooses a layout.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - width: The columns of the answer.
  package init(_ invocation: Invocation, width: Int) {
    if invocation.hasOptions {
      let names = Self.options.map(\.name)
      if let last = invocation.optionNames.last(where: names.contains) {
        self = last == Self.oneLine.definition.name ? .lines : .paragraphs
        return
      }
    }
    self = width >= Self.leastWidthOfLines ? .lines : .paragraphs
  }
}
