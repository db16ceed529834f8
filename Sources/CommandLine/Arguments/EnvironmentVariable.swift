/// An environment variable that the program reads.
///
/// The program has no access to any other variable.
package struct EnvironmentVariable: Sendable {
  package let name: String
  package let meaning: String

  package init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }

  package static let noColor = EnvironmentVariable("NO_COLOR", "turns color off if not empty")
  package static let forceColor = EnvironmentVariable(
    "FORCE_COLOR", "turns color on, even in a pipe, unless empty or 0")
  package static let colorForce = EnvironmentVariable(
    "CLICOLOR_FORCE", "an older name for FORCE_COLOR")
  package static let terminal = EnvironmentVariable(
    "TERM", "turns color off if unset or \"dumb\"")
  package static let columns = EnvironmentVariable(
    "COLUMNS", "the width of text if no terminal sets one")
  package static let allLocale = EnvironmentVariable(
    "LC_ALL", "turns on stars, lines and other symbols if it names UTF-8")
  package static let characterLocale = EnvironmentVariable(
    "LC_CTYPE", "used like LC_ALL if LC_ALL is empty")
  package static let language = EnvironmentVariable(
    "LANG", "used like LC_ALL if LC_ALL and LC_CTYPE are empty")
  /// The name of the variable for the folder of configuration files.
  package static let configHome = "XDG_CONFIG_HOME"
  package static let userHome = "HOME"
  package static let commonPager = "PAGER"

  /// Returns the name of a program's pager variable, such as `KONF_PAGER`.
  package static func pager(of program: String) -> String { "\(program.uppercased())_PAGER" }

  /// The terminal variables, in help-page order.
  package static var ofTerminals: [EnvironmentVariable] {
    [.noColor, .forceColor, .colorForce, .terminal, .columns]
  }

  /// The locale variables, in help-page order.
  package static var ofLocales: [EnvironmentVariable] {
    [.allLocale, .characterLocale, .language]
  }
}
