/// A JSON value to write.
///
///     let talk: JSONOutput = ["id": "session1Day1/1", "rating": nil]
package enum JSONOutput {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number in hundredths, written as a decimal without trailing zeros.
  case hundredths(Int)
  /// A string, escaped when it is written.
  case string(String)
  case array([JSONOutput])
  /// An object with ordered members and unique names.
  case object([Member])
  /// A lazy array: the number of elements, and a closure that creates the element at an index.
  ///
  /// An element is created each time it is written.
  case made(Int, (Int) -> JSONOutput)

  package struct Member {
    package let name: String
    package let value: JSONOutput

    package init(_ name: String, _ value: JSONOutput) {
      self.name = name
      self.value = value
    }
  }

  package static func string(orNull value: String?) -> JSONOutput {
    value.map { .string($0) } ?? .null
  }

  package static func integer(orNull value: Int?) -> JSONOutput {
    value.map { .integer($0) } ?? .null
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }

  package init(integerLiteral value: Int) { self = .integer(value) }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(nilLiteral: ()) { self = .null }
}

extension JSONOutput: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }

  /// Creates an object that preserves the order of its members.
  package init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
