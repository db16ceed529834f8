import TextBasics

/// One line of text that a terminal can only show, never obey.
///
/// There is no way to make one without cleaning: text from a file, an argument or the environment passes through ``init(_:)`` or an interpolation, and what could move the cursor,
/// turn the reading direction, hide or break a line is spelled out instead.
///
///     let name = "Eve\u{1b}[2J"
///     let text: SafeText = "speaker \(name)"
///     text.string  // speaker Eve\u{1b}[2J, with the escape spelled in six plain characters
///
/// A text has no line break; ``lines(of:)`` keeps those of a longer one.
package struct SafeText: Equatable, Hashable, Sendable {
  /// The cleaned text.
  package private(set) var string: String

  /// The terminal columns of the text.
  package private(set) var width: Int

  /// The ranges of foreign texts with letters from right to left, in bytes.
  ///
  /// They must not turn around what is beside them, such as a time.
  private var isolates: [Range<Int>] = []

  /// Creates a text from one of any origin.
  ///
  /// - Parameter foreign: Text that was not checked.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(_ foreign: String) {
    self.init(foreign, cleanedBy: \.visible)
  }

  /// Creates a text from prose, such as a title or a name.
  ///
  /// Characters that only help to break lines are removed, see `String.readable`. For a text that
  /// is typed again or followed, such as an identifier or an address, use ``init(_:)``.
  ///
  /// - Parameter prose: Text that was not checked.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(prose: String) {
    self.init(prose, cleanedBy: \.readable)
  }

  private init() {
    string = ""
    width = 0
  }

  private init(_ foreign: String, cleanedBy clean: (String) -> String) {
    if foreign.utf8.isPrintableASCII {
      string = foreign
      width = foreign.utf8.count
    } else {
      string = clean(foreign)
      width = DisplayWidth.of(string)
      if string.hasRightToLeftLetters { isolates = [0..<string.utf8.count] }
    }
  }

  private init(part: Substring, isASCII: Bool = false, isolates: [Range<Int>] = []) {
    string = String(part)
    width = isASCII ? part.utf8.count : DisplayWidth.of(string)
    self.isolates = isolates
  }

  /// Returns the lines of a longer text, each cleaned.
  ///
  /// Only a line feed, alone or after a carriage return, ends a line; every other control
  /// character is spelled out.
  ///
  /// - Parameter foreign: Text that was not checked.
  /// - Returns: At least one line; the last is empty if the text ends with a line break.
  package static func lines(of foreign: String) -> [SafeText] {
    foreign.lines.map { SafeText($0) }
  }

  /// Returns the lines of a longer text of prose, each cleaned.
  ///
  /// The separators of lines and of paragraphs end a line as well.
  ///
  /// - Parameter prose: Text that was not checked.
  /// - Returns: At least one line; the last is empty if the text ends with a line break.
  package static func lines(ofProse prose: String) -> [SafeText] {
    prose.proseLines.map { SafeText(prose: $0) }
  }

  /// A text of spaces.
  ///
  /// - Parameter count: How many; a negative number counts as none.
  /// - Returns: The spaces.
  package static func spaces(_ count: Int) -> SafeText {
    let count = max(0, count)
    return count < blanks.count ? blanks[count] : SafeText(String(repeating: " ", count: count))
  }

  /// As many spaces as most columns need; to make them each time takes twenty times as long.
  private static let blanks = (1...100).reduce(into: [SafeText()]) { texts, _ in
    var longer = texts[texts.count - 1]
    longer.append(" ")
    texts.append(longer)
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { string.isEmpty }

  /// Whether letters are there that are written from right to left.
  package var hasRightToLeftLetters: Bool { !isolates.isEmpty }

  /// Whether every character is a single byte and a single column.
  ///
  /// No visible character beyond ASCII takes as many columns as bytes.
  package var isASCII: Bool { string.utf8.count == width }

  /// Appends a text to this one.
  ///
  /// - Parameter other: The text to add.
  /// - Complexity: O(*m*), where *m* is the number of bytes in the other text and in the last
  ///   character of this one.
  package mutating func append(_ other: SafeText) {
    guard let first = other.string.unicodeScalars.first else { return }
    if string.isEmpty {
      self = other
      return
    }
    let length = string.utf8.count
    if first.standsAlone {
      width += other.width
    } else {
      // Two characters beyond ASCII may become one, as the halves of a flag do.
      let last = string.last.map(String.init) ?? ""
      width += DisplayWidth.of(last + other.string) - DisplayWidth.of(last)
    }
    string += other.string
    for range in other.isolates {
      isolates.append(range.lowerBound + length..<range.upperBound + length)
    }
  }

  /// Appends a part of a text, cut between characters, to this one.
  mutating func append(_ range: Range<String.Index>, of other: SafeText) {
    // ASCII has no letters from right to left, and each of its bytes is a column.
    guard other.isASCII else { return append(other.part(range)) }
    width += other.string.utf8.distance(from: range.lowerBound, to: range.upperBound)
    string += other.string[range]
  }

  /// Returns a part of the text, cut between characters.
  ///
  /// - Parameter range: Where the part begins and ends in `string`.
  /// - Returns: The part; it needs no further cleaning.
  package func part(_ range: Range<String.Index>) -> SafeText {
    if isolates.isEmpty { return SafeText(part: string[range], isASCII: isASCII) }
    let start = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
    let end = string.utf8.distance(from: string.startIndex, to: range.upperBound)
    let kept = isolates.map { $0.clamped(to: start..<end) }.filter { !$0.isEmpty }
    return SafeText(
      part: string[range], isolates: kept.map { $0.lowerBound - start..<$0.upperBound - start })
  }

  /// The part that is one space.
  func space(at index: String.Index) -> SafeText {
    isolates.isEmpty ? .spaces(1) : part(index..<string.utf8.index(after: index))
  }

  /// Adds the text to a line for a terminal that orders letters by the direction they are written in.
  ///
  /// What has letters from right to left is put between U+2068 and U+2069, which take no columns, so
  /// that it turns nothing around but itself.
  ///
  /// - Parameters:
  ///   - line: The line so far.
  ///   - isOpen: Whether U+2069 is due as soon as something else follows.
  func write(isolatedTo line: inout some TextOutputStream, isOpen: inout Bool) {
    func add(_ range: Range<Int>, isolated: Bool) {
      if range.isEmpty { return }
      if isOpen != isolated { line.write(isolated ? "\u{2068}" : "\u{2069}") }
      isOpen = isolated
      let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
      line.write(String(string[start..<string.utf8.index(start, offsetBy: range.count)]))
    }
    var end = 0
    for range in isolates {
      add(end..<range.lowerBound, isolated: false)
      add(range, isolated: true)
      end = range.upperBound
    }
    add(end..<string.utf8.count, isolated: false)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar never forms one character with the one before it: letters and signs of the
  /// West, but not those that can be pictures, and the lines of boxes.
  fileprivate var standsAlone: Bool {
    switch value {
    case ..<0x80: true
    case 0xA9, 0xAE: false
    case ..<0x300, 0x2010...0x2027, 0x2500...0x257F: true
    default: false
    }
  }
}

extension SafeText: CustomStringConvertible {
  /// The cleaned text.
  package var description: String { string }
}

extension SafeText: ExpressibleByStringInterpolation {
  /// What collects the pieces of an interpolated text, each cleaned for itself.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = SafeText()

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
      if !literal.isEmpty { text.append(SafeText(literal)) }
    }

    /// Adds a value of any origin.
    ///
    /// - Parameter value: What to describe.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text.append(SafeText(value.description))
    }

    /// Adds a text that is clean already.
    ///
    /// - Parameter value: The text.
    package mutating func appendInterpolation(_ value: SafeText) { text.append(value) }

    /// Adds a text of prose.
    ///
    /// - Parameter value: The text.
    package mutating func appendInterpolation(prose value: String) {
      text.append(SafeText(prose: value))
    }
  }

  /// Creates a text from words of our own.
  ///
  /// - Parameter value: The words.
  package init(stringLiteral value: String) { self.init(value) }

  /// Creates a text from words of our own and values between them.
  ///
  /// - Parameter stringInterpolation: The pieces.
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
}

extension SafeText {
  /// Returns a number with the word for the counted things.
  package static func counted(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension String {
  /// The lines of the text, at least one; only a line feed, alone or after a carriage return, ends
  /// a line.
  var lines: [String] {
    var lines: [String] = []
    var start = startIndex
    for offset in offsets(of: ASCII.lineFeed) + [utf8.count] {
      let end = utf8.index(startIndex, offsetBy: offset)
      let bytes = utf8[start..<end]
      lines.append(String(Substring(bytes.last == ASCII.carriageReturn ? bytes.dropLast() : bytes)))
      start = end < endIndex ? utf8.index(after: end) : end
    }
    return lines
  }

  /// Where a byte is in the text.
  private func offsets(of byte: UInt8) -> [Int] {
    var text = self
    return text.withUTF8 { bytes in
      let bytes = bytes.span
      var found: [Int] = []
      var offset = bytes.firstOffset(of: byte, from: 0)
      while offset < bytes.count {
        found.append(offset)
        offset = bytes.firstOffset(of: byte, from: offset + 1)
      }
      return found
    }
  }

  /// Whether a separator of lines or of paragraphs is in the text: E2 80 A8 or E2 80 A9 in UTF-8.
  private var hasLineSeparator: Bool {
    var text = self
    return text.withUTF8 { bytes in
      let bytes = bytes.span
      var offset = bytes.firstOffset(of: 0xE2, from: 0)
      while offset < bytes.count {
        // The two bytes after it are there, since a string is valid UTF-8.
        if bytes[offset + 1] == 0x80, bytes[offset + 2] | 1 == 0xA9 { return true }
        offset = bytes.firstOffset(of: 0xE2, from: offset + 1)
      }
      return false
    }
  }

  /// The lines of a text of prose: the separators of lines and of paragraphs end one as well.
  package var proseLines: [String] {
    guard hasLineSeparator else { return lines }
    return lines.flatMap { line in
      line.unicodeScalars
        .split(omittingEmptySubsequences: false) { $0 == "\u{2028}" || $0 == "\u{2029}" }
        .map { String($0) }
    }
  }
}

extension String.UTF8View {
  /// Whether each byte is a character of ASCII that a terminal shows, or a space.
  fileprivate var isPrintableASCII: Bool {
    withContiguousStorageIfAvailable {
      $0.span.endOfASCII(from: 0, lowest: ASCII.space) == $0.count
    } ?? allSatisfy { ASCII.space <= $0 && $0 < 0x7F }
  }
}
