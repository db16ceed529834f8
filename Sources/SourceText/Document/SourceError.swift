import TextBasics

/// An error in a text, with its position.
///
///     try SourceDocument(json: Array("[1,]".utf8))
///     // throws 1:4: found "]"; expected a value
public struct SourceError: Error, Sendable, Equatable {
  /// The kind of error.
  package enum Kind: Sendable, Equatable {
    /// The text does not match the grammar.
    case unexpected(Found, Expectation)

    /// An XML element or iCalendar component does not end where it must.
    ///
    /// The name and the start are those of the element or component.
    case missingEnd(Found, name: String, start: SourcePosition)

    /// A byte is not valid UTF-8 here: it belongs to a stray, overlong or incomplete sequence, or
    /// to a surrogate.
    case notUTF8(UInt8)

    /// The whole text is in another encoding, whose name is the associated value.
    case otherEncoding(String)

    /// An escape is half of a surrogate pair without the other half.
    case loneSurrogate(UInt16)

    /// The text has more bytes (first value) than the limit (second value).
    case tooManyBytes(Int, Int)
    case tooDeep(Int)

    /// A string or key has more bytes (first value) than the limit (second value).
    case textTooLong(Int, Int)
    case tooManyValues(Int)

    /// The text has more different keys, or names of elements and attributes, than the limit.
    case tooManyKeys(Int)
  }

  /// The text found at the position of an error.
  package enum Found: Sendable, Equatable {
    /// A word, a number, an escape or a single character, as written.
    case text(String)
    case comment
    case end

    /// The end of an empty or blank text.
    case nothing
  }

  /// The text that the grammar expects; cases not named after a syntax belong to JSON.
  package enum Expectation: Sendable, Equatable {
    case xml(XMLExpectation)
    case iCalendar(ICalendarExpectation)
    case value
    case valueOrEndOfList

    /// A number that begins with a digit or a minus sign.
    case startOfNumber
    case digitAfterMinus
    case numberWithoutLeadingZero
    case digitAfterPoint
    case digitInExponent
    case key
    case keyOrEndOfObject
    case colon
    case commaOrEndOfList
    case commaOrEndOfObject
    case endOfText

    /// The end of a string or key, or an escape instead of this control character.
    case endOfTextOrEscape(UInt8)
    case escape
    case fourHexadecimalDigits
    case end
  }

  package let kind: Kind

  /// The position where the found text begins.
  public let position: SourcePosition

  package init(_ kind: Kind, at position: SourcePosition) {
    self.kind = kind
    self.position = position
  }
}
