/// An option with a typed value.
///
///     static let within = Option(
///       "in", "SPAN", help: "look this far ahead", accepting: "a length of time such as 90m"
///     ) { Duration(typed: $0) }
///
///     let span = invocation[within]  // Duration?
package struct Option<Value: Sendable>: Sendable {
  package let definition: OptionDefinition

  /// Creates an option.
  ///
  /// The names have no dashes. Synonyms are never printed. `accepted` describes the accepted values
  /// in an error message, after "expected". `parse` returns nil if the string is not accepted.
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
      if let value = parse(text) { return ParsedValue(value, text: text) }
      let isList = form == .repeatable && text.contains(",")
      throw .badValue(
        place: "--\(name)", value: text,
        accepted: accepted() + (isList ? "; repeat --\(name) for several values" : ""))
    }
  }
}

extension Option<String> {
  package init(
    _ name: String, synonyms: [String] = [], short: Character? = nil, _ placeholder: String,
    naming values: ValueKind = .text, help: SafeText, form: OptionDefinition.Form = .single
  ) {
    self.init(
      name, synonyms: synonyms, short: short, placeholder, naming: values, help: help, form: form,
      accepting: "a string"
    ) { $0 }
  }
}

extension Option<Int> {
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
  /// Creates an option that takes one case of an enumeration.
  ///
  /// If `placeholder` is nil, the help lists the cases.
  package init(_ name: String, _ placeholder: String? = nil, help: SafeText) {
    let words = Value.allCases.map(\.rawValue)
    self.init(
      name, placeholder ?? words.joined(separator: "|"), naming: .words(words), help: help,
      accepting: UsageError.listing(words, last: "or"), parse: Value.init(rawValue:))
  }
}

/// An option without a value.
package struct Flag: Sendable {
  package let definition: OptionDefinition

  package init(_ name: String, short: Character? = nil, help: SafeText) {
    definition = OptionDefinition(
      name: name, synonyms: [], short: short, placeholder: nil, form: .single, help: help
    ) { letter in ParsedValue(letter.isEmpty) }
  }
}
