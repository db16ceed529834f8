extension SourceValue {
  /// The value without its attributes.
  ///
  /// In markup, an element with text and attributes stores the text as a member with the element's
  /// own key. That member is the content. Any other value is its own content.
  package var content: SourceValue {
    let token = token
    // A value without a key is not a member of an object, so it is its own content.
    guard token.kind == .object, token.keyStart > 0 else { return self }
    var content: Int?
    let key = token.keyID
    forEachMember { if $1.keyID == key { content = $0 } }
    return content.map { SourceValue(tape: tape, index: $0) } ?? self
  }
}
