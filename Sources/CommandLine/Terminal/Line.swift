/// A line for a terminal: pieces of clean text, each with its style.
///
///     let line: Line = "\(start, .time)  \(title, .strong)"
///     line.rendered(color: false)  // 09:30  Opening
package struct Line: Equatable, Sendable {
  /// Text of one style, which may lead somewhere.
  package struct Span: Equatable, Sendable {
    /// The text.
    package fileprivate(set) var text: SafeText
    /// What it means.
    package let style: Style
    /// Where it leads, on a terminal that follows links.
    package let link: Hyperlink?
  }

  /// The pieces in reading order; none of them is empty.
  package private(set) var spans: [Span] = []

  /// Creates an empty line.
  package init() {}

  /// Creates an empty line with room for so many pieces.
  init(room: Int) { spans.reserveCapacity(room) }

  /// Creates a line of one piece.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: What it means.
  package init(_ text: SafeText, _ style: Style = .plain) {
    append(text, style)
  }

  /// The columns of the line.
  package var width: Int { spans.reduce(0) { $0 + $1.text.width } }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { spans.isEmpty }

  /// Adds a piece.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: What it means.
  ///   - link: Where it leads, if anywhere.
  package mutating func append(
    _ text: SafeText, _ style: Style = .plain, link: Hyperlink? = nil
  ) {
    guard !text.isEmpty else { return }
    if let last = lastSpan(style, link) {
      spans[last].text.append(text)
    } else {
      spans.append(Span(text: text, style: style, link: link))
    }
  }

  /// The position of the last piece, if it means the same and leads to the same address.
  private func lastSpan(_ style: Style, _ link: Hyperlink?) -> Int? {
    guard let last = spans.indices.last, spans[last].style == style, spans[last].link == link else {
      return nil
    }
    return last
  }

  /// Adds a text that means what a piece of another line means, and leads where that leads.
  mutating func append(_ text: SafeText, like span: Span) {
    append(text, span.style, link: span.link)
  }

  /// Adds a part of a piece of another line; an empty one changes nothing.
  mutating func append(_ part: Range<String.Index>, of span: Span) {
    if part.isEmpty { return }
    if let last = lastSpan(span.style, span.link) {
      spans[last].text.append(part, of: span.text)
    } else {
      spans.append(Span(text: span.text.part(part), style: span.style, link: span.link))
    }
  }

  /// Adds the pieces of another line.
  ///
  /// - Parameter line: The line to add.
  package mutating func append(_ line: Line) {
    if spans.isEmpty {
      spans = line.spans
      return
    }
    for span in line.spans { append(span.text, like: span) }
  }

  /// Returns the line with all of its text leading to an address.
  ///
  /// - Parameter link: The address; nil leaves the line as it is.
  /// - Returns: The line.
  package func linked(to link: Hyperlink?) -> Line {
    guard let link else { return self }
    var line = Line()
    for span in spans { line.append(span.text, span.style, link: link) }
    return line
  }

  /// Returns the line as text, see ``write(to:color:links:isolating:)``.
  package func rendered(color: Bool, links: Bool = false, isolating: Bool = false) -> String {
    var text = ""
    write(to: &text, color: color, links: links, isolating: isolating)
    return text
  }

  /// Writes the line as text without a line break.
  ///
  /// - Parameters:
  ///   - stream: What it is added to.
  ///   - color: Whether styles become control sequences.
  ///   - links: Whether links become control sequences. These and those of styles are the only ones
  ///     there.
  ///   - isolating: Whether a terminal shows the line. Texts with letters from right to left are
  ///     then put between U+2068 and U+2069, so that they turn nothing around but themselves.
  func write(
    to stream: inout some TextOutputStream, color: Bool, links: Bool, isolating: Bool
  ) {
    var isOpen = false
    var link: Hyperlink?
    for span in spans {
      if links, span.link != link {
        if link != nil { stream.write(Hyperlink.closing) }
        link = span.link
        if let link { stream.write(link.opening) }
      }
      let selection = color ? span.style.selection : nil
      if let selection { stream.write("\u{1B}[\(selection)m") }
      if isolating {
        span.text.write(isolatedTo: &stream, isOpen: &isOpen)
      } else {
        stream.write(span.text.string)
      }
      if selection != nil { stream.write("\u{1B}[0m") }
    }
    if link != nil { stream.write(Hyperlink.closing) }
    if isOpen { stream.write("\u{2069}") }
  }
}

extension Line: ExpressibleByStringInterpolation {
  /// What collects the pieces of an interpolated line, each cleaned for itself.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var line = Line()

    /// Creates an empty collection.
    ///
    /// - Parameters:
    ///   - literalCapacity: The bytes to expect; not used.
    ///   - interpolationCount: The interpolations to expect; not used.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words of our own.
    ///
    /// - Parameter literal: The words.
    package mutating func appendLiteral(_ literal: String) {
      // One is between any two values, and mostly empty.
      if !literal.isEmpty { line.append(SafeText(literal)) }
    }

    /// Adds a value of any origin.
    ///
    /// - Parameters:
    ///   - value: What to describe.
    ///   - style: What it means.
    package mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ style: Style = .plain
    ) {
      line.append(SafeText(value.description), style)
    }

    /// Adds a text that is clean already.
    ///
    /// - Parameters:
    ///   - value: The text.
    ///   - style: What it means.
    package mutating func appendInterpolation(_ value: SafeText, _ style: Style = .plain) {
      line.append(value, style)
    }

    /// Adds a text of prose.
    ///
    /// - Parameters:
    ///   - value: The text.
    ///   - style: What it means.
    package mutating func appendInterpolation(prose value: String, _ style: Style = .plain) {
      line.append(SafeText(prose: value), style)
    }

    /// Adds the pieces of a line.
    ///
    /// - Parameter value: The line.
    package mutating func appendInterpolation(_ value: Line) { line.append(value) }
  }

  /// Creates a line from words of our own.
  ///
  /// - Parameter value: The words.
  package init(stringLiteral value: String) { self.init(SafeText(value)) }

  /// Creates a line from words of our own and values between them.
  ///
  /// - Parameter stringInterpolation: The pieces.
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.line }
}
