package import CommandLine
package import Schedule

/// The parts of the environment that only konf needs.
extension RunEnvironment {
  private enum Now: EnvironmentKey { typealias Value = Instant }
  private enum Zones: EnvironmentKey { typealias Value = ZoneFolders }
  private enum LockWait: EnvironmentKey { typealias Value = Duration }
  private enum Walks: EnvironmentKey { typealias Value = WalkingTimes }
  private enum Version: EnvironmentKey { typealias Value = String }

  package var now: Instant {
    get { self[Now.self] ?? Instant(secondsSince1970: 0) }
    set { self[Now.self] = newValue }
  }
  package var zoneFolders: ZoneFolders {
    get { self[Zones.self] ?? ZoneFolders(first: variables[EnvironmentVariable.zoneFolder.name]) }
    set { self[Zones.self] = newValue }
  }
  /// The walking times from the configuration file.
  package var walks: WalkingTimes {
    get { self[Walks.self] ?? WalkingTimes() }
    set { self[Walks.self] = newValue }
  }
  /// The version of the program; a cache from another version is ignored.
  package var programVersion: String {
    get { self[Version.self] ?? "" }
    set { self[Version.self] = newValue }
  }
  /// The maximum time to wait until another process releases the lock of the log.
  package var lockWait: Duration {
    get { self[LockWait.self] ?? .seconds(5) }
    set { self[LockWait.self] = newValue }
  }

  /// Creates the environment of a run.
  ///
  /// The arguments do not include the program's name. If `zoneFolders` is nil, the folder named by
  /// `TZDIR` and the folders of the system are searched.
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
