// The iCalendar parser. `SourceDocument.init(iCalendar:limits:)` calls it. If a limit is exceeded,
// the parser stops. After the first line, a line with any other fault is skipped.

import Basics
import SourceText

/// A one-pass parser that converts unfolded text to tokens, line by line.
///
///     BEGIN:VCALENDAR
///     DTSTART;TZID=Europe/Berlin:20250201T093000
///     CATEGORIES:Talk,Keynote
///     END:VCALENDAR
///
///     0 object  the document; end: 8
///     1 object  VCALENDAR; end: 8
///     2 object  DTSTART; end: 5
///     3 text    TZID
///     4 text    DTSTART, the value after the colon
///     5 array   CATEGORIES; end: 8
///     6 text    Talk
///     7 text    Keynote
///
/// Open components are on an explicit stack, so deep nesting cannot overflow the call stack.
struct ICalendarParser {
  private struct Component {
    let token: Int
    let key: SourceKeyMark
    let name: Range<Int>
    let isCalendar: Bool
  }

  let limits: SourceLimits
  var tokens: ContiguousArray<SourceToken> = []
  var names = SourceKeyTable(rules: ICalendarRules.self)
  private(set) var flaws: [SourceFault] = []
  private var open: ContiguousArray<Component> = []
  /// True if a component outside of a calendar has already been reported.
  private var isOutsideNoted = false

  init(limits: SourceLimits) {
    self.limits = limits
  }

  /// Parses the whole text, beginning after the byte order mark.
  ///
  /// - Throws: `SourceFault` if the text does not begin with a calendar or exceeds a limit.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes.
  mutating func parse(_ bytes: Span<UInt8>, from start: Int) throws(SourceFault) {
    let terminator = ICalendarLine.terminator(of: bytes)
    func makeLine(from offset: Int) -> ICalendarLine {
      ICalendarLine(in: bytes, from: offset, endingWith: terminator)
    }
    var line = makeLine(from: bytes.endOfBlanks(from: start))
    try append(SourceToken(.object, start: line.start, end: line.start, key: .none))
    guard bytes.hasWord("BEGIN:VCALENDAR", ignoringCaseAt: line.start) else {
      throw Self.fault(.start, at: line.start)
    }
    while line.start < bytes.count {
      let count = tokens.count
      do throws(SourceFault) { try read(line, of: bytes) } catch {
        guard !error.isOverLimit else { throw error }
        tokens.removeLast(tokens.count - count)
        try note(error)
      }
      line = makeLine(from: line.next)
    }
    try closeComponents(downTo: 0, at: bytes.count)
    tokens[0].end = UInt32(truncatingIfNeeded: tokens.count)
  }

  static func fault(_ expectation: ICalendarExpectation, at offset: Int) -> SourceFault {
    SourceFault(.unexpected(.words(expectation.rawValue)), at: offset)
  }

  mutating func append(_ token: SourceToken) throws(SourceFault) {
    guard tokens.count < limits.values else {
      throw SourceFault(.tooManyValues, at: Int(token.start))
    }
    tokens.append(token)
  }

  private mutating func note(_ flaw: SourceFault) throws(SourceFault) {
    guard flaws.count < max(1, limits.values / 64) else { throw flaw }
    flaws.append(flaw)
  }

  private mutating func read(
    _ line: ICalendarLine, of bytes: Span<UInt8>
  ) throws(SourceFault) {
    if line.endOfBlanks(from: line.start, in: bytes) == line.end { return }
    // An invalid byte invalidates only one character, not the whole text.
    do throws(SourceFault) { try line.checkText(of: bytes) } catch { try note(error) }
    let name = line.endOfName(from: line.start, in: bytes)
    guard name.end > line.start else { throw Self.fault(.name, at: line.start) }
    let key = try key(line.start..<name.end, isEscaped: name.isEscaped, bytes)
    switch name.end < line.end ? bytes[name.end] : 0 {
    case ASCII.colon where bytes.hasWord("BEGIN:", ignoringCaseAt: line.start):
      try begin(at: name.end + 1, line, bytes)
    case ASCII.colon where bytes.hasWord("END:", ignoringCaseAt: line.start):
      try end(at: name.end + 1, line, bytes)
    case ASCII.colon, ASCII.semicolon:
      guard !open.isEmpty else { throw Self.fault(.start, at: line.start) }
      try readProperty(key, from: name.end, line, bytes)
    default: throw Self.fault(.colonOrParameter, at: line.start)
    }
  }

  mutating func key(
    _ name: Range<Int>, isEscaped: Bool, _ bytes: Span<UInt8>
  ) throws(SourceFault) -> SourceKeyMark {
    guard names.entries.count <= limits.keys else {
      throw SourceFault(.tooManyKeys, at: name.lowerBound)
    }
    let id = names.id(ofKeyIn: name, isEscaped: isEscaped, of: bytes)
    return SourceKeyMark(
      start: UInt32(truncatingIfNeeded: name.lowerBound), id: UInt32(truncatingIfNeeded: id))
  }

  // MARK: Components

  private mutating func begin(
    at start: Int, _ line: ICalendarLine, _ bytes: Span<UInt8>
  ) throws(SourceFault) {
    let name = try componentName(at: start, line, bytes)
    let isCalendar = Self.isOne(of: ["VCALENDAR"], name.range, bytes)
    if isCalendar || Self.isOne(of: Self.entries, name.range, bytes) {
      // These components occur only directly in a calendar. So any component that is still open is
      // unterminated.
      let calendar = isCalendar ? nil : open.lastIndex(where: \.isCalendar)
      try closeComponents(downTo: calendar.map { $0 + 1 } ?? 0, at: line.start)
    }
    if isCalendar { isOutsideNoted = false }
    if open.isEmpty, !isCalendar, !isOutsideNoted {
      isOutsideNoted = true
      try note(Self.fault(.enclosingCalendar, at: line.start))
    }
    guard open.count < limits.depth else { throw SourceFault(.tooDeep, at: line.start) }
    open.append(
      Component(token: tokens.count, key: name.key, name: name.range, isCalendar: isCalendar))
    try append(SourceToken(.object, start: line.start, end: line.start, key: name.key))
  }

  private mutating func end(
    at start: Int, _ line: ICalendarLine, _ bytes: Span<UInt8>
  ) throws(SourceFault) {
    let name = try componentName(at: start, line, bytes)
    guard let place = open.lastIndex(where: { $0.key.id == name.key.id }) else {
      throw Self.fault(.openComponent, at: line.start)
    }
    try closeComponents(downTo: place + 1, at: line.start)
    close()
  }

  /// The components that occur only directly in a calendar.
  private static let entries = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

  private static func isOne(
    of words: [String], _ name: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    words.contains {
      $0.utf8.count == name.count && bytes.hasWord($0, ignoringCaseAt: name.lowerBound)
    }
  }

  /// Closes unterminated components, and records a flaw for each of them.
  private mutating func closeComponents(downTo count: Int, at offset: Int) throws(SourceFault) {
    while open.count > count, let component = open.last {
      try note(SourceFault(.missingEnd(component.name), at: offset))
      close()
    }
  }

  private mutating func componentName(
    at start: Int, _ line: ICalendarLine, _ bytes: Span<UInt8>
  ) throws(SourceFault) -> (range: Range<Int>, key: SourceKeyMark) {
    let name = line.endOfName(from: start, in: bytes)
    guard name.end > start, line.endOfBlanks(from: name.end, in: bytes) == line.end else {
      throw Self.fault(.name, at: start)
    }
    let range = start..<name.end
    return (range, try key(range, isEscaped: name.isEscaped, bytes))
  }

  private mutating func close() {
    guard let component = open.popLast() else { return }
    tokens[component.token].end = UInt32(truncatingIfNeeded: tokens.count)
  }
}
