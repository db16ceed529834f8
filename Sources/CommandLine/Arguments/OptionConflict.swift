/// Two options that cannot be combined.
///
/// The parser rejects a command line with both options. When one of the options is typed,
/// completion does not offer the other option.
package struct OptionConflict: Equatable, Sendable {
  package let first: String
  package let second: String

  /// Returns the conflicts between one option and each of several other options.
  ///
  ///     OptionConflict.between(clear, [comment])  // --clear and --comment cannot be combined
  package static func between(
    _ option: OptionDefinition, _ others: [OptionDefinition]
  ) -> [OptionConflict] {
    others.map { OptionConflict(first: option.name, second: $0.name) }
  }

  /// Returns the conflicts between all pairs of the options.
  package static func among(_ options: [OptionDefinition]) -> [OptionConflict] {
    options.indices.flatMap { between(options[$0], Array(options[($0 + 1)...])) }
  }

  static var common: [OptionConflict] { among(CommonOption.dataForms) }

  /// Returns true if this is a conflict between two options, in any order.
  func isAbout(_ name: String, _ other: String) -> Bool {
    (first, second) == (name, other) || (first, second) == (other, name)
  }
}
