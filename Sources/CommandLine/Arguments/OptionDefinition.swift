/// The part of an option that the parser and the help know, for a value of any type.
package struct OptionDefinition: Sendable {
  /// The name after two dashes.
  package let name: String
  /// Other names that are accepted and never printed.
  package let synonyms: [String]
  /// The letter after one dash, if there is one.
  package let short: Character?
  /// How often the option counts, and whether it needs its value.
  package enum Form: Sendable {
    /// The last one counts.
    case single
    /// All of them count.
    case repeatable
    /// The last one counts, and its value follows `=` or is left out.
    case optional
  }

  /// What stands for the value in the help, or nil if the option takes none.
  package let placeholder: String?
  /// How often the option counts, and whether it needs its value.
  package let form: Form
  /// What the option does, as the help says it.
  package private(set) var help: SafeText
  /// What the value names.
  package var values = ValueKind.text
  /// Whether it narrows a list, so that the help explains it once for all lists.
  package var isFilter = false
  /// Whether the option says itself what the operands would say.
  package private(set) var replacesOperands = false
  /// Makes the value of its text; for an option without a value the text is its letter if that was
  /// given, else empty.
  let value: @Sendable (String) throws(UsageError) -> OptionValue

  /// Returns the option with other help.
  ///
  /// - Parameter help: What the option does.
  /// - Returns: The option.
  package func explained(_ help: SafeText) -> OptionDefinition {
    var option = self
    option.help = help
    return option
  }

  /// Returns the option as one that says itself what the operands would say.
  ///
  /// - Returns: The option.
  package func replacingOperands() -> OptionDefinition {
    var option = self
    option.replacesOperands = true
    return option
  }

  /// The option as it is written with its value, such as `--color auto|never`.
  package var usage: String {
    guard let placeholder else { return "--\(name)" }
    return form == .optional ? "--\(name)[=\(placeholder)]" : "--\(name) \(placeholder)"
  }

  /// Whether a word of its own follows, the value.
  var needsValue: Bool { placeholder != nil && form != .optional }

  /// The option as a list of options has it, such as `-w, --width N`.
  package var heading: String { short.map { "-\($0), \(usage)" } ?? usage }

  /// Whether a name after two dashes is this option's.
  func isCalled(_ name: String) -> Bool {
    self.name == name || synonyms.contains(name)
  }
}

/// The value of an option that was given.
package class OptionValue {}

/// The value of an option that was given, with its type.
final class ParsedValue<Value>: OptionValue {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
