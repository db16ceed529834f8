import SystemBasics

/// What the environment asks of the tests.
public enum Environment {
  /// Returns a variable as a number.
  ///
  /// - Parameter name: The name of the variable.
  /// - Returns: The number; nil if the variable is not set to one.
  public static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}
