import Basics

extension SourceError: CustomStringConvertible {
  /// The error on one line: its position, the found text and the expected text.
  ///
  /// Quoted input is shortened and contains no control or direction characters.
  public var description: String { "\(position): \(message)" }

  /// The found text and the expected text, without the position.
  public var message: String { "\(kind)" }
}

extension SourceError.Kind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unexpected(let found, let expectation): "found \(found); expected \(expectation)"
    case .missingEnd(let found, let name, let start):
      "found \(found); expected the end of \(name.quoted()), which begins at \(start)"
    case .notUTF8(let byte):
      "found the byte 0x\(Hexadecimal.digits(of: byte)), which is not valid UTF-8 here; expected UTF-8"
    case .otherEncoding(let name): "found \(name); expected UTF-8"
    case .loneSurrogate(let code):
      "found the escape \(JSONText.escape(of: code)) alone; expected a surrogate pair"
    case .tooManyBytes(let count, let limit):
      "found \(count) bytes; expected at most \(limit)"
    case .tooDeep(let limit):
      "found values \(limit + 1) levels deep; expected at most \(limit) levels"
    case .textTooLong(let count, let limit):
      "found a string of \(count) bytes; expected at most \(limit)"
    case .tooManyValues(let limit):
      "found more than \(limit) values; expected at most \(limit)"
    case .tooManyKeys(let limit):
      "found more than \(limit) different field names; expected at most \(limit)"
    }
  }
}

extension SourceError.Found: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text("\""): "a double quote"
    case .text(let text): text.quoted()
    case .comment: "a comment"
    case .end: "the end of the text"
    case .nothing: "an empty text"
    }
  }
}

extension SourceError.Expectation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .words(let words): words
    case .value: "a value"
    case .valueOrEndOfList: "a value or \"]\""
    case .startOfNumber: "a number that begins with a digit or a minus sign"
    case .digitAfterMinus: "a digit after the minus sign"
    case .numberWithoutLeadingZero: "a number without a leading zero"
    case .digitAfterPoint: "a digit after the point"
    case .digitInExponent: "a digit in the exponent"
    case .key: "a key in double quotes"
    case .keyOrEndOfObject: "a key in double quotes or \"}\""
    case .colon: "\":\""
    case .commaOrEndOfList: "\",\" or \"]\""
    case .commaOrEndOfObject: "\",\" or \"}\""
    case .endOfText: "a closing double quote"
    case .endOfTextOrEscape(let byte):
      "a closing double quote or the escape \(Self.escape(of: byte))"
    case .escape: #"one of \" \\ \/ \b \f \n \r \t \uXXXX"#
    case .fourHexadecimalDigits: #"four hexadecimal digits after \u"#
    case .end: "the end of the text"
    }
  }

  private static func escape(of byte: UInt8) -> String {
    switch byte {
    case ASCII.backspace: return #"\b"#
    case ASCII.tab: return #"\t"#
    case ASCII.lineFeed: return #"\n"#
    case ASCII.formFeed: return #"\f"#
    case ASCII.carriageReturn: return #"\r"#
    default: return JSONText.escape(of: UInt16(byte))
    }
  }
}
