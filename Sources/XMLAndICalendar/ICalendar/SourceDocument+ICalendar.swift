import Basics
public import SourceText

extension SourceDocument {
  /// Creates a document by parsing iCalendar text.
  ///
  /// The root is an object with a member for each calendar. A component becomes an object with its
  /// properties and inner components as members. Their keys are the names in uppercase, and a
  /// repeated name becomes several members. A property without parameters becomes a string. A
  /// property with parameters becomes an object. The members of the object are the parameters and,
  /// under the property's own name, the string. `CATEGORIES` and `RESOURCES` with several values
  /// become lists.
  ///
  ///     let lines = "BEGIN:VCALENDAR\nDTSTART;TZID=Europe/Berlin:20250201T093000\nEND:VCALENDAR"
  ///     let document = try SourceDocument(iCalendar: Array(lines.utf8))
  ///     document.root["VCALENDAR"]?.json
  ///     // {"DTSTART":{"TZID":"Europe/Berlin","DTSTART":"20250201T093000"}}
  ///
  /// Lines may end with LF, CR LF or CR CR LF, or with CR. If some lines end with LF, a CR ends a
  /// line only if a known property follows. Any other CR is part of the text. An unreadable line is
  /// skipped and recorded in `flaws`. Invalid UTF-8 becomes U+FFFD, and the first invalid byte of a
  /// line is recorded. The missing end of a component and an end without a component are also
  /// recorded. An event without an end ends where the next event begins. An event after the end of
  /// the calendar becomes a member of the root.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: The limits beyond which the text is rejected.
  /// - Throws: `SourceError` if the text does not begin with a calendar or exceeds a limit. The
  ///   number of flaws is limited to one for every 64 values that `limits` allows.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes. In addition to the text, each
  ///   value takes 16 bytes of memory and each fold 8 bytes. Text with folds is stored twice.
  /// - SeeAlso: RFC 5545, *Internet Calendaring and Scheduling Core Object Specification*; RFC
  ///   6868, *Parameter Value Encoding in iCalendar and vCard*
  public init(iCalendar bytes: [UInt8], limits: SourceLimits = .standard) throws(SourceError) {
    let limits = limits.fitted(to: bytes.count)
    try self.init(bytes.separatingLines, ICalendarRules.self, limits) {
      (text, start) throws(SourceFault) in
      text = try UnfoldedText(unfolding: text.file, limit: limits.values)
      var parser = ICalendarParser(limits: limits)
      try parser.parse(text.bytes.span, from: start)
      return ParsedSource(
        tokens: parser.tokens, keyTable: parser.names, flaws: parser.flaws)
    }
  }
}

extension [UInt8] {
  /// The text with a line feed in place of each carriage return before a property or component.
  ///
  /// Text without line feeds is unchanged, because its carriage returns are line endings.
  fileprivate var separatingLines: [UInt8] {
    let text = span
    if text.firstOffset(of: ASCII.lineFeed, from: 0) == text.count { return self }
    var ends: [Int] = []
    var offset = text.firstOffset(of: ASCII.carriageReturn, from: 0)
    while offset < text.count {
      let next = offset + 1
      if next < text.count, text[next] >= UInt8(ascii: "A"), text[next] <= UInt8(ascii: "Z"),
        Self.isProperty(at: next, in: text)
      {
        ends.append(offset)
      }
      offset = text.firstOffset(of: ASCII.carriageReturn, from: next)
    }
    if ends.isEmpty { return self }
    var separated = self
    for end in ends { separated[end] = ASCII.lineFeed }
    return separated
  }

  /// Returns true if a line with a common property or a component begins at an offset.
  private static func isProperty(at start: Int, in text: Span<UInt8>) -> Bool {
    for name in properties where text.hasWord(name, at: start) {
      let end = start + name.utf8.count
      if end < text.count, text[end] == ASCII.colon || text[end] == ASCII.semicolon { return true }
    }
    return false
  }

  private static let properties = [
    "BEGIN", "END", "UID", "SUMMARY", "DTSTART", "DTEND", "DTSTAMP", "DURATION", "LOCATION",
    "DESCRIPTION", "URL", "STATUS", "CATEGORIES", "CLASS", "CREATED", "LAST-MODIFIED", "SEQUENCE",
    "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "ORGANIZER", "ATTENDEE", "CONTACT", "TRANSP",
    "TZID", "VERSION", "PRODID",
  ]
}
