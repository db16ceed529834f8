extension SourceValue {
  /// The value without its attributes.
  ///
  /// Where markup gives a text attributes, the text is a member with the name of the value itself;
  /// that member is the content. The content of any other value is the value.
  package var content: SourceValue {
    let token = token
    // Only what is no member has no key.
    guard token.kind == .object, token.keyStart > 0 else { return self }
    var content: Int?
    let key = token.keyID
    forEachMember { if $1.keyID == key { content = $0 } }
    return content.map { SourceValue(tape: tape, index: $0) } ?? self
  }
}
