/// The variables that konf reads; no others reach it.
package enum EnvironmentVariable: String, Sendable, CaseIterable {
  /// The schedule to read.
  case data = "KONF_DATA"
  /// The data folder.
  case home = "KONF_HOME"
  /// The folder below which programs keep what users made.
  case dataHome = "XDG_DATA_HOME"
  /// The folder below which programs look for what users set.
  case configHome = "XDG_CONFIG_HOME"
  /// The user's own folder.
  case userHome = "HOME"
  /// The machine's own zone.
  case zone = "TZ"
  /// The folder of the machine's zones.
  case zoneFolder = "TZDIR"
  /// The wish for no colour.
  case noColor = "NO_COLOR"
  /// The wish for colour in any case.
  case forceColor = "FORCE_COLOR"
  /// The older name of that wish.
  case colorForce = "CLICOLOR_FORCE"
  /// The kind of terminal.
  case terminal = "TERM"
  /// The columns if no terminal gives them.
  case columns = "COLUMNS"
  /// The program that shows long answers.
  case pager = "KONF_PAGER"
  /// The program that shows long texts of any program.
  case commonPager = "PAGER"
  /// The locale over all others.
  case allLocale = "LC_ALL"
  /// The locale of characters.
  case characterLocale = "LC_CTYPE"
  /// The locale without any other.
  case language = "LANG"

  /// What the variable does, as the help says it.
  var meaning: SafeText {
    switch self {
    case .data: "the schedule to read, as --data"
    case .home: "the data folder, as --home"
    case .dataHome: "the data folder is konf below it, if it is an absolute path"
    case .configHome:
      "konf/config below it has default options, if it is an absolute path; see konf help config"
    case .userHome: "the data folder is .local/share/konf below it"
    case .zone: "the zone that --tz local means"
    case .zoneFolder: "where the files of zones are looked for first"
    case .noColor: "no colour, if not empty"
    case .forceColor: "colour also in a pipe, if neither empty nor 0"
    case .colorForce: "the same by an older name"
    case .terminal: "no colour, if dumb or missing"
    case .columns: "the width of text if no terminal gives one"
    case .pager: "the program that shows answers longer than the screen; none, if empty or cat"
    case .commonPager: "the same, if KONF_PAGER is not set; less -FRX, if neither is"
    case .allLocale: "drawn stars, lines and signs, if it names UTF-8"
    case .characterLocale: "the same, if LC_ALL is empty"
    case .language: "the same, if LC_CTYPE is empty too"
    }
  }
}
