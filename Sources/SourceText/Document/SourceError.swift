import TextBasics

/// Why a text could not be read, and where.
///
///     try SourceDocument(json: Array("[1,]".utf8))
///     // throws 1:4: found "]"; expected a value
public struct SourceError: Error, Sendable, Equatable {
  /// What is wrong.
  package enum Kind: Sendable, Equatable {
    /// The text does not fit the grammar.
    case unexpected(Found, Expectation)

    /// An element of XML or a component of iCalendar that has this name and start does not end
    /// where it must.
    case missingEnd(Found, name: String, start: SourcePosition)

    /// A byte is no part of UTF-8: a stray, overlong or cut sequence, or a surrogate.
    case notUTF8(UInt8)

    /// The whole text is in another encoding, named here.
    case otherEncoding(String)

    /// An escape is half of a surrogate pair whose other half is missing.
    case loneSurrogate(UInt16)

    /// The text has more bytes than the limit, which comes second.
    case tooManyBytes(Int, Int)

    /// Values are nested deeper than the limit.
    case tooDeep(Int)

    /// A text or key has more bytes than the limit, which comes second.
    case textTooLong(Int, Int)

    /// The text has more values than the limit.
    case tooManyValues(Int)

    /// The text has more different keys, or names of elements and attributes, than the limit.
    case tooManyKeys(Int)
  }

  /// What was found at a position of the text.
  package enum Found: Sendable, Equatable {
    /// A word, a number, an escape or a single character, as written.
    case text(String)

    /// The start of a comment.
    case comment

    /// The end of the text.
    case end

    /// Nothing: the text is empty or blank.
    case nothing
  }

  /// What the grammar expects at a position of the text; cases without another format are JSON's.
  package enum Expectation: Sendable, Equatable {
    /// Something of the grammar of XML.
    case xml(XMLExpectation)

    /// Something of the grammar of iCalendar.
    case iCalendar(ICalendarExpectation)

    /// Any value.
    case value

    /// The first value of a list, or the list's end.
    case valueOrEndOfList

    /// A number that begins as JSON wants it.
    case startOfNumber

    /// A digit after a minus sign.
    case digitAfterMinus

    /// A number without needless zeros before it.
    case numberWithoutLeadingZero

    /// A digit after the point of a number.
    case digitAfterPoint

    /// A digit in the exponent of a number.
    case digitInExponent

    /// A key, after a comma.
    case key

    /// The first key of an object, or the object's end.
    case keyOrEndOfObject

    /// The colon between a key and its value.
    case colon

    /// A comma between two values, or the list's end.
    case commaOrEndOfList

    /// A comma between two members, or the object's end.
    case commaOrEndOfObject

    /// The end of a text or key.
    case endOfText

    /// The end of a text or key, or this control character written as an escape.
    case endOfTextOrEscape(UInt8)

    /// One of the escapes of JSON.
    case escape

    /// Four hexadecimal digits after `\u`.
    case fourHexadecimalDigits

    /// Nothing more.
    case end
  }

  /// What is wrong.
  package let kind: Kind

  /// The position at which the found text begins.
  public let position: SourcePosition

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - position: The position at which the found text begins.
  package init(_ kind: Kind, at position: SourcePosition) {
    self.kind = kind
    self.position = position
  }
}
