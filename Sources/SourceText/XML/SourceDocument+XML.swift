extension SourceDocument {
  /// Reads an XML text, of the part of XML that schedules use.
  ///
  /// The root is an object with one member, named like the outermost element. An element is an
  /// object: first its attributes, then the elements in it, each a member by its name; names that
  /// come several times are several members. An element without attributes that holds a text is
  /// that text, and one that holds nothing, or blanks, is null. An element with attributes or
  /// elements and a text has the text as its last member, under the element's own name. Where text
  /// and elements are mixed, that text is everything between the tags, with markup and references
  /// as written.
  ///
  ///     let text = #"<day index="1"><title>Fish &amp; chips</title><logo/></day>"#
  ///     let document = try SourceDocument(xml: Array(text.utf8))
  ///     document.root["day"]?.json
  ///     // {"index":"1","title":"Fish & chips","logo":null}
  ///
  /// Prefixes of names are kept; comments and instructions are skipped. There are the five entities
  /// of XML and numbers of characters, and no others; a document type is refused.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: The limits beyond which the text is refused.
  /// - Throws: `SourceError` for the first thing in the text that is not well-formed, not read, or
  ///   over a limit.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes; 16 bytes of memory a value
  ///   beside the text.
  /// - SeeAlso: *Extensible Markup Language (XML) 1.0*, fifth edition
  public init(xml bytes: [UInt8], limits: SourceLimits = .standard) throws(SourceError) {
    let limits = limits.fitted(to: bytes.count)
    try self.init(bytes, .xml, limits) { (span, start) throws(SourceFault) in
      var parser = XMLParser(limits: limits)
      try parser.parse(span, from: start)
      return ParsedSource(tokens: parser.tokens, keyTable: parser.names.table, flaws: parser.flaws)
    }
  }
}
