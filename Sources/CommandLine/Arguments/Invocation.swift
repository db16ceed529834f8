/// A parsed command line: the command, its operands and the values of its options.
///
/// The subscripts create the definition of an option only if the invocation has any values.
package struct Invocation {
  package let command: any Command.Type
  package let operands: [String]
  private var values: [(name: String, value: OptionValue)] = []
  /// The number of default values.
  ///
  /// The default values precede the values from the command line.
  private var defaultCount = 0

  package init(_ command: any Command.Type, operands: [String] = []) {
    self.command = command
    self.operands = operands
  }

  init(
    _ command: any Command.Type, operands: [String] = [],
    values: [(name: String, value: OptionValue)]
  ) {
    self.command = command
    self.operands = operands
    self.values = values
  }

  /// Returns a copy of the invocation with only the given options and without operands.
  package func keeping(_ options: [OptionDefinition]) -> Invocation {
    Invocation(
      command, values: values.filter { value in options.contains { $0.name == value.name } })
  }

  /// Returns a copy of the invocation without some options of the command line.
  ///
  /// Default values stay.
  package func withoutGiven(_ options: [OptionDefinition]) -> Invocation {
    var rest = self
    let given = values.dropFirst(defaultCount).filter { value in
      !options.contains { $0.name == value.name }
    }
    rest.values = values.prefix(defaultCount) + given
    return rest
  }

  /// The names of the options: the defaults first, then the given options in command-line order.
  package var optionNames: [String] { values.map(\.name) }

  package var hasOptions: Bool { !values.isEmpty }

  /// Returns a copy of the invocation with default values for the options that were not given.
  package func filled(from defaults: [(name: String, value: OptionValue)]) -> Invocation {
    if defaults.isEmpty { return self }
    let missing = defaults.filter { value in !values.contains { $0.name == value.name } }
    var filled = Invocation(command, operands: operands, values: missing + values)
    filled.defaultCount = missing.count
    return filled
  }

  /// Returns true if an option was given on the command line.
  package func has(_ option: OptionDefinition) -> Bool {
    values.dropFirst(defaultCount).contains { $0.name == option.name }
  }

  /// Returns the command-line words for the options in `options` that were given.
  ///
  /// Each option in `options` must take a value. Default values are left out.
  package func words(of options: [OptionDefinition]) -> [String] {
    let given = values.dropFirst(defaultCount)
    return options.flatMap { option in
      given.filter { $0.name == option.name }.flatMap { given in
        let text = given.value.text
        return CommandTable.isOption(text)
          ? ["--\(option.name)=\(text)"] : ["--\(option.name)", text]
      }
    }
  }

  /// Returns the file and the line that set a value of an option.
  ///
  /// The result is nil if the value was given on the command line, or if the option is not set.
  /// `index` is the position among the values of a repeatable option.
  package func source(of option: OptionDefinition, at index: Int = 0) -> String? {
    values.filter { $0.name == option.name }.dropFirst(index).first?.value.source
  }

  /// Returns true if an option was given or has a default.
  package func isSet(_ option: OptionDefinition) -> Bool {
    values.contains { $0.name == option.name }
  }

  /// True if a flag was given or is set by default.
  package subscript(flag: @autoclosure () -> Flag) -> Bool {
    hasOptions && isSet(flag().definition)
  }

  /// Returns true if the last occurrence of a flag was the short form, such as `-v`.
  package func isGivenByLetter(_ flag: Flag) -> Bool {
    let given = values.first { $0.name == flag.definition.name }
    return (given?.value as? ParsedValue<Bool>)?.value == false
  }

  /// The value of an option, or nil if the option is not set.
  package subscript<Value>(option: @autoclosure () -> Option<Value>) -> Value? {
    guard hasOptions else { return nil }
    let option = option()
    let name = option.definition.name
    guard let given = values.first(where: { $0.name == name }) else { return nil }
    return Self.value(given.value, of: option)
  }

  /// Returns the values of a repeatable option, in the order of the command line.
  package func all<Value>(_ option: @autoclosure () -> Option<Value>) -> [Value] {
    guard hasOptions else { return [] }
    let option = option()
    let name = option.definition.name
    return values.filter { $0.name == name }.map { Self.value($0.value, of: option) }
  }

  private static func value<Value>(_ value: OptionValue, of option: Option<Value>) -> Value {
    guard let parsed = value as? ParsedValue<Value> else {
      preconditionFailure(
        "two options are called --\(option.definition.name), and their values differ in type")
    }
    return parsed.value
  }
}
