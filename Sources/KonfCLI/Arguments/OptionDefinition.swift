/// What an option is called, what it takes and what it does.
package struct OptionDefinition: Equatable, Sendable {
  /// What an option takes.
  package enum Value: Equatable, Sendable {
    /// Nothing; the option is given or not.
    case none
    /// Any text, named as the help shows it.
    case text(String)
    /// One of some words.
    case choice([String])
    /// A whole number in a range, named as the help shows it.
    case number(String, ClosedRange<Int>)
  }

  /// The name behind two dashes.
  package let long: String
  /// The letter behind one dash, if there is one.
  package let short: Character?
  /// What the option takes.
  package let value: Value
  /// What it does, as the help says it.
  package let help: SafeText

  /// Defines an option.
  ///
  /// - Parameters:
  ///   - long: The name behind two dashes.
  ///   - short: The letter behind one dash, if there is to be one.
  ///   - value: What the option takes.
  ///   - help: What it does.
  package init(_ long: String, short: Character? = nil, _ value: Value = .none, help: SafeText) {
    self.long = long
    self.short = short
    self.value = value
    self.help = help
  }

  /// The option as it is written with its value.
  ///
  ///     OptionDefinition("color", .choice(["auto", "never"]), help: "").usage
  ///     // --color auto|never
  package var usage: String {
    placeholder.map { "--\(long) \($0)" } ?? "--\(long)"
  }

  /// What stands for the value in the help, or nil if the option takes none.
  package var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let name), .number(let name, _): name
    case .choice(let words): words.joined(separator: "|")
    }
  }

  /// Checks a value that was given.
  ///
  /// - Parameter text: The value as written.
  /// - Throws: ``UsageError/badValue(place:value:accepted:)`` if it is not one of the choices or
  ///   not a number in the range.
  func check(_ text: String) throws(UsageError) {
    switch value {
    case .none, .text:
      return
    case .choice(let words):
      if words.contains(text) { return }
      throw .badValue(
        place: "--\(long)", value: text, accepted: UsageError.listing(words, last: "or"))
    case .number(_, let range):
      if let number = Int(text), range.contains(number) { return }
      throw .badValue(
        place: "--\(long)", value: text,
        accepted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}
