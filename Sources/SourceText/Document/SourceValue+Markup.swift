import Basics

extension SourceValue {
  /// The key of the value, or an empty string if the value is not a member of an object.
  package var key: String { token.keyStart > 0 ? tape.key(token.keyID) : "" }

  package var keyPosition: SourcePosition { tape.position(of: token.keyStart) }

  /// True if the value contains other values or is an XML element.
  package var holdsOthers: Bool {
    token.holdsOthers ? sizeOfInsides > 0 : tape.syntax == .xml && isElement
  }

  /// True if the value is an XML element, not an attribute or the text of an element.
  package var isElement: Bool {
    let start = Int(token.keyStart)
    return tape.syntax == .xml && start > 0 && tape.bytes[start - 1] == ASCII.lessThan
  }

  /// True if the value is the text of an XML element that also has attributes or elements.
  package var isOwnText: Bool {
    guard tape.syntax == .xml, token.kind == .text || token.kind == .escapedText else {
      return false
    }
    // The value of an attribute follows a quote, not a tag.
    return !isElement && tape.bytes[Int(token.start) - 1] == ASCII.greaterThan
  }

  /// The text of an XML element that also contains elements, or nil for any other value.
  package var mixedText: SourceValue? {
    guard tape.syntax == .xml else { return nil }
    let tape = tape
    var last: SourceValue?
    var hasElements = false
    forEachMember { index, _ in
      let value = SourceValue(tape: tape, index: index)
      last = value
      hasElements = hasElements || value.isElement
    }
    return hasElements && last?.isOwnText == true ? last : nil
  }

  /// The text from the first nonblank character of a mixed element to the next tag, trimmed.
  package var strayText: String {
    let start = Int(token.keyStart)
    let end = tape.bytes[start..<Int(token.end)].firstIndex(of: ASCII.lessThan) ?? Int(token.end)
    let text = tape.text(in: start..<end, isEscaped: token.kind == .escapedText)
    // The text may begin inside a CDATA section.
    return (text.split(separator: "]]>", maxSplits: 1).first.map(String.init) ?? text).trimmed
  }

  /// Returns the number of a key, or nil if the document does not have the key.
  ///
  /// A reader of many objects looks up the number once, and then finds their members faster.
  package func keyID(of key: String) -> Int? {
    let bytes = tape.bytes
    return key.withUTF8Span { tape.keyTable.id(of: $0, in: bytes.span) }
  }

  package func all(keyID: Int) -> [SourceValue] {
    let tape = tape
    var found: [SourceValue] = []
    forEachMember { if $1.keyID == keyID { found.append(SourceValue(tape: tape, index: $0)) } }
    return found
  }

  package func all(_ key: String) -> [SourceValue] {
    var found: [SourceValue] = []
    forEachMember(key) { found.append(SourceValue(tape: tape, index: $0)) }
    return found
  }
}

extension SourceDocument {
  package var isMarkup: Bool { root.tape.syntax == .xml }
}
