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
    var last: SourceValue?
    var hasElements = false
    for member in members {
      last = member.value
      hasElements = hasElements || member.value.isElement
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

  /// Returns the values of all members with a key, in order of the text.
  package func all(_ key: String) -> [SourceValue] {
    let bytes = tape.bytes
    guard token.kind == .object, let id = tape.keyTable.id(of: key, in: bytes.span) else {
      return []
    }
    var found: [SourceValue] = []
    for member in members where member.keyID == id { found.append(member.value) }
    return found
  }
}

extension SourceDocument {
  /// Whether the text is XML.
  package var isMarkup: Bool { root.tape.syntax == .xml }
}
