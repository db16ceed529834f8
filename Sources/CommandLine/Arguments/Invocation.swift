/// A command line that was read: the command, its words and its options, as typed values.
///
/// Options are created at their first use, so it looks at them only if there are any values.
package struct Invocation {
  /// The command.
  package let command: any Command.Type
  /// The words after the command, as they were given.
  package let operands: [String]
  private var values: [(name: String, value: OptionValue)] = []
  /// How many of the values, the first ones, were not typed.
  private var defaultCount = 0

  /// Creates an invocation without options.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - operands: The words after the command.
  package init(_ command: any Command.Type, operands: [String] = []) {
    self.command = command
    self.operands = operands
  }

  /// Creates an invocation.
  init(
    _ command: any Command.Type, operands: [String] = [],
    values: [(name: String, value: OptionValue)]
  ) {
    self.command = command
    self.operands = operands
    self.values = values
  }

  /// Returns the invocation without its words and with a few of its options.
  package func keeping(_ options: [OptionDefinition]) -> Invocation {
    Invocation(
      command, values: values.filter { value in options.contains { $0.name == value.name } })
  }

  /// The names of the options that count, in the order of the command line.
  package var optionNames: [String] { values.map(\.name) }

  /// Whether any option was given.
  package var hasOptions: Bool { !values.isEmpty }

  /// Returns the invocation with default values for the options that were not typed.
  ///
  /// - Parameter defaults: The values in their order.
  /// - Returns: The invocation.
  package func filled(from defaults: [(name: String, value: OptionValue)]) -> Invocation {
    if defaults.isEmpty { return self }
    let missing = defaults.filter { value in !values.contains { $0.name == value.name } }
    var filled = Invocation(command, operands: operands, values: missing + values)
    filled.defaultCount = missing.count
    return filled
  }

  /// Returns whether an option was typed.
  ///
  /// - Parameter option: The option.
  /// - Returns: Whether it was typed, with or without a value.
  package func has(_ option: OptionDefinition) -> Bool {
    values.dropFirst(defaultCount).contains { $0.name == option.name }
  }

  /// Returns whether an option counts, typed or by default.
  ///
  /// - Parameter option: The option.
  /// - Returns: Whether it counts, with or without a value.
  package func isSet(_ option: OptionDefinition) -> Bool {
    values.contains { $0.name == option.name }
  }

  /// Whether an option without a value was given.
  ///
  /// - Parameter flag: The option.
  package subscript(flag: @autoclosure () -> Flag) -> Bool {
    hasOptions && isSet(flag().definition)
  }

  /// Returns whether an option without a value was given by its letter.
  ///
  /// - Parameter flag: The option.
  /// - Returns: Whether it was given, and the last time as `-x`.
  package func isGivenByLetter(_ flag: Flag) -> Bool {
    let given = values.first { $0.name == flag.definition.name }
    return (given?.value as? ParsedValue<Bool>)?.value == false
  }

  /// The value of an option, or nil if it was not given.
  ///
  /// - Parameter option: The option.
  package subscript<Value>(option: @autoclosure () -> Option<Value>) -> Value? {
    guard hasOptions else { return nil }
    let option = option()
    let name = option.definition.name
    guard let given = values.first(where: { $0.name == name }) else { return nil }
    return Self.value(given.value, of: option)
  }

  /// Returns the values of an option that can be given several times, in the order of the command
  /// line.
  ///
  /// - Parameter option: The option.
  /// - Returns: Its values; none if it was not given.
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
