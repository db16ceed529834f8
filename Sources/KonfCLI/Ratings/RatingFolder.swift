/// The folder that holds what the user made.
enum RatingFolder {
  /// Returns the folder, or nil if nothing says where it is.
  ///
  /// The option counts before `KONF_HOME`, before the folder `konf` in `XDG_DATA_HOME` if that is
  /// an absolute path, before `.local/share/konf` in the user's own folder.
  ///
  /// - SeeAlso: The XDG Base Directory Specification.
  static func path(_ invocation: Invocation, _ environment: [String: String]) -> String? {
    func value(_ variable: EnvironmentVariable) -> String? {
      environment[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let folder = invocation[.home] ?? value(.home) { return folder }
    if let folder = value(.dataHome), folder.hasPrefix("/") { return "\(folder)/konf" }
    return value(.userHome).map { "\($0)/.local/share/konf" }
  }
}
