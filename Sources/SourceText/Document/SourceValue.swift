import Basics

/// A value of a document.
///
/// A value is a lightweight view that keeps the document alive. Properties that belong to other
/// kinds of values are nil or empty. Values are never converted: the `integer` of the string `"5"`
/// is nil.
public struct SourceValue: Sendable {
  /// The kind of a value.
  public enum Kind: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool
    /// A number.
    case number
    case string
    /// A list of values.
    case array
    /// An object with members that each have a key and a value.
    case object
  }

  @usableFromInline package let tape: SourceTape
  @usableFromInline package let index: Int

  @inlinable package init(tape: SourceTape, index: Int) {
    self.tape = tape
    self.index = index
  }

  @inlinable package var token: SourceToken { tape.tokens[index] }

  /// The kind of the value.
  public var kind: Kind {
    switch token.kind {
    case .null: .null
    case .true, .false: .bool
    case .number: .number
    case .text, .escapedText: .string
    case .array: .array
    case .object: .object
    }
  }

  package var isObject: Bool { token.kind == .object }

  /// The position of the value's first character.
  ///
  /// - Complexity: O(1) after the first position. The first position costs O(*n*) for the *n* bytes
  ///   of the document.
  public var position: SourcePosition { tape.position(of: token.start) }

  /// The approximate number of bytes in the value, without its closing delimiter.
  package var length: Int {
    let last = tape.tokens[tape.indexAfter(index) - 1]
    return Int(last.holdsOthers ? last.start : last.end) - Int(token.start)
  }

  /// The string with its escapes decoded, or nil for other kinds of values.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the string.
  public var string: String? {
    let token = token
    guard token.kind == .text || token.kind == .escapedText else { return nil }
    return tape.text(in: tape.syntax.range(of: token), isEscaped: token.kind == .escapedText)
  }

  /// The UTF-8 bytes of the string with its escapes decoded, or nil for other kinds of values.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the string.
  @usableFromInline package var utf8: [UInt8]? {
    let token = token
    guard token.kind == .text || token.kind == .escapedText else { return nil }
    return tape.utf8(in: tape.syntax.range(of: token), isEscaped: token.kind == .escapedText)
  }

  /// Calls the body with the decoded UTF-8 string, and returns the result of the body.
  ///
  /// For other kinds of values, the body is not called, and the result is nil.
  @inlinable package func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
    let token = token
    switch token.kind {
    case .text:
      let bytes = tape.bytes
      return body(bytes.span.extracting(tape.syntax.range(of: token)))
    case .escapedText:
      let decoded = utf8 ?? []
      return body(decoded.span)
    default: return nil
    }
  }

  /// Calls the body with the undecoded string and its syntax, and returns the result of the body.
  ///
  /// For other kinds of values, the body is not called, and the result is nil.
  package func withWrittenText<Result>(
    _ body: (Span<UInt8>, SourceSyntax) -> Result
  ) -> Result? {
    let token = token
    guard token.kind == .text || token.kind == .escapedText else { return nil }
    let bytes = tape.bytes
    return body(bytes.span.extracting(tape.syntax.range(of: token)), tape.syntax)
  }

  /// The Boolean value, or nil for other kinds of values.
  public var bool: Bool? {
    switch token.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A description of the value for messages.
  ///
  /// Examples are `the number 12`, `the text "abc"`, `true`, `null`, `a list` and `an object`. In
  /// XML, the description can also be `an element` or `an empty element`. Numbers and strings are
  /// shortened to 40 characters. Control characters and invisible characters are escaped, as in
  /// `\u{1b}`.
  public var found: String {
    switch token.kind {
    case .null: tape.syntax == .xml ? "an empty element" : "null"
    case .true: "true"
    case .false: "false"
    case .number: "the number \(shortNumber)"
    case .text, .escapedText: "the text \((string ?? "").quoted())"
    case .array: "a list"
    case .object: tape.syntax == .xml ? "an element" : "an object"
    }
  }

  private var shortNumber: String {
    let text = numberText ?? ""
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }
}
