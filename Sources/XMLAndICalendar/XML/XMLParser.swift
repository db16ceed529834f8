// The XML parser. `SourceDocument.init(xml:limits:)` calls it. Open elements are on an explicit
// stack, so deep nesting cannot overflow the call stack.

import Basics
import SourceText

/// A one-pass parser that converts text to tokens, according to XML 1.0 without document types.
///
///     <day index="1"><title>Fish &amp; chips</title><logo/>late</day>
///
///     0 object       the document; end: 6
///     1 object       <day>, key 0; end: 6
///     2 text         "1", key 1 (index)
///     3 escapedText  <title>, key 2
///     4 null         <logo/>, key 3
///     5 text         everything between the tags of <day>, key 0
///
///     keys: 0 day, 1 index, 2 title, 3 logo
struct XMLParser {
  struct Element {
    /// A placeholder for the enclosing element of the outermost element.
    static let none = Element(number: 0, token: 0, key: .none, place: .start)

    /// The number of the element in text order, counted from 1.
    let number: Int
    let token: Int
    let key: SourceKeyMark
    /// The position of the next name in the element.
    var place: XMLNames.Predecessor
    var contentStart = 0
    var attributeCount = 0
    var hasElements = false
    /// The offset of the first nonblank text in the element, or 0.
    var textStart = 0
    /// True if the text between the tags must be decoded.
    var isEscaped = false

    @inline(__always)
    mutating func noteText(at offset: Int) {
      if textStart == 0 { textStart = offset }
    }
  }

  let limits: SourceLimits
  private(set) var tokens: ContiguousArray<SourceToken> = []
  private(set) var names = XMLNames()
  /// The faults that did not stop the parser.
  ///
  /// The parser skips text in an element that is too large, and notes CDATA sections that appear to
  /// be unterminated.
  var flaws: [SourceFault] = []
  private var outer: ContiguousArray<Element> = []
  var current = Element.none
  private var elementCount = 0

  init(limits: SourceLimits) {
    self.limits = limits
  }

  /// Parses the whole text, beginning after the byte order mark.
  ///
  /// - Throws: `SourceFault` at the first byte that does not match the grammar or exceeds a limit.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes.
  mutating func parse(_ bytes: Span<UInt8>, from start: Int) throws(SourceFault) {
    tokens.reserveCapacity(max(0, min(bytes.count / 32, limits.values)) + 2)
    var offset = try Self.endOfDeclaration(bytes, from: start)
    offset = try Self.endOfAsides(bytes, from: offset)
    tokens.append(SourceToken(.object, start: offset, end: offset, key: .none))
    guard offset < bytes.count, bytes[offset] == ASCII.lessThan else {
      throw Self.fault(.startTag, at: offset)
    }
    try readStartTag(bytes, &offset)
    while !outer.isEmpty {
      try readText(bytes, &offset)
      switch offset &+ 1 < bytes.count ? bytes[offset &+ 1] : 0 {
      case ASCII.slash: try readEndTag(bytes, &offset)
      case ASCII.exclamation, ASCII.question: try readAside(bytes, &offset)
      default: try readStartTag(bytes, &offset)
      }
    }
    offset = try Self.endOfAsides(bytes, from: offset)
    guard offset == bytes.count else { throw SourceFault(.unexpected(.end), at: offset) }
    tokens[0].end = UInt32(truncatingIfNeeded: tokens.count)
  }

  static func fault(_ expectation: XMLExpectation, at offset: Int) -> SourceFault {
    SourceFault(.unexpected(.words(expectation.rawValue)), at: offset)
  }

  // MARK: Tags

  private mutating func readStartTag(
    _ bytes: Span<UInt8>, _ offset: inout Int
  ) throws(SourceFault) {
    guard tokens.count < limits.values else { throw SourceFault(.tooManyValues, at: offset) }
    guard outer.count < limits.depth else { throw SourceFault(.tooDeep, at: offset) }
    let start = offset
    offset &+= 1
    let key = try names.read(bytes, &offset, at: current.place, limits: limits)
    current.place = .after(Int(key.id))
    current.hasElements = true
    outer.append(current)
    elementCount &+= 1
    current = Element(
      number: elementCount, token: tokens.count, key: key, place: .inside(Int(key.id)))
    tokens.append(SourceToken(.null, start: start, end: start, key: key))
    while true {
      let end = offset
      offset = bytes.endOfBlanks(from: offset)
      switch offset < bytes.count ? bytes[offset] : 0 {
      case ASCII.greaterThan:
        offset &+= 1
        current.contentStart = offset
        return
      case ASCII.slash:
        offset &+= 1
        guard offset < bytes.count, bytes[offset] == ASCII.greaterThan else {
          throw Self.fault(.endOfTag, at: offset)
        }
        offset &+= 1
        current.contentStart = offset
        return try close(contentEnd: offset)
      default:
        guard offset > end, offset < bytes.count else {
          throw Self.fault(.attributeOrEndOfTag, at: offset)
        }
        try readAttribute(bytes, &offset)
      }
    }
  }

  @inline(__always)
  private mutating func readAttribute(
    _ bytes: Span<UInt8>, _ offset: inout Int
  ) throws(SourceFault) {
    guard tokens.count < limits.values else { throw SourceFault(.tooManyValues, at: offset) }
    let start = offset
    let key = try names.read(bytes, &offset, at: current.place, limits: limits)
    guard names.own(Int(key.id), by: current.number) else {
      throw Self.fault(.otherAttribute, at: start)
    }
    current.place = .after(Int(key.id))
    current.attributeCount &+= 1
    offset = bytes.endOfBlanks(from: offset)
    guard offset < bytes.count, bytes[offset] == ASCII.equals else {
      throw Self.fault(.equalsSign, at: offset)
    }
    offset = bytes.endOfBlanks(from: offset &+ 1)
    let text = try Self.readAttributeValue(bytes, &offset, limit: limits.textBytes)
    tokens.append(
      SourceToken(
        text.isEscaped ? .escapedText : .text, start: text.start, end: text.end, key: key))
  }

  private mutating func readEndTag(_ bytes: Span<UInt8>, _ offset: inout Int) throws(SourceFault) {
    let start = offset
    guard let end = names.endOfName(Int(current.key.id), bytes, at: start &+ 2) else {
      throw missingEnd(at: start)
    }
    offset = bytes.endOfBlanks(from: end)
    guard offset < bytes.count, bytes[offset] == ASCII.greaterThan else {
      throw Self.fault(.endOfTag, at: offset)
    }
    offset &+= 1
    try close(contentEnd: start)
  }

  @inline(never)
  func missingEnd(at offset: Int) -> SourceFault {
    let start = Int(current.key.start)
    let length = Int(names.table.entries[Int(current.key.id)].length)
    return SourceFault(.missingEnd(start..<(start + length)), at: offset)
  }

  /// Ends the open element, and sets its token according to its contents.
  @inline(__always)
  private mutating func close(contentEnd: Int) throws(SourceFault) {
    let element = current
    let start = Int(element.key.start) &- 1
    current = outer.popLast() ?? .none
    let isObject = element.hasElements || element.attributeCount > 0
    if element.textStart > 0 {
      let length = contentEnd &- element.contentStart
      let isTooLong = length > limits.textBytes
      // In a large element, text between the elements is no reason to reject the element.
      if isTooLong, element.hasElements {
        flaws.append(Self.fault(.tag, at: element.textStart))
      } else if isTooLong {
        throw SourceFault(.textTooLong(length), at: element.contentStart)
      } else {
        try append(textOf: element, contentEnd: contentEnd)
        if !isObject { return }
      }
    }
    tokens[element.token] = SourceToken(
      isObject ? .object : .null, start: start, end: tokens.count, key: element.key)
  }

  /// Stores the text as the value of its element.
  ///
  /// If the element has other members, the text becomes its last member.
  @inline(__always)
  private mutating func append(textOf element: Element, contentEnd: Int) throws(SourceFault) {
    let start = element.contentStart
    if !element.hasElements, element.attributeCount == 0 {
      tokens[element.token] = SourceToken(
        element.isEscaped ? .escapedText : .text, start: start, end: contentEnd, key: element.key)
      return
    }
    guard tokens.count < limits.values else { throw SourceFault(.tooManyValues, at: contentEnd) }
    let key = SourceKeyMark(
      start: UInt32(truncatingIfNeeded: element.textStart), id: element.key.id)
    tokens.append(
      SourceToken(
        element.isEscaped && !element.hasElements ? .escapedText : .text, start: start,
        end: contentEnd, key: key))
  }
}
