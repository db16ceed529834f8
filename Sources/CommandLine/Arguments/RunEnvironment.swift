package import Basics

/// An error while reading an input.
///
/// The type is redeclared, because the compiler does not count a thrown error as a use of an
/// import.
package typealias InputError = Basics.InputError

/// A key for a property of a ``RunEnvironment`` that only some programs define.
package protocol EnvironmentKey {
  associatedtype Value
}

package struct RunEnvironment {
  /// The bytes of each argument, without the program's name.
  package var arguments: [[UInt8]]
  package var variables: [String: String]
  package var terminal: TerminalFacts
  package var readStandardInput: () throws(InputError) -> [UInt8]
  /// Reads the next bytes of standard input, or returns an empty array at its end.
  package var readStandardInputPiece: () throws(InputError) -> [UInt8]
  /// Returns the time since the process started.
  package var elapsed: () -> Duration = { .zero }
  /// A closure that writes text to standard error immediately, or nil if the run draws nothing.
  package var drawProgress: ((String) -> Void)?
  /// The progress line of a long run, or nil if the run shows no progress.
  package var progress: Progress?
  /// Retains an object until the process ends.
  ///
  /// By default, nothing is retained. A process that is about to end need not free a large object
  /// graph object by object.
  package var keep: (AnyObject) -> Void = { _ in }
  /// The properties that the program has set.
  ///
  /// An array is sufficient, because the properties are few.
  private var properties: [(key: ObjectIdentifier, value: Any)] = []

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

  /// A property that the program defines, or nil if it is not set.
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
