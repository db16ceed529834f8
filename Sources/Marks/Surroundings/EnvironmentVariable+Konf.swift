package import CommandLine

extension EnvironmentVariable {
  package static let data = EnvironmentVariable("KONF_DATA", "the schedule to read, like --data")
  package static let home = EnvironmentVariable("KONF_HOME", "the data folder, like --home")
  static let dataHome = EnvironmentVariable(
    "XDG_DATA_HOME", "the parent of the data folder konf; ignored unless absolute")
  package static let zone = EnvironmentVariable("TZ", "the zone for --tz local")
  package static let zoneFolder = EnvironmentVariable(
    "TZDIR", "the first folder to search for zone files")

  package static let accessible = EnvironmentVariable(
    "ACCESSIBLE", "if not empty, konf prints text for screen readers, like --plain")
  /// Returns true if a variable requests output suitable for screen readers.
  package static func isSpoken(_ variables: [String: String]) -> Bool {
    !(variables[accessible.name] ?? "").isEmpty
  }

  package static let remote = EnvironmentVariable(
    "SSH_CONNECTION", "if not empty, konf browse waits longer for all bytes of a key")

  /// All variables, in help-page order.
  package static var all: [EnvironmentVariable] {
    [
      .data, .home, .dataHome,
      EnvironmentVariable(
        configHome,
        """
        the folder that contains konf/config, which sets default options; a relative path is \
        ignored; see konf help config
        """),
      EnvironmentVariable(userHome, "the home folder; the data folder in it is .local/share/konf"),
      .zone, .zoneFolder,
    ] + ofTerminals + [
      .accessible, .remote,
      EnvironmentVariable(
        pager(of: "konf"),
        "the pager for output longer than the screen; empty or cat for no pager"),
      EnvironmentVariable(
        commonPager, "the pager if KONF_PAGER is not set; if neither is set, konf uses less -FRX"),
    ] + ofLocales
  }
}

extension Invocation {
  /// Returns true if the user wants output suitable for screen readers.
  package func isSpoken(_ variables: [String: String]) -> Bool {
    self[CommonOption.plain] || EnvironmentVariable.isSpoken(variables)
  }
}
