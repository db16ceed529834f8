public import SourceText

extension SourceDocument {
  /// Creates a document by parsing XML text, in the subset of XML that schedules use.
  ///
  /// The root is an object with one member, named after the outermost element. An element becomes
  /// an object. Its members are the attributes, followed by the inner elements. Their keys are the
  /// names, and a repeated name becomes several members. An element without attributes becomes a
  /// string if it contains only text, and null if it is empty or blank. If an element has text and
  /// also attributes or elements, the text is the last member, under the element's own name. If an
  /// element mixes text and elements, the text is the whole content between the tags, with markup
  /// and references as written.
  ///
  ///     let text = #"<day index="1"><title>Fish &amp; chips</title><logo/></day>"#
  ///     let document = try SourceDocument(xml: Array(text.utf8))
  ///     document.root["day"]?.json
  ///     // {"index":"1","title":"Fish & chips","logo":null}
  ///
  /// Names keep their prefixes. Comments and processing instructions are skipped. The five
  /// predefined entities and character references are decoded. Document types and all other
  /// entities are rejected.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: The limits beyond which the text is rejected.
  /// - Throws: `SourceError` for the first part of the text that is not well-formed, is unsupported
  ///   or exceeds a limit.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes. Each value takes 16 bytes of
  ///   memory, in addition to the text.
  /// - SeeAlso: *Extensible Markup Language (XML) 1.0*, fifth edition
  public init(xml bytes: [UInt8], limits: SourceLimits = .standard) throws(SourceError) {
    let limits = limits.fitted(to: bytes.count)
    try self.init(bytes, XMLRules.self, limits) { (text, start) throws(SourceFault) in
      var parser = XMLParser(limits: limits)
      try parser.parse(text.bytes.span, from: start)
      return ParsedSource(tokens: parser.tokens, keyTable: parser.names.table, flaws: parser.flaws)
    }
  }
}
