extension SourceDocument {
  /// Reads a text in iCalendar.
  ///
  /// The root is an object with a member for each calendar. A component is an object: its
  /// properties and the components in it, each a member by its name in upper case; names that come
  /// several times are several members. A property is a text, or, with parameters, an object of
  /// the parameters and the text as the member with the property's own name. `CATEGORIES` and
  /// `RESOURCES` with several values are lists.
  ///
  ///     let lines = "BEGIN:VCALENDAR\nDTSTART;TZID=Europe/Berlin:20250201T093000\nEND:VCALENDAR"
  ///     let document = try SourceDocument(iCalendar: Array(lines.utf8))
  ///     document.root["VCALENDAR"]?.json
  ///     // {"DTSTART":{"TZID":"Europe/Berlin","DTSTART":"20250201T093000"}}
  ///
  /// Lines may end with LF, CR LF or CR CR LF, or all of them with CR. A line that cannot be read is
  /// skipped and is one of the ``flaws``; the bytes of a line that are no UTF-8 become U+FFFD, and
  /// the first of them is a flaw. So is the missing end of a component, and an end without a
  /// component. An event ends where another one begins, and one after the end of the calendar is a
  /// member of the root.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: The limits beyond which the text is refused.
  /// - Throws: `SourceError` if the text does not begin with a calendar or is over a limit; at most
  ///   one line in 64 of the `values` limit can be skipped.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes; 16 bytes of memory a value and
  ///   8 a fold beside the text, which is there twice if it has folds.
  /// - SeeAlso: RFC 5545, *Internet Calendaring and Scheduling Core Object Specification*; RFC 6868,
  ///   *Parameter Value Encoding in iCalendar and vCard*
  public init(iCalendar bytes: [UInt8], limits: SourceLimits = .standard) throws(SourceError) {
    let limits = limits.fitted(to: bytes.count)
    try self.init(bytes, .iCalendar, limits) { (span, start) throws(SourceFault) in
      var parser = ICalendarParser(limits: limits)
      try parser.parse(span, from: start)
      return ParsedSource(
        tokens: parser.tokens, keyTable: parser.names, flaws: parser.flaws)
    }
  }
}
