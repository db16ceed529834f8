package import CommandLine

package struct ListLayout: Equatable, Sendable {
  enum Form: Equatable, Sendable {
    /// A single line, truncated if it is too long.
    ///
    /// By default, a page uses this form only if most rows fit.
    case line
    /// Two lines: the title, then the location, speakers and track. Nothing is truncated.
    case pair
    /// Separate lines for the time, the title and the speakers. Nothing is truncated.
    case narrow
    /// One line that lists all facts, for a screen reader or another program. Nothing is truncated.
    case spoken
  }

  /// The minimum widths, in columns, of the layouts with two lines and with one line per talk.
  private static let leastWidths = (pair: 60, line: 100)

  /// The maximum width of a list with two lines per talk.
  ///
  /// On wider pages, identifiers would be too far from their titles.
  private static let mostOfPair = 100

  static let oneLine = Flag("oneline", help: "print one line per talk, at any width")
  static let long = Flag("long", help: "print all details on several lines, at any width")

  /// The layout options; the last option on a command line takes effect.
  package static var options: [OptionDefinition] { [oneLine.definition, long.definition] }

  let form: Form
  /// True if the list also contains the duration of each talk and, on a narrow page, its track.
  let isLong: Bool

  /// True if the width of the page alone determined the form.
  let isAutomatic: Bool

  /// One line with all facts of a talk.
  static let facts = ListLayout(form: .spoken)

  private init(form: Form) {
    self.form = form
    isLong = false
    isAutomatic = false
  }

  /// The layout with two lines per talk.
  static let pairs = ListLayout(form: .pair)

  init(_ invocation: Invocation, _ presentation: Presentation) {
    let width = presentation.width
    if presentation.isSpoken {
      isAutomatic = false
      isLong = invocation[Self.long]
      form = .spoken
      return
    }
    let several: Form = width < Self.leastWidths.pair ? .narrow : .pair
    if invocation.hasOptions {
      let names = Self.options.map(\.name)
      if let last = invocation.optionNames.last(where: names.contains) {
        isAutomatic = false
        isLong = last == Self.long.definition.name
        form = isLong ? several : .line
        return
      }
    }
    isAutomatic = true
    isLong = false
    form = width < Self.leastWidths.line ? several : .line
  }

  /// Returns the width of a list on a page with the given width, in columns.
  func width(in page: Int) -> Int {
    form == .pair || form == .spoken ? min(page, Self.mostOfPair) : page
  }
}
