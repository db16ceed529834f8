/// The value of `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// Color on a terminal that supports it.
  case auto
  case always
  case never

  /// Returns true if a stream has colors.
  ///
  /// With `auto`, the following rules are tried in order. A nonempty `NO_COLOR` turns colors off.
  /// `FORCE_COLOR` or `CLICOLOR_FORCE` turns colors on, unless its value is empty or `0`. A
  /// terminal has colors unless `TERM` is empty, missing or `dumb`.
  package func usesColor(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      if let value = environment[name], !value.isEmpty, value != "0" { return true }
    }
    let term = environment["TERM"] ?? ""
    return !term.isEmpty && term != "dumb" && isTerminal
  }
}
