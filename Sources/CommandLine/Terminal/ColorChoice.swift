/// The value of `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// Colour on a terminal that supports it.
  case auto
  case always
  case never

  /// Returns true if a stream has colours.
  ///
  /// The first of these that applies decides: the choice itself; `NO_COLOR`; `FORCE_COLOR` and
  /// `CLICOLOR_FORCE`; a `TERM` that is missing or `dumb`; whether the stream is a terminal. Empty
  /// variables are ignored, and so is a forcing variable with the value `0`.
  ///
  /// - Parameters:
  ///   - environment: The environment variables by name.
  ///   - isTerminal: True if the stream is a terminal.
  /// - Returns: True if control sequences for colour are written.
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
