/// What the grammar of XML expects at a position of the text.
package enum XMLExpectation: Sendable, Equatable {
  /// The start of the outermost element.
  case startTag

  /// A tag, and no text between the elements of something large.
  case tag

  /// The bracket that closes a tag.
  case endOfTag

  /// A comment or CDATA section, after an exclamation mark.
  case commentOrSection

  /// No document type.
  case noDocumentType

  /// The name of an element, attribute or instruction.
  case name

  /// An attribute after a blank, or the end of the tag.
  case attributeOrEndOfTag

  /// An attribute that its element does not have yet.
  case otherAttribute

  /// The sign between an attribute and its value.
  case equalsSign

  /// The value of an attribute.
  case attributeValue

  /// The end of an attribute's value.
  case closingQuote

  /// `&lt;` in the value of an attribute.
  case escapedLessThan

  /// `]]&gt;` in a text.
  case escapedEndOfSection

  /// One of the five entities of XML, or the number of a character.
  case reference

  /// The number of a character that XML allows.
  case characterNumber

  /// A character that XML allows.
  case character

  /// The end of a comment, which holds no two hyphens.
  case endOfComment

  /// The end of a CDATA section.
  case endOfSection

  /// The end of a processing instruction.
  case endOfInstruction

  /// An instruction that is no XML declaration.
  case instruction

  /// An XML declaration in its only form.
  case declaration
}

extension XMLExpectation: CustomStringConvertible {
  /// What would have been accepted.
  package var description: String {
    switch self {
    case .startTag: "the start tag of an element"
    case .tag: "a tag"
    case .endOfTag: "\">\""
    case .commentOrSection: "a comment or a CDATA section"
    case .noDocumentType: "no document type; such files are not read"
    case .name: "a name"
    case .attributeOrEndOfTag: "a blank and an attribute, \">\" or \"/>\""
    case .otherAttribute: "each attribute once"
    case .equalsSign: "\"=\" after the name of an attribute"
    case .attributeValue: "a value in quotes"
    case .closingQuote: "the closing quote of the attribute"
    case .escapedLessThan: "\"&lt;\" or the closing quote of the attribute"
    case .escapedEndOfSection: "\"]]&gt;\" in a text"
    case .reference:
      "one of &lt; &gt; &amp; &quot; &apos; or the number of a character, such as &#233;"
    case .characterNumber: "the number of a character that XML allows"
    case .character: "a character that XML allows"
    case .endOfComment: "\"-->\" at the end of the comment"
    case .endOfSection: "\"]]>\" at the end of the CDATA section"
    case .endOfInstruction: "\"?>\" at the end of the instruction"
    case .instruction: "the XML declaration at the very start only"
    case .declaration: "an XML declaration such as <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    }
  }
}
