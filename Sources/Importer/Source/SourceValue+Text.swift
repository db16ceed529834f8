extension SourceValue {
  /// The value as compact JSON: as it is written in the document, without the blanks in between.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the value in the document.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  // The depth of a document is limited, so this does not go deep.
  private func write(to text: inout String) {
    switch kind {
    case .null: text += "null"
    case .bool: text += bool == true ? "true" : "false"
    case .number: text += numberText ?? ""
    case .string:
      text += tape.text(in: Int(token.start)..<Int(token.end) + 1, isEscaped: false)
    case .array:
      text += "["
      for (place, element) in elements.enumerated() {
        if place > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object:
      text += "{"
      for (place, member) in members.enumerated() {
        if place > 0 { text += "," }
        text += "\(member.writtenKey):"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }
}

extension SourceMember {
  /// The key in quotes, as it is written in the document.
  fileprivate var writtenKey: String {
    let range = value.tape.keyTable.entries[keyID].range
    return value.tape.text(in: range.lowerBound - 1..<range.upperBound + 1, isEscaped: false)
  }
}
