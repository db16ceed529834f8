/// A value to be written as JSON.
///
///     let talk: JSONOutput = ["id": "session1Day1/1", "rating": nil]
package enum JSONOutput {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number of hundredths, written with as many decimals as it needs.
  case hundredths(Int)
  /// A text of any origin.
  case string(String)
  /// Values in order.
  case array([JSONOutput])
  /// Named values in order, with different names.
  case object([Member])
  /// A number of values in order; each is made when it is written, and may be made twice.
  case made(Int, (Int) -> JSONOutput)

  /// A named value.
  package struct Member {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSONOutput

    /// Creates a named value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    package init(_ name: String, _ value: JSONOutput) {
      self.name = name
      self.value = value
    }
  }

  /// Returns the string, or `null` where there is none.
  ///
  /// - Parameter value: The text.
  /// - Returns: A string or `null`.
  package static func string(orNull value: String?) -> JSONOutput {
    value.map { .string($0) } ?? .null
  }

  /// Returns the number, or `null` where there is none.
  ///
  /// - Parameter value: The number.
  /// - Returns: A number or `null`.
  package static func integer(orNull value: Int?) -> JSONOutput {
    value.map { .integer($0) } ?? .null
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Creates a string.
  ///
  /// - Parameter value: The text.
  package init(stringLiteral value: String) { self = .string(value) }

  /// Creates a number.
  ///
  /// - Parameter value: The number.
  package init(integerLiteral value: Int) { self = .integer(value) }

  /// Creates `true` or `false`.
  ///
  /// - Parameter value: Which of them.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates `null`.
  ///
  /// - Parameter nilLiteral: Nothing.
  package init(nilLiteral: ()) { self = .null }
}

extension JSONOutput: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates an array.
  ///
  /// - Parameter elements: The values in order.
  package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }

  /// Creates an object whose members keep the order they are written in.
  ///
  /// - Parameter elements: The names and values; no name comes twice.
  package init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
