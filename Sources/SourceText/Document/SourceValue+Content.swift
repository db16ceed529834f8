extension SourceValue {
  /// The value without its attributes.
  ///
  /// Where markup gives a text attributes, the text is a member with the name of the value itself;
  /// that member is the content. The content of any other value is the value.
  package var content: SourceValue {
    let token = token
    // Only what is no member has no key.
    guard token.kind == .object, token.keyStart > 0 else { return self }
    var content: SourceValue?
    for member in members where member.keyID == token.keyID { content = member.value }
    return content ?? self
  }
}
