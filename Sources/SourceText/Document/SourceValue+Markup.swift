import TextBasics

/// What XML has beside elements: attributes, and texts between the elements.
extension SourceValue {
  /// The key of the value; empty if it is not a member of an object.
  package var key: String { token.keyStart > 0 ? tape.key(token.keyID) : "" }

  /// The position of the key.
  package var keyPosition: SourcePosition { tape.position(of: token.keyStart) }

  /// Whether it holds other values, or in XML is an element that may be meant to.
  package var holdsOthers: Bool {
    token.holdsOthers ? sizeOfInsides > 0 : tape.syntax == .xml && isElement
  }

  /// Whether it is an element of XML: neither an attribute nor the text of an element with others.
  package var isElement: Bool {
    let start = Int(token.keyStart)
    return tape.syntax == .xml && start > 0 && tape.bytes[start - 1] == ASCII.lessThan
  }

  /// Whether it is the text of an XML element that has attributes or elements as well.
  package var isOwnText: Bool {
    guard tape.syntax == .xml, token.kind == .text || token.kind == .escapedText else {
      return false
    }
    // The value of an attribute comes after a quote.
    return !isElement && tape.bytes[Int(token.start) - 1] == ASCII.greaterThan
  }

  /// The own text of an element that also contains elements; nil if there is none.
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

  /// The first part of an own text, up to the next tag.
  package var strayText: String {
    let start = Int(token.keyStart)
    let end = tape.bytes[start..<Int(token.end)].firstIndex(of: ASCII.lessThan) ?? Int(token.end)
    let text = tape.text(in: start..<end, isEscaped: token.kind == .escapedText)
    // It may begin within a section.
    return (text.split(separator: "]]>", maxSplits: 1).first.map(String.init) ?? text).trimmed
  }

  /// The number of a key of the document, by which a reader of many objects finds their members; nil if
  /// none has it.
  package func keyID(of key: String) -> Int? {
    let bytes = tape.bytes
    return key.withUTF8Span { tape.keyTable.id(of: $0, in: bytes.span) }
  }

  /// Returns the values of all members whose key has a number, in order of the text.
  package func all(keyID: Int) -> [SourceValue] {
    let tape = tape
    var found: [SourceValue] = []
    forEachMember { if $1.keyID == keyID { found.append(SourceValue(tape: tape, index: $0)) } }
    return found
  }

  /// Returns the values of all members with a key, in order of the text.
  package func all(_ key: String) -> [SourceValue] {
    var found: [SourceValue] = []
    forEachMember(key) { found.append(SourceValue(tape: tape, index: $0)) }
    return found
  }
}

extension SourceDocument {
  /// Whether the text is XML.
  package var isMarkup: Bool { root.tape.syntax == .xml }
}
