/// The value of `--hyperlink`.
package enum HyperlinkChoice: String, Sendable, CaseIterable {
  /// Links on a terminal that supports them.
  case auto
  case always
  case never

  /// Returns true if a stream has links.
  ///
  /// With `auto`, links are written only to a terminal that has colors and is not dumb, because
  /// other terminals cannot follow links.
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
