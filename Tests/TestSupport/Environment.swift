import Basics

/// The settings that the environment passes to the tests.
public enum Environment {
  /// Returns the value of a variable as a number.
  ///
  /// - Parameter name: The name of the variable.
  /// - Returns: The number, or nil if the variable is unset or not a number.
  public static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}
