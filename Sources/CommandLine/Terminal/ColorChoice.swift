/// What the user asked for with `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// Colour where it can be seen.
  case auto
  /// Colour in any case.
  case always
  /// No colour.
  case never

  /// Returns whether a stream gets colour.
  ///
  /// The first of these that says anything decides: the choice itself; `NO_COLOR`; `FORCE_COLOR`
  /// and `CLICOLOR_FORCE`; a `TERM` that is dumb or missing; whether the stream is a terminal.
  /// An empty variable says nothing, nor does a forcing one that is `0`.
  ///
  /// - Parameters:
  ///   - environment: The variables by name.
  ///   - isTerminal: Whether this very stream is a terminal.
  /// - Returns: Whether to write control sequences.
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
