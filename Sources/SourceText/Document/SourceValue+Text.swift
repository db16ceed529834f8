import Basics

extension SourceValue {
  /// The value as compact JSON.
  ///
  /// In a JSON document, each value is written as in the text, without the blanks between values.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the value in the document.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  // The recursion is safe, because the depth of a document is limited.
  private func write(to text: inout String) {
    switch kind {
    case .null: text += "null"
    case .bool: text += bool == true ? "true" : "false"
    case .number: text += numberText ?? ""
    case .string where tape.syntax == .json:
      text += tape.text(in: Int(token.start)..<Int(token.end) + 1, isEscaped: false)
    case .string: text += Self.quoted(string ?? "")
    case .array:
      text += "["
      for (place, element) in elements.enumerated() {
        if place > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object:
      // The text of a mixed element already contains its elements.
      if let mixed = mixedText {
        let others = members.filter { !$0.value.isElement }
        if others.count == 1 { return mixed.write(to: &text) }
        return write(others, to: &text)
      }
      write(members, to: &text)
    }
  }

  private func write(_ members: some Sequence<SourceMember>, to text: inout String) {
    text += "{"
    for (place, member) in members.enumerated() {
      if place > 0 { text += "," }
      text += "\(member.writtenKey):"
      member.value.write(to: &text)
    }
    text += "}"
  }
}

extension SourceValue {
  fileprivate static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes, escaping: .required)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SourceMember {
  /// The key in quotes.
  ///
  /// If the document is JSON, the key is exactly as written.
  fileprivate var writtenKey: String {
    if value.tape.syntax != .json { return SourceValue.quoted(key) }
    let range = value.tape.keyTable.entries[keyID].range
    return value.tape.text(in: range.lowerBound - 1..<range.upperBound + 1, isEscaped: false)
  }
}
