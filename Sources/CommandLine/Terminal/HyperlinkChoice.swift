/// What the user asked for with `--hyperlink`.
package enum HyperlinkChoice: String, Sendable, CaseIterable {
  /// Links where they can be followed.
  case auto
  /// Links in any case.
  case always
  /// No links.
  case never

  /// Returns whether a stream gets links.
  ///
  /// Unless the choice says so, they are for a terminal that gets colour and is not dumb: what cannot
  /// show colour cannot follow links.
  ///
  /// - Parameters:
  ///   - environment: The variables by name.
  ///   - isColored: Whether the stream gets colour.
  ///   - isTerminal: Whether this very stream is a terminal.
  /// - Returns: Whether to write links.
  package func usesLinks(
    environment: [String: String], isColored: Bool, isTerminal: Bool
  ) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    let term = environment[EnvironmentVariable.terminal.name] ?? ""
    return isTerminal && isColored && !term.isEmpty && term != "dumb"
  }
}
