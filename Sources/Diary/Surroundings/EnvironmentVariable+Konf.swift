package import CommandLine

/// The variables that konf reads.
extension EnvironmentVariable {
  /// The schedule to read.
  package static let data = EnvironmentVariable("KONF_DATA", "the schedule to read, as --data")
  /// The data folder.
  package static let home = EnvironmentVariable("KONF_HOME", "the data folder, as --home")
  /// The folder below which programs keep what users made.
  static let dataHome = EnvironmentVariable(
    "XDG_DATA_HOME", "the data folder is konf below it, if it is an absolute path")
  /// The machine's own zone.
  package static let zone = EnvironmentVariable("TZ", "the zone that --tz local means")
  /// The folder of the machine's zones.
  package static let zoneFolder = EnvironmentVariable(
    "TZDIR", "where the files of zones are looked for first")

  /// All of them, in the order of the help.
  package static var all: [EnvironmentVariable] {
    [
      .data, .home, .dataHome,
      EnvironmentVariable(
        configHome,
        "konf/config below it has default options, if it is an absolute path; see konf help config"),
      EnvironmentVariable(userHome, "the data folder is .local/share/konf below it"),
      .zone, .zoneFolder,
    ] + ofTerminals + [
      EnvironmentVariable(
        pager(of: "konf"),
        "the program that shows answers longer than the screen; none, if empty or cat"),
      EnvironmentVariable(
        commonPager, "the same, if KONF_PAGER is not set; less -FRX, if neither is"),
    ] + ofLocales
  }
}
