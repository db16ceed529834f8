package import Schedule
package import SystemBasics

/// Why an input could not be read.
///
/// The name is repeated here, because the compiler counts no thrown error as a use of an import.
package typealias InputError = SystemBasics.InputError

/// The surroundings of a run: the arguments, the variables, the terminal, the time and the files.
package struct RunEnvironment {
  /// The arguments' bytes, without the program's name.
  package var arguments: [[UInt8]]
  /// The variables by name.
  package var variables: [String: String]
  /// The properties of the streams.
  package var terminal: TerminalFacts
  /// The present moment.
  package var now: Instant
  /// Where the files of zones are looked for.
  package var zoneFolders: ZoneFolders
  /// How long a rating waits for another run that holds the ratings.
  package var lockWait: Duration = .seconds(5)
  /// Reads the standard input to its end.
  package var readStandardInput: () throws(InputError) -> [UInt8]
  /// Reads the next bytes of the standard input, none at its end; for inputs of any size.
  package var readStandardInputPiece: () throws(InputError) -> [UInt8]
  /// How long the process has been running.
  package var elapsed: () -> Duration = { .zero }
  /// Draws a text on the terminal of the standard error, at once; by default nothing is drawn.
  package var drawProgress: ((String) -> Void)?
  /// The line that says what a long run is doing; nil if there is none.
  var progress: Progress?
  /// Keeps an object for as long as the process runs; by default nothing is kept.
  ///
  /// A process that ends after the run need not free a schedule entity by entity, which takes five
  /// per cent of `konf now`.
  package var keep: (AnyObject) -> Void = { _ in }

  /// Describes the surroundings of a run.
  ///
  /// - Parameters:
  ///   - arguments: The arguments' bytes, without the program's name.
  ///   - variables: The variables by name.
  ///   - terminal: The properties of the streams.
  ///   - now: The present moment.
  ///   - zoneFolders: Where the files of zones are looked for; if nil, in the folder that a
  ///     variable names, then in those of the system.
  ///   - readStandardInput: Reads the standard input to its end.
  ///   - readStandardInputPiece: Reads the next bytes of the standard input.
  package init(
    arguments: [[UInt8]], variables: [String: String] = [:],
    terminal: TerminalFacts = TerminalFacts(), now: Instant, zoneFolders: ZoneFolders? = nil,
    readStandardInput: @escaping () throws(InputError) -> [UInt8] = { [] },
    readStandardInputPiece: @escaping () throws(InputError) -> [UInt8] = { [] }
  ) {
    self.arguments = arguments
    self.variables = variables
    self.terminal = terminal
    self.now = now
    self.zoneFolders =
      zoneFolders
      ?? ZoneFolders(first: variables[EnvironmentVariable.zoneFolder.rawValue])
    self.readStandardInput = readStandardInput
    self.readStandardInputPiece = readStandardInputPiece
  }
}
