package import CommandLine

/// The variables that konf reads.
extension EnvironmentVariable {
  /// The schedule to read.
  package static let data = EnvironmentVariable("KONF_DATA", "the schedule to read, like --data")
  /// The data folder.
  package static let home = EnvironmentVariable("KONF_HOME", "the data folder, like --home")
  /// The folder below which programs keep what users made.
  static let dataHome = EnvironmentVariable(
    "XDG_DATA_HOME", "the parent of the data folder konf; ignored unless absolute")
  /// The machine's own zone.
  package static let zone = EnvironmentVariable("TZ", "the zone for --tz local")
  /// The folder of the machine's zones.
  package static let zoneFolder = EnvironmentVariable(
    "TZDIR", "the first folder to search for zone files")

  /// The wish for text that is only appended.
  package static let accessible = EnvironmentVariable(
    "ACCESSIBLE", "if not empty, konf browse prints numbered lines, like --plain")
  /// What says that the terminal is at the other end of a network.
  package static let remote = EnvironmentVariable(
    "SSH_CONNECTION", "if not empty, konf browse waits longer for all bytes of a key")

  /// All of them, in the order of the help.
  package static var all: [EnvironmentVariable] {
    [
      .data, .home, .dataHome,
      EnvironmentVariable(
        configHome,
        """
        the folder of konf/config, the file of default options; ignored unless absolute; see konf \
        help config
        """),
      EnvironmentVariable(userHome, "the home folder; the data folder in it is .local/share/konf"),
      .zone, .zoneFolder,
    ] + ofTerminals + [
      .accessible, .remote,
      EnvironmentVariable(
        pager(of: "konf"),
        "the pager for answers longer than the screen; none if empty or cat"),
      EnvironmentVariable(
        commonPager, "the pager if KONF_PAGER is not set; without both, konf uses less -FRX"),
    ] + ofLocales
  }
}
