import Basics

/// A line of text that cannot control a terminal.
///
/// Every initializer escapes its input. Text from a file, an argument or the environment passes
/// through an initializer or an interpolation. Both escape all characters that could move the
/// cursor, change the reading direction, hide text or break a line. The methods `append` and `part`
/// only combine text that is already safe.
///
///     let name = "Eve\u{1b}[2J"
///     let text: SafeText = "speaker \(name)"
///     text.string  // speaker Eve\u{1b}[2J, with the escape spelled in six plain characters
///
/// The text never contains a line break. Longer text is split by ``lines(of:)``.
package struct SafeText: Equatable, Hashable, Sendable {
  package private(set) var string: String

  /// The width in terminal columns.
  package private(set) var width: Int

  /// The byte ranges of untrusted strings that contain right-to-left letters.
  ///
  /// Such a string must not reorder the text around it, for example a time.
  private var isolates: [Range<Int>] = []

  /// Creates safe text from any string.
  package init(_ foreign: String) {
    self.init(foreign, cleanedBy: \.visible)
  }

  /// Creates safe text from prose: text that is only read, such as a title or a name.
  ///
  /// Characters that only control line breaking are removed; see `String.readable`. For text that
  /// users type again or follow, such as an identifier or an address, use ``init(_:)``.
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

  /// Splits text into lines and escapes each line.
  ///
  /// Only a line feed, optionally after a carriage return, ends a line. All other control
  /// characters are escaped.
  ///
  /// - Returns: At least one line. If the text ends with a line break, the last line is empty.
  package static func lines(of foreign: String) -> [SafeText] {
    foreign.lines.map { SafeText($0) }
  }

  /// Splits prose into lines and escapes each line.
  ///
  /// The Unicode line and paragraph separators also end a line.
  ///
  /// - Returns: At least one line. If the text ends with a line break, the last line is empty.
  package static func lines(ofProse prose: String) -> [SafeText] {
    prose.proseLines.map { SafeText(prose: $0) }
  }

  package static func spaces(_ count: Int) -> SafeText {
    let count = max(0, count)
    return count < blanks.count ? blanks[count] : SafeText(String(repeating: " ", count: count))
  }

  /// Cached strings of up to 100 spaces; creating such a string takes twenty times as long.
  private static let blanks = (1...100).reduce(into: [SafeText()]) { texts, _ in
    var longer = texts[texts.count - 1]
    longer.append(" ")
    texts.append(longer)
  }

  package var isEmpty: Bool { string.isEmpty }

  package var hasRightToLeftLetters: Bool { !isolates.isEmpty }

  /// True if every character is one byte and one column.
  ///
  /// Visible characters outside ASCII always have more bytes than columns.
  package var isASCII: Bool { string.utf8.count == width }

  /// Appends other text.
  ///
  /// - Complexity: O(*m*), where *m* is the number of bytes in the appended text and in the last
  ///   character of this text.
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
      // Two non-ASCII characters may combine into one character, such as the two parts of a flag.
      let last = string.last.map(String.init) ?? ""
      width += DisplayWidth.of(last + other.string) - DisplayWidth.of(last)
    }
    string += other.string
    for range in other.isolates {
      isolates.append(range.lowerBound + length..<range.upperBound + length)
    }
  }

  /// Appends a part of other text; the range must not begin or end inside a character.
  mutating func append(_ range: Range<String.Index>, of other: SafeText) {
    // ASCII has no right-to-left letters, and each byte is one column.
    guard other.isASCII else { return append(other.part(range)) }
    width += other.string.utf8.distance(from: range.lowerBound, to: range.upperBound)
    string += other.string[range]
  }

  /// Returns a part of the text; the range must not begin or end inside a character.
  package func part(_ range: Range<String.Index>) -> SafeText {
    if isolates.isEmpty { return SafeText(part: string[range], isASCII: isASCII) }
    let start = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
    let end = string.utf8.distance(from: string.startIndex, to: range.upperBound)
    let kept = isolates.map { $0.clamped(to: start..<end) }.filter { !$0.isEmpty }
    return SafeText(
      part: string[range], isolates: kept.map { $0.lowerBound - start..<$0.upperBound - start })
  }

  /// Returns the space at an index.
  ///
  /// If the space is part of right-to-left text, the result is isolated.
  func space(at index: String.Index) -> SafeText {
    isolates.isEmpty ? .spaces(1) : part(index..<string.utf8.index(after: index))
  }

  /// Writes the text to a terminal line that applies the bidirectional algorithm.
  ///
  /// Text with right-to-left letters is enclosed in U+2068 and U+2069, so that it does not reorder
  /// the surrounding text. These two characters have no width. `isOpen` is true if U+2069 must
  /// precede the next text that is not isolated.
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
  /// True if the scalar never combines with the preceding scalar.
  ///
  /// The property is true for box-drawing characters and for Western letters and symbols, except
  /// symbols with an emoji form.
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
  package var description: String { string }
}

extension SafeText: ExpressibleByStringInterpolation {
  /// A buffer that collects the pieces of an interpolated text and escapes each piece.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = SafeText()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      // A literal precedes each value. It is usually empty.
      if !literal.isEmpty { text.append(SafeText(literal)) }
    }

    /// Appends the description of any value, escaped.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text.append(SafeText(value.description))
    }

    package mutating func appendInterpolation(_ value: SafeText) { text.append(value) }

    /// Appends text that is only read, such as a title; see ``SafeText/init(prose:)``.
    package mutating func appendInterpolation(prose value: String) {
      text.append(SafeText(prose: value))
    }
  }

  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
}

extension SafeText {
  package static func counted(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension String {
  /// The lines of the string.
  ///
  /// The array is never empty. Only a line feed, optionally after a carriage return, separates
  /// lines.
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

  /// True if the string has a line or paragraph separator: E2 80 A8 or E2 80 A9 in UTF-8.
  private var hasLineSeparator: Bool {
    var text = self
    return text.withUTF8 { bytes in
      let bytes = bytes.span
      var offset = bytes.firstOffset(of: 0xE2, from: 0)
      while offset < bytes.count {
        // Two more bytes always follow this byte, because a string is valid UTF-8.
        if bytes[offset + 1] == 0x80, bytes[offset + 2] | 1 == 0xA9 { return true }
        offset = bytes.firstOffset(of: 0xE2, from: offset + 1)
      }
      return false
    }
  }

  /// The lines of the string, also split at Unicode line and paragraph separators.
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
  /// True if each byte is a printable ASCII character or a space.
  fileprivate var isPrintableASCII: Bool {
    withContiguousStorageIfAvailable {
      $0.span.endOfASCII(from: 0, lowest: ASCII.space) == $0.count
    } ?? allSatisfy { ASCII.space <= $0 && $0 < 0x7F }
  }
}
