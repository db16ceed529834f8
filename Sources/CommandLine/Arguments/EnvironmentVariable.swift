/// A variable that a program reads; no others reach it.
package struct EnvironmentVariable: Sendable {
  /// The name.
  package let name: String
  /// What the variable does, as the help says it.
  package let meaning: String

  /// Describes a variable.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - meaning: What the variable does, as the help says it.
  package init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }

  /// The wish for no colour.
  package static let noColor = EnvironmentVariable("NO_COLOR", "no colour, if not empty")
  /// The wish for colour in any case.
  package static let forceColor = EnvironmentVariable(
    "FORCE_COLOR", "colour also in a pipe, if neither empty nor 0")
  /// The older name of that wish.
  package static let colorForce = EnvironmentVariable(
    "CLICOLOR_FORCE", "the same by an older name")
  /// The kind of terminal.
  package static let terminal = EnvironmentVariable("TERM", "no colour, if dumb or missing")
  /// The columns if no terminal gives them.
  package static let columns = EnvironmentVariable(
    "COLUMNS", "the width of text if no terminal gives one")
  /// The locale over all others.
  package static let allLocale = EnvironmentVariable(
    "LC_ALL", "drawn stars, lines and signs, if it names UTF-8")
  /// The locale of characters.
  package static let characterLocale = EnvironmentVariable(
    "LC_CTYPE", "the same, if LC_ALL is empty")
  /// The locale without any other.
  package static let language = EnvironmentVariable("LANG", "the same, if LC_CTYPE is empty too")
  /// The folder below which programs look for what users set.
  package static let configHome = "XDG_CONFIG_HOME"
  /// The user's own folder.
  package static let userHome = "HOME"
  /// The program that shows long texts of any program.
  package static let commonPager = "PAGER"

  /// Returns the name of the variable that names the program that shows long answers.
  ///
  /// - Parameter program: The program that answers.
  /// - Returns: Its name in capitals with `_PAGER`.
  package static func pager(of program: String) -> String { "\(program.uppercased())_PAGER" }

  /// Those of a terminal, in the order of the help.
  package static var ofTerminals: [EnvironmentVariable] {
    [.noColor, .forceColor, .colorForce, .terminal, .columns]
  }

  /// Those of a locale, in the order of the help.
  package static var ofLocales: [EnvironmentVariable] {
    [.allLocale, .characterLocale, .language]
  }
}
