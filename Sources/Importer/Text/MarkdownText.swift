// Converts the Markdown of abstracts and biographies to plain text, as HTMLReader does for HTML.
// RecordImport calls it for files from pretalx. Removing markup never joins two letters, so a
// search in the raw text finds every word of the plain text; see WordFilter.

import Basics
import ECSKit
import Schedule

extension Draft {
  mutating func removeMarkdown(_ base: LinkBase?) {
    if let text = self[Abstract.self]?.text {
      self[Abstract.self] = Abstract(text: MarkdownText.plain(text, base))
    }
    if let text = self[Biography.self]?.text {
      self[Biography.self] = Biography(text: MarkdownText.plain(text, base))
    }
  }
}

/// Converts one line of Markdown to plain text.
struct MarkdownText {
  /// A run of asterisks or underscores that may begin emphasis.
  private struct Mark: Hashable {
    let byte: UInt8
    let count: Int
  }

  /// The maximum number of bytes in the text of a link, and in its address.
  private static let longest = 1_000

  private let line: ArraySlice<UInt8>
  private let base: LinkBase?
  private var output: [UInt8] = []
  /// The marks that have not yet been closed, with their positions in the output.
  private var open: [Mark: Int] = [:]
  /// The ranges of the output that ``result`` omits.
  private var removed: [Range<Int>] = []

  private init(_ line: ArraySlice<UInt8>, _ base: LinkBase?) {
    self.line = line
    self.base = base
  }

  /// Returns a string without its markup for headings, emphasis, links and escapes.
  ///
  /// The text of a link is followed by its address, as in `String.withoutHTML`. Lists, quotes, code
  /// and line ends remain. Emphasis inside words remains, too.
  ///
  ///     MarkdownText.plain("## See *this*: [menu](https://a.b)", nil)
  ///     // See this: menu (https://a.b)
  ///
  /// - Complexity: O(*n*), where *n* is the length of the string.
  /// - SeeAlso: *CommonMark Spec*, 0.31
  static func plain(_ text: String, _ base: LinkBase?) -> String {
    guard text.hasByte(where: isMarkup) else { return text }
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isCode = false
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != ASCII.lineFeed }
      rest = rest[line.endIndex...].dropFirst()
      let content = line.drop { $0 == ASCII.space }
      if content.starts(with: "```".utf8) || content.starts(with: "~~~".utf8) {
        isCode.toggle()
        continue
      }
      if isCode {
        plain += line
      } else {
        var converter = MarkdownText(withoutHeadingMark(line), base)
        converter.convert()
        plain += converter.result
      }
      plain.append(ASCII.lineFeed)
    }
    return String(decoding: plain, as: UTF8.self).trimmed
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), ASCII.leftBracket, UInt8(ascii: "#"),
      ASCII.backslash, UInt8(ascii: "`"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func withoutHeadingMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let marks = line.prefix { $0 == UInt8(ascii: "#") }
    let rest = line.dropFirst(marks.count)
    guard 1...6 ~= marks.count, rest.first == ASCII.space else { return line }
    return rest.drop { $0 == ASCII.space }
  }

  private var result: [UInt8] {
    if removed.isEmpty { return output }
    var result: [UInt8] = []
    var start = 0
    for range in removed.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      result += output[start..<range.lowerBound]
      start = range.upperBound
    }
    return result + output[start...]
  }

  private mutating func convert() {
    var index = line.startIndex
    while index < line.endIndex {
      switch line[index] {
      case ASCII.backslash: index = addEscape(at: index)
      case UInt8(ascii: "`"): index = addCode(at: index)
      case UInt8(ascii: "*"), UInt8(ascii: "_"): index = addMark(at: index)
      case ASCII.leftBracket, ASCII.exclamation:
        index = addLink(at: index) ?? addByte(at: index)
      default: index = addByte(at: index)
      }
    }
  }

  private mutating func addByte(at index: Int) -> Int {
    output.append(line[index])
    return index + 1
  }

  private mutating func addEscape(at index: Int) -> Int {
    guard let next = byte(at: index + 1), Self.isPunctuation(next) else {
      return addByte(at: index)
    }
    output.append(next)
    return index + 2
  }

  /// Adds a code span unchanged, or only the backticks if no closing backticks follow.
  ///
  /// Returns the index after the added bytes.
  private mutating func addCode(at index: Int) -> Int {
    let content = endOfRun(from: index)
    var end = content
    while let byte = byte(at: end), end - content < Self.longest {
      let next = byte == line[index] ? endOfRun(from: end) : end + 1
      if byte == line[index], next - end == content - index {
        output += line[index..<next]
        return next
      }
      end = next
    }
    output += line[index..<content]
    return content
  }

  /// Adds a run of asterisks or underscores, and returns the index after the run.
  ///
  /// If the run closes emphasis, it is marked for removal together with the run that opens the
  /// emphasis.
  private mutating func addMark(at index: Int) -> Int {
    let end = endOfRun(from: index)
    let mark = Mark(byte: line[index], count: end - index)
    let before = byte(at: index - 1) ?? ASCII.space
    let after = byte(at: end) ?? ASCII.space
    let place = output.count
    output += line[index..<end]
    if mark.count > 3 { return end }
    if before > ASCII.space, after <= ASCII.space || Self.isPunctuation(after),
      let opening = open.removeValue(forKey: mark)
    {
      removed += [opening..<opening + mark.count, place..<place + mark.count]
    } else if after > ASCII.space, before <= ASCII.space || Self.isPunctuation(before) {
      open[mark] = place
    }
    return end
  }

  /// Adds the text and the address of a link or an image, and returns the index after it.
  ///
  /// The result is nil if no link or image begins at `index`.
  private mutating func addLink(at index: Int) -> Int? {
    let isImage = line[index] == ASCII.exclamation
    let start = isImage ? index + 1 : index
    guard byte(at: start) == ASCII.leftBracket,
      !(byte(at: index - 1).map(ASCII.isLetterOrDigit) ?? false),
      let end = endOfText(from: start + 1), byte(at: end + 1) == UInt8(ascii: "("),
      let address = address(from: end + 2)
    else { return nil }
    var text = MarkdownText(line[start + 1..<end], base)
    text.convert()
    let words = text.result
    let written = String(decoding: line[address.range], as: UTF8.self)
    let target = Array((base?.resolve(written) ?? written).utf8)
    output += words
    // If a letter follows, an address without parentheses would become part of a word.
    let next = byte(at: address.end) ?? ASCII.space
    let isNextToWord = next >= 0x80 || ASCII.isLetterOrDigit(next)
    if !target.isEmpty, words != target || isNextToWord {
      if !words.isEmpty { output.append(ASCII.space) }
      output += [UInt8(ascii: "(")] + target + [UInt8(ascii: ")")]
    }
    return address.end
  }

  private func endOfText(from start: Int) -> Int? {
    var index = start
    while let byte = byte(at: index), index - start < Self.longest {
      switch byte {
      case ASCII.rightBracket: return index
      case ASCII.leftBracket: return nil
      case ASCII.backslash: index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// Returns the range of an address in parentheses, and the index after the parentheses.
  ///
  /// The result is nil if the address is malformed or too long.
  private func address(from start: Int) -> (range: Range<Int>, end: Int)? {
    var depth = 0
    var index = start
    while let byte = byte(at: index), index - start < Self.longest {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return (start..<index, index + 1) }
        depth -= 1
      case ASCII.space:
        return endOfTitle(from: index).map { (start..<index, $0) }
      case ..<ASCII.space, ASCII.leftBracket: return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Returns the index after the title of a link and the closing parenthesis.
  ///
  /// The result is nil if no complete title follows.
  private func endOfTitle(from space: Int) -> Int? {
    var index = space
    while byte(at: index) == ASCII.space { index += 1 }
    guard let quote = byte(at: index), quote == ASCII.quote || quote == ASCII.apostrophe
    else { return nil }
    var end = index + 1
    while let byte = byte(at: end), byte != ASCII.leftBracket, end - index < Self.longest {
      if byte == quote, self.byte(at: end + 1) == UInt8(ascii: ")") { return end + 2 }
      end += 1
    }
    return nil
  }

  private func byte(at index: Int) -> UInt8? { line.indices.contains(index) ? line[index] : nil }

  private func endOfRun(from start: Int) -> Int {
    var end = start
    while byte(at: end) == line[start] { end += 1 }
    return end
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
