// The JSON parser. `SourceDocument.init(json:limits:)` calls it. Open lists and objects are on an
// explicit stack, so deep nesting cannot overflow the call stack.

import Basics

/// A one-pass parser that converts text to tokens, strictly according to RFC 8259.
///
///     {"day": [1, "a\n"], "day": null}
///
///     0 object       end: 5 (the token after it)
///     1 array        end: 4, key 0
///     2 number       "1"
///     3 escapedText  "a\n", with its quotes and its escape as written
///     4 null         key 0
///
///     keys: 0 day; repeated: yes
struct JSONParser {
  private struct Container {
    /// A placeholder for the enclosing container of the outermost value.
    static let none = Container(kind: .none, keys: JSONKeyReader.Object())

    enum Kind {
      case none
      case list
      case object
    }

    let kind: Kind
    var keys: JSONKeyReader.Object
  }

  private let limits: SourceLimits
  private(set) var tokens: ContiguousArray<SourceToken> = []
  private(set) var keys = JSONKeyReader()
  private var outer: ContiguousArray<Container> = []
  private var current = Container.none

  init(limits: SourceLimits) {
    self.limits = limits
  }

  /// Parses the whole text, beginning after the byte order mark.
  ///
  /// - Throws: `SourceFault` at the first byte that does not match the grammar or exceeds a limit.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes.
  mutating func parse(_ bytes: Span<UInt8>, from start: Int) throws(SourceFault) {
    tokens.reserveCapacity(max(0, min(bytes.count / 24, limits.values)) + 1)
    var offset = start
    var key = SourceKeyMark.none
    while true {
      offset = bytes.endOfBlanks(from: offset)
      let opened = try readValue(bytes, &offset, key)
      let next = opened ? try readStart(bytes, &offset) : try continueAfterValue(bytes, &offset)
      guard let next else { return }
      key = next
    }
  }

  /// Reads a scalar or an opening bracket, and returns true for an opening bracket.
  @inline(__always)
  private mutating func readValue(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ key: SourceKeyMark
  ) throws(SourceFault) -> Bool {
    guard offset < bytes.count else { throw fault(.value, at: offset) }
    guard tokens.count < limits.values else { throw SourceFault(.tooManyValues, at: offset) }
    let start = offset
    let kind: SourceToken.Kind
    switch bytes[offset] {
    case ASCII.quote:
      let text = try JSONParser.readText(bytes, at: start, limit: limits.textBytes)
      kind = text.isEscaped ? .escapedText : .text
      tokens.append(SourceToken(kind, start: start, end: text.end, key: key))
      offset = text.end &+ 1
      return false
    case ASCII.leftBrace:
      try open(.object, .object, at: start, key)
      offset &+= 1
      return true
    case ASCII.leftBracket:
      try open(.array, .list, at: start, key)
      offset &+= 1
      return true
    case ASCII.minus, ASCII.zero...ASCII.nine:
      kind = .number
      offset = try JSONParser.endOfNumber(bytes, at: start)
    case UInt8(ascii: "t") where bytes.hasWord("true", at: start):
      kind = .true
      offset &+= 4
    case UInt8(ascii: "f") where bytes.hasWord("false", at: start):
      kind = .false
      offset &+= 5
    case UInt8(ascii: "n") where bytes.hasWord("null", at: start):
      kind = .null
      offset &+= 4
    case ASCII.plus, ASCII.point: throw SourceFault(.unexpected(.startOfNumber), at: start)
    default: throw fault(.value, at: start)
    }
    tokens.append(SourceToken(kind, start: start, end: offset, key: key))
    return false
  }

  private mutating func open(
    _ tokenKind: SourceToken.Kind, _ kind: Container.Kind, at start: Int, _ key: SourceKeyMark
  ) throws(SourceFault) {
    // The placeholder is not saved in the array, because most values in a store have only one
    // level.
    let depth = current.kind == .none ? 0 : outer.count + 1
    guard depth < limits.depth else { throw SourceFault(.tooDeep, at: start) }
    if depth > 0 { outer.append(current) }
    let isInObject = current.kind == .object || current.keys.isInObject
    current = Container(
      kind: kind,
      keys: JSONKeyReader.Object(
        token: tokens.count, isInObject: isInObject, savedCount: keys.savedCount))
    tokens.append(SourceToken(tokenKind, start: start, end: start, key: key))
  }

  private mutating func close() {
    tokens[current.keys.token].end = UInt32(truncatingIfNeeded: tokens.count)
    keys.leave(current.keys)
    current = outer.popLast() ?? .none
  }

  /// Reads the text between an opening bracket and the next value.
  ///
  /// Returns the key of the next value, or nil at the end of the text.
  @inline(__always)
  private mutating func readStart(
    _ bytes: Span<UInt8>, _ offset: inout Int
  ) throws(SourceFault) -> SourceKeyMark? {
    if current.kind == .object, let key = readExpectedKey(bytes, &offset) { return key }
    let start = offset
    offset = bytes.endOfBlanks(from: offset)
    let closing = current.kind == .object ? ASCII.rightBrace : ASCII.rightBracket
    if offset < bytes.count, bytes[offset] == closing {
      close()
      offset &+= 1
      return try continueAfterValue(bytes, &offset)
    }
    return current.kind == .object ? try readKey(bytes, &offset, after: start) : SourceKeyMark.none
  }

  /// Reads the text between two values: closing brackets, a comma and a key.
  ///
  /// Returns the key of the next value, or nil at the end of the text.
  @inline(__always)
  private mutating func continueAfterValue(
    _ bytes: Span<UInt8>, _ offset: inout Int
  ) throws(SourceFault) -> SourceKeyMark? {
    while true {
      if current.kind == .object, let key = readExpectedKey(bytes, &offset) { return key }
      let start = offset
      offset = bytes.endOfBlanks(from: offset)
      guard offset < bytes.count else {
        guard current.kind == .none else { throw fault(.commaOrEndOfList, at: offset) }
        return nil
      }
      let byte = bytes[offset]
      switch current.kind {
      case .list where byte == ASCII.comma:
        offset &+= 1
        return SourceKeyMark.none
      case .object where byte == ASCII.comma:
        offset &+= 1
        return try readKey(bytes, &offset, after: start)
      case .list where byte == ASCII.rightBracket, .object where byte == ASCII.rightBrace:
        close()
        offset &+= 1
      default: throw fault(.commaOrEndOfList, at: offset)
      }
    }
  }

  @inline(__always)
  private mutating func readExpectedKey(
    _ bytes: Span<UInt8>, _ offset: inout Int
  ) -> SourceKeyMark? {
    keys.readExpectedKey(bytes, &offset, in: &current.keys, token: tokens.count)
  }

  /// Reads a key and its colon, and stores the text as a prediction.
  private mutating func readKey(
    _ bytes: Span<UInt8>, _ offset: inout Int, after end: Int
  ) throws(SourceFault) -> SourceKeyMark {
    let latestKey = current.keys.latestKey
    offset = bytes.endOfBlanks(from: offset)
    let start = offset
    guard start < bytes.count, bytes[start] == ASCII.quote else { throw fault(.key, at: start) }
    let id = try keys.readKey(
      bytes, &offset, in: &current.keys, token: tokens.count, limits: limits)
    offset = bytes.endOfBlanks(from: offset)
    guard offset < bytes.count, bytes[offset] == ASCII.colon else {
      throw SourceFault(.unexpected(.colon), at: offset)
    }
    offset = bytes.endOfBlanks(from: offset &+ 1)
    keys.expect(after: latestKey, id, at: start, within: end..<offset)
    return SourceKeyMark(
      start: UInt32(truncatingIfNeeded: start), id: UInt32(truncatingIfNeeded: id))
  }

  /// Returns the fault for an unmet expectation, depending on the open list or object.
  @inline(never)
  private func fault(_ expectation: SourceError.Expectation, at offset: Int) -> SourceFault {
    let isEmpty = current.kind != .none && tokens.count == current.keys.token + 1
    return switch (expectation, current.kind) {
    case (.value, .list) where isEmpty: SourceFault(.unexpected(.valueOrEndOfList), at: offset)
    case (.key, _) where isEmpty: SourceFault(.unexpected(.keyOrEndOfObject), at: offset)
    case (.commaOrEndOfList, .object): SourceFault(.unexpected(.commaOrEndOfObject), at: offset)
    case (.commaOrEndOfList, .none): SourceFault(.unexpected(.end), at: offset)
    default: SourceFault(.unexpected(expectation), at: offset)
    }
  }
}
