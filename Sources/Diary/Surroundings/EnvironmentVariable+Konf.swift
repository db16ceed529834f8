package import CommandLine

/// The variables that konf reads.
extension EnvironmentVariable {
  /// The schedule to read.
  package static let data = EnvironmentVariable("KONF_DATA", "the schedule to read, like --data")
  /// The data folder.
  package static let home = EnvironmentVariable("KONF_HOME", "the data folder, like --home")
  /// The folder below which programs keep what users made.
  static let dataHome = EnvironmentVariable(
    "XDG_DATA_HOME", "the data folder is konf in this folder, if the path is absolute")
  /// The machine's own zone.
  package static let zone = EnvironmentVariable("TZ", "the zone that --tz local means")
  /// The folder of the machine's zones.
  package static let zoneFolder = EnvironmentVariable(
    "TZDIR", "the folder where konf looks for zone files first")

  /// The wish for text that is only appended.
  package static let accessible = EnvironmentVariable(
    "ACCESSIBLE", "konf browse prints numbered lines if not empty, like --plain")
  /// What says that the terminal is at the other end of a network.
  package static let remote = EnvironmentVariable(
    "SSH_CONNECTION", "konf browse waits longer for the rest of a key if not empty")

  /// All of them, in the order of the help.
  package static var all: [EnvironmentVariable] {
    [
      .data, .home, .dataHome,
      EnvironmentVariable(
        configHome,
        """
        default options are in konf/config in this folder, if the path is absolute; see konf help \
        config
        """),
      EnvironmentVariable(userHome, "the data folder is .local/share/konf in this folder"),
      .zone, .zoneFolder,
    ] + ofTerminals + [
      .accessible, .remote,
      EnvironmentVariable(
        pager(of: "konf"),
        "the pager for answers longer than the screen; none if empty or cat"),
      EnvironmentVariable(
        commonPager, "the same if KONF_PAGER is not set; less -FRX if neither is set"),
    ] + ofLocales
  }
}
