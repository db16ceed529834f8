// The scanner of the query language: tokens, ranges and the values of comparisons. `QueryParser`
// calls the scanner. Between two calls, `next` is the token in `place..<end`.

/// A scanner that splits a query into tokens.
struct QueryScanner {
  enum Token: Equatable {
    /// A name or a number.
    case word(String)
    /// The contents of a quoted string.
    case text(String)
    /// A parenthesis, other punctuation or a comparison operator.
    case mark(String)
    /// A string without a closing quotation mark.
    case open(String)
    case end
  }

  private let characters: [Character]
  private(set) var next = Token.end
  /// The position where `next` begins.
  private(set) var place = 0
  /// The position where `next` ends.
  private var end = 0

  init(_ text: String) {
    characters = Array(text)
    advance()
  }

  /// Scans the next token, after any blanks and commas.
  mutating func advance() {
    place = end
    while place < characters.count, Self.isBlank(characters[place]) { place += 1 }
    end = place
    next = scan()
  }

  private static func isBlank(_ character: Character) -> Bool {
    character.isWhitespace || character == ","
  }

  private mutating func scan() -> Token {
    guard end < characters.count else { return .end }
    let first = characters[end]
    if first == "\"" || first == "'" { return scanText(first) }
    if Self.isPartOfWord(first) {
      while end < characters.count, Self.isPartOfWord(characters[end]) || characters[end] == "-" {
        end += 1
      }
      return .word(String(characters[place..<end]))
    }
    end += 1
    if "!<>".contains(first), end < characters.count, characters[end] == "=" { end += 1 }
    return .mark(String(characters[place..<end]))
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Scans a quoted string.
  ///
  /// A backslash escapes the next character.
  private mutating func scanText(_ mark: Character) -> Token {
    var text = ""
    end += 1
    while end < characters.count, characters[end] != mark {
      if characters[end] == "\\", end + 1 < characters.count { end += 1 }
      text.append(characters[end])
      end += 1
    }
    guard end < characters.count else { return .open(text) }
    end += 1
    return .text(text)
  }

  // MARK: Lookahead

  func isWord(_ word: String) -> Bool {
    if case .word(let found) = next { return found.lowercased() == word }
    return false
  }

  var name: String? {
    switch next {
    case .word(let name), .text(let name): name
    default: nil
    }
  }

  /// Returns true if a word begins a test such as `entity:7`.
  ///
  /// The word must be the next token.
  func isFollowedByMark(_ word: String) -> Bool {
    var ahead = self
    ahead.advance()
    guard case .mark(let mark) = ahead.next else { return false }
    return mark == ":" || mark == "." || ValueTest.Comparison(rawValue: mark) != nil
  }

  /// Returns an error that names the next token and the expected input.
  func error(_ expected: String) -> QueryError {
    if case .open(let text) = next {
      return QueryError(
        place, found: "\"\(text)", expected: "a closing quotation mark")
    }
    return QueryError(place, found: String(characters[place..<end]), expected: expected)
  }

  // MARK: Consuming tokens

  /// Consumes the next token if it is a given word.
  ///
  /// - Returns: True if the word was consumed.
  mutating func skip(_ word: String) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  mutating func close() throws(QueryError) {
    guard next == .mark(")") else { throw error("a closing bracket") }
    advance()
  }

  /// Parses a range: `7`, `7..`, `..9` or `7..9`.
  mutating func range() throws(QueryError) -> ClosedRange<UInt64> {
    let start = place
    var text = ""
    // A word may contain dashes and letters. So the characters of a range are scanned separately.
    end = place
    while end < characters.count, characters[end].isNumber || characters[end] == "." {
      text.append(characters[end])
      end += 1
    }
    let wrong = QueryError(
      start,
      found: text.isEmpty ? String(characters[start..<min(start + 1, characters.count)]) : text,
      expected: "a number or a range such as 7..9")
    if let number = UInt64(text) {
      advance()
      return number...number
    }
    guard let points = Self.points(in: text) else { throw wrong }
    let first = text[..<points.lowerBound]
    let last = text[points.upperBound...]
    guard let lower = first.isEmpty ? 0 : UInt64(first),
      let upper = last.isEmpty ? .max : UInt64(last), lower <= upper, text != ".."
    else { throw wrong }
    advance()
    return lower...upper
  }

  private static func points(in text: String) -> Range<String.Index>? {
    guard let first = text.firstIndex(of: ".") else { return nil }
    let second = text.index(after: first)
    guard second < text.endIndex, text[second] == "." else { return nil }
    return first..<text.index(after: second)
  }

  /// Parses the value of a comparison.
  ///
  /// The value is a quoted string, or the text up to the next blank or closing parenthesis.
  mutating func literal() throws(QueryError) -> String {
    if case .text(let text) = next {
      advance()
      return text
    }
    if next == .end { throw error("a value") }
    if case .open = next { throw error("a value") }
    end = place
    while end < characters.count, !Self.isBlank(characters[end]), characters[end] != ")" {
      end += 1
    }
    guard end > place else { throw error("a value") }
    let text = String(characters[place..<end])
    advance()
    return text
  }
}
