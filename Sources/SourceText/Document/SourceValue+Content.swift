extension SourceValue {
  /// The value without its attributes.
  ///
  /// In XML, an element with attributes stores its text as a member under the element's own key.
  /// This member is the content. The content of any other value is the value itself.
  package var content: SourceValue {
    let token = token
    // A value without a key is not a member of an object. Its content is the value itself.
    guard token.kind == .object, token.keyStart > 0 else { return self }
    var content: Int?
    let key = token.keyID
    forEachMember { if $1.keyID == key { content = $0 } }
    return content.map { SourceValue(tape: tape, index: $0) } ?? self
  }
}
