package import SystemBasics

/// Why an input could not be read.
///
/// The name is repeated here, because the compiler counts no thrown error as a use of an import.
package typealias InputError = SystemBasics.InputError

/// A property of the surroundings that only some programs have.
package protocol EnvironmentKey {
  /// The type of the property.
  associatedtype Value
}

/// The surroundings of a run: the arguments, the variables, the terminal and the streams.
package struct RunEnvironment {
  /// The arguments' bytes, without the program's name.
  package var arguments: [[UInt8]]
  /// The variables by name.
  package var variables: [String: String]
  /// The properties of the streams.
  package var terminal: TerminalFacts
  /// Reads the standard input to its end.
  package var readStandardInput: () throws(InputError) -> [UInt8]
  /// Reads the next bytes of the standard input, none at its end; for inputs of any size.
  package var readStandardInputPiece: () throws(InputError) -> [UInt8]
  /// How long the process has been running.
  package var elapsed: () -> Duration = { .zero }
  /// Draws a text on the terminal of the standard error, at once; by default nothing is drawn.
  package var drawProgress: ((String) -> Void)?
  /// The line that says what a long run is doing; nil if there is none.
  package var progress: Progress?
  /// Keeps an object for as long as the process runs; by default nothing is kept.
  ///
  /// A process that ends after the run need not free large answers piece by piece.
  package var keep: (AnyObject) -> Void = { _ in }
  /// The properties of the program's own; they are few, so a list is faster than a table.
  private var properties: [(key: ObjectIdentifier, value: Any)] = []

  /// Describes the surroundings of a run.
  ///
  /// - Parameters:
  ///   - arguments: The arguments' bytes, without the program's name.
  ///   - variables: The variables by name.
  ///   - terminal: The properties of the streams.
  ///   - readStandardInput: Reads the standard input to its end.
  ///   - readStandardInputPiece: Reads the next bytes of the standard input.
  package init(
    arguments: [[UInt8]], variables: [String: String] = [:],
    terminal: TerminalFacts = TerminalFacts(),
    readStandardInput: @escaping () throws(InputError) -> [UInt8] = { [] },
    readStandardInputPiece: @escaping () throws(InputError) -> [UInt8] = { [] }
  ) {
    self.arguments = arguments
    self.variables = variables
    self.terminal = terminal
    self.readStandardInput = readStandardInput
    self.readStandardInputPiece = readStandardInputPiece
  }

  /// A property of the program's own; nil until it is set.
  ///
  /// - Parameter key: The property.
  /// - Complexity: O(*n*), where *n* is the number of such properties.
  package subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value? {
    get {
      properties.first { $0.key == ObjectIdentifier(key) }.flatMap { $0.value as? Key.Value }
    }
    set {
      properties.removeAll { $0.key == ObjectIdentifier(key) }
      if let newValue { properties.append((ObjectIdentifier(key), newValue)) }
    }
  }
}
