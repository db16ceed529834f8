import Basics
package import CommandLine
package import ECSStore
import Schedule

package enum DataFolder {
  package struct NamedPath {
    package let path: String
    /// The option or the variable that sets the path.
    package let source: SafeText

    /// Returns true if this path and another path lead to the same folder.
    package func isSameFolder(as other: String) -> Bool {
      var (own, found) = (stat(), stat())
      return stat(path, &own) == 0 && stat(other, &found) == 0
        && (own.st_dev, own.st_ino) == (found.st_dev, found.st_ino)
    }
  }

  /// Returns the path of the data folder, or nil if no option or variable determines the path.
  ///
  /// The folder is the first of these: the value of the option `--home`, the value of `KONF_HOME`,
  /// `konf` in `XDG_DATA_HOME`, or `.local/share/konf` in the user's home folder. A relative path
  /// in `XDG_DATA_HOME` is ignored.
  ///
  /// - Throws: `Failure` if the path is not UTF-8, or the home folder is not an absolute path.
  ///   Otherwise konf would create and use a wrong folder.
  /// - SeeAlso: The XDG Base Directory Specification.
  package static func place(
    _ invocation: Invocation, _ environment: [String: String]
  ) throws(Failure) -> NamedPath? {
    guard let place = named(invocation, environment) else { return nil }
    let hint: SafeText = "--home sets the data folder"
    // Decoding replaces bytes that are not UTF-8 with this character.
    if place.path.unicodeScalars.contains("\u{FFFD}") {
      throw Failure(.usage, "\(place.source): \(place.path.quoted()) is not UTF-8; \(hint)")
    }
    if place.source == "\(EnvironmentVariable.userHome)", !place.path.hasPrefix("/") {
      throw Failure(
        .usage, "\(place.source): \(place.path.quoted()) is not an absolute path; \(hint)")
    }
    return place
  }

  private static func named(_ invocation: Invocation, _ environment: [String: String]) -> NamedPath?
  {
    func value(_ variable: String) -> String? {
      environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    func place(_ path: String, _ variable: String) -> NamedPath {
      NamedPath(path: path, source: "\(variable)")
    }
    if let folder = invocation[CommonOption.home] {
      return NamedPath(path: folder, source: "--home")
    }
    let home = EnvironmentVariable.home.name
    if let folder = value(home) { return place(folder, home) }
    let dataHome = EnvironmentVariable.dataHome.name
    if let folder = value(dataHome), folder.hasPrefix("/") {
      return place("\(folder)/konf", dataHome)
    }
    let userHome = EnvironmentVariable.userHome
    return value(userHome).map { place("\($0)/.local/share/konf", userHome) }
  }

  /// Returns the log, or nil if no option or variable sets the path of its folder.
  package static func log(_ invocation: Invocation, _ environment: RunEnvironment) throws(Failure)
    -> ChangeLog?
  {
    guard let place = try place(invocation, environment.variables) else { return nil }
    return ChangeLog(folder: place.path, name: "ratings.log", wait: environment.lockWait)
  }
}
