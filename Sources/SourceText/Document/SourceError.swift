import Basics

/// A syntax error, with its position in the text.
///
///     try SourceDocument(json: Array("[1,]".utf8))
///     // throws 1:4: found "]"; expected a value
public struct SourceError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case unexpected(Found, Expectation)

    /// An unterminated XML element or iCalendar component.
    ///
    /// The associated values are the found text, and the name and start of the element or
    /// component.
    case missingEnd(Found, name: String, start: SourcePosition)

    /// Invalid UTF-8: a stray, overlong or incomplete sequence, or a surrogate.
    ///
    /// The associated value is the first invalid byte.
    case notUTF8(UInt8)

    /// Text in an unsupported encoding.
    ///
    /// The associated value is the name of the encoding.
    case otherEncoding(String)

    /// An escape for only one half of a surrogate pair.
    case loneSurrogate(UInt16)

    /// Text that exceeds the limit.
    ///
    /// The associated values are the number of bytes in the text, and the limit.
    case tooManyBytes(Int, Int)
    case tooDeep(Int)

    /// A string or key that exceeds the limit.
    ///
    /// The associated values are the number of bytes in the string or key, and the limit.
    case textTooLong(Int, Int)
    case tooManyValues(Int)

    /// More distinct keys than the limit, including names of XML elements and attributes.
    case tooManyKeys(Int)
  }

  package enum Found: Sendable, Equatable {
    /// A word, a number, an escape or a single character, as written.
    case text(String)
    case comment
    case end

    /// The end of the text, if the text is empty or blank.
    case nothing
  }

  package enum Expectation: Sendable, Equatable {
    /// An expectation in a syntax other than JSON, as described by the parser.
    case words(String)
    case value
    case valueOrEndOfList

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

    /// The end of a string or key, or an escape.
    ///
    /// The associated value is the control character that was found instead.
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
