/// The definition of an option, independent of the type of its value.
package struct OptionDefinition: Sendable {
  /// The long name, without its two dashes.
  package let name: String
  /// Other accepted names that are never printed.
  package let synonyms: [String]
  /// The short name, without its dash, or nil if the option has none.
  package let short: Character?
  /// The form of an option: whether it can be repeated, and whether its value can be omitted.
  package enum Form: Sendable {
    /// The last occurrence of the option wins.
    case single
    /// All occurrences of the option are used.
    case repeatable
    /// The value follows `=` and is optional; the last occurrence of the option wins.
    case optional
  }

  /// The placeholder for the value in the help, or nil if the option takes no value.
  package let placeholder: String?
  package let form: Form
  package private(set) var help: SafeText
  /// The kind of value, for completion.
  package var values = ValueKind.text
  /// True if the option narrows a list.
  ///
  /// The help explains filters only once, in a separate topic.
  package var isFilter = false
  package private(set) var replacesOperands = false
  /// Parses a string and returns the value of the option.
  ///
  /// For an option without a value, the string is the letter of the short form, such as `-x`. If
  /// the long form is given, the string is empty.
  let value: @Sendable (String) throws(UsageError) -> OptionValue

  package func explained(_ help: SafeText) -> OptionDefinition {
    var option = self
    option.help = help
    return option
  }

  package func replacingOperands() -> OptionDefinition {
    var option = self
    option.replacesOperands = true
    return option
  }

  /// The long name with its placeholder, such as `--color auto|never`.
  package var usage: String {
    guard let placeholder else { return "--\(name)" }
    return form == .optional ? "--\(name)[=\(placeholder)]" : "--\(name) \(placeholder)"
  }

  /// True if the option takes a value that cannot be omitted.
  var needsValue: Bool { placeholder != nil && form != .optional }

  /// The heading in a list of options, such as `-w, --width N`.
  package var heading: String { short.map { "-\($0), \(usage)" } ?? usage }

  func isCalled(_ name: String) -> Bool {
    self.name == name || synonyms.contains(name)
  }
}

/// The type-erased value of an option.
package class OptionValue {
  /// The value as typed; empty for an option without a value.
  let text: String
  /// The file and the line that set the value, or nil if it was given on the command line.
  var source: String?

  init(text: String) {
    self.text = text
  }
}

final class ParsedValue<Value>: OptionValue {
  let value: Value

  init(_ value: Value, text: String = "") {
    self.value = value
    super.init(text: text)
  }
}
