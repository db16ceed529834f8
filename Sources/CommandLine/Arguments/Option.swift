/// An option that takes a value of a type.
///
///     static let within = Option(
///       "in", "SPAN", help: "look so far ahead", accepting: "a length of time such as 90m"
///     ) { Duration(typed: $0) }
///
///     let span = invocation[within]  // Duration?
package struct Option<Value: Sendable>: Sendable {
  /// What the parser and the help know of it.
  package let definition: OptionDefinition

  /// Defines an option.
  ///
  /// - Parameters:
  ///   - name: The name after two dashes.
  ///   - synonyms: Other names that are accepted and never printed.
  ///   - short: The letter after one dash, if there is to be one.
  ///   - placeholder: What stands for the value in the help.
  ///   - values: What the value names.
  ///   - help: What the option does.
  ///   - form: How often it counts, and whether it needs its value.
  ///   - accepted: What values it takes, after the word "expected".
  ///   - parse: Makes the value of its text; nil for a text that it does not take.
  package init(
    _ name: String, synonyms: [String] = [], short: Character? = nil, _ placeholder: String,
    naming values: ValueKind = .text, help: SafeText, form: OptionDefinition.Form = .single,
    accepting accepted: @autoclosure @escaping @Sendable () -> String,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    definition = OptionDefinition(
      name: name, synonyms: synonyms, short: short, placeholder: placeholder, form: form,
      help: help, values: values
    ) { text throws(UsageError) in
      if let value = parse(text) { return ParsedValue(value) }
      throw .badValue(place: "--\(name)", value: text, accepted: accepted())
    }
  }
}

extension Option<String> {
  /// Defines an option that takes any text.
  ///
  /// - Parameters:
  ///   - name: The name after two dashes.
  ///   - synonyms: Other names that are accepted and never printed.
  ///   - short: The letter after one dash, if there is to be one.
  ///   - placeholder: What stands for the value in the help.
  ///   - values: What the value names.
  ///   - help: What the option does.
  ///   - form: How often it counts, and whether it needs its value.
  package init(
    _ name: String, synonyms: [String] = [], short: Character? = nil, _ placeholder: String,
    naming values: ValueKind = .text, help: SafeText, form: OptionDefinition.Form = .single
  ) {
    self.init(
      name, synonyms: synonyms, short: short, placeholder, naming: values, help: help, form: form,
      accepting: "a text"
    ) { $0 }
  }
}

extension Option<Int> {
  /// Defines an option that takes a whole number.
  ///
  /// - Parameters:
  ///   - name: The name after two dashes.
  ///   - short: The letter after one dash, if there is to be one.
  ///   - placeholder: What stands for the value in the help.
  ///   - range: The numbers it takes.
  ///   - help: What the option does.
  package init(
    _ name: String, short: Character? = nil, _ placeholder: String, in range: ClosedRange<Int>,
    help: SafeText
  ) {
    self.init(
      name, short: short, placeholder, help: help,
      accepting: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension Option where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// Defines an option that takes one of some words.
  ///
  /// - Parameters:
  ///   - name: The name after two dashes.
  ///   - help: What the option does.
  package init(_ name: String, help: SafeText) {
    let words = Value.allCases.map(\.rawValue)
    self.init(
      name, words.joined(separator: "|"), naming: .words(words), help: help,
      accepting: UsageError.listing(words, last: "or"), parse: Value.init(rawValue:))
  }
}

/// An option that takes no value: it is given or not.
package struct Flag: Sendable {
  /// What the parser and the help know of it.
  package let definition: OptionDefinition

  /// Defines an option without a value.
  ///
  /// - Parameters:
  ///   - name: The name after two dashes.
  ///   - short: The letter after one dash, if there is to be one.
  ///   - help: What the option does.
  package init(_ name: String, short: Character? = nil, help: SafeText) {
    definition = OptionDefinition(
      name: name, synonyms: [], short: short, placeholder: nil, form: .single, help: help
    ) { letter in ParsedValue(letter.isEmpty) }
  }
}
