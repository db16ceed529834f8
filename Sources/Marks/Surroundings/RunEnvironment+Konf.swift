package import CommandLine
package import Schedule

/// The surroundings that konf needs, and other programs do not.
extension RunEnvironment {
  private enum Now: EnvironmentKey { typealias Value = Instant }
  private enum Zones: EnvironmentKey { typealias Value = ZoneFolders }
  private enum LockWait: EnvironmentKey { typealias Value = Duration }
  private enum Version: EnvironmentKey { typealias Value = String }

  /// The present moment.
  package var now: Instant {
    get { self[Now.self] ?? Instant(secondsSince1970: 0) }
    set { self[Now.self] = newValue }
  }
  /// Where the files of zones are looked for.
  package var zoneFolders: ZoneFolders {
    get { self[Zones.self] ?? ZoneFolders(first: variables[EnvironmentVariable.zoneFolder.name]) }
    set { self[Zones.self] = newValue }
  }
  /// The version of the program, on which files depend that it makes of others.
  package var programVersion: String {
    get { self[Version.self] ?? "" }
    set { self[Version.self] = newValue }
  }
  /// How long a rating waits for another run that holds the ratings.
  package var lockWait: Duration {
    get { self[LockWait.self] ?? .seconds(5) }
    set { self[LockWait.self] = newValue }
  }

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
    self.init(
      arguments: arguments, variables: variables, terminal: terminal,
      readStandardInput: readStandardInput, readStandardInputPiece: readStandardInputPiece)
    self.now = now
    if let zoneFolders { self.zoneFolders = zoneFolders }
  }
}
