enum XMLExpectation: String {
  case startTag = "the start tag of an element"

  /// A tag instead of text between the inner elements of a very long element.
  case tag = "a tag"
  case endOfTag = "\">\""
  case commentOrSection = "a comment or a CDATA section"
  case noDocumentType = "no document type; such files are not read"
  case name = "a name"
  case attributeOrEndOfTag = "a space and an attribute, \">\" or \"/>\""
  case otherAttribute = "each attribute once"
  case equalsSign = "\"=\" after the name of an attribute"
  case attributeValue = "a value in quotes"
  case closingQuote = "the closing quote of the attribute"
  case escapedLessThan = "\"&lt;\" or the closing quote of the attribute"
  case escapedEndOfSection = "\"]]&gt;\" in text"

  /// One of the five predefined entities, or a character reference.
  case reference =
    "one of &lt; &gt; &amp; &quot; &apos; or the number of a character, such as &#233;"
  case characterNumber = "the code point of a character that XML allows"
  case character = "a character that XML allows"

  /// The end of a comment.
  ///
  /// Two hyphens must not occur inside the comment.
  case endOfComment = "\"-->\" at the end of the comment"
  case endOfSection = "\"]]>\" at the end of the CDATA section"
  case endOfInstruction = "\"?>\" at the end of the instruction"

  /// A processing instruction with a name that is not reserved for the XML declaration.
  case instruction = "the XML declaration only at the very start"
  case declaration = "an XML declaration such as <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
}
