/// The errors that systems of a loop threw.
///
/// The other systems ran nevertheless.
public struct LoopError: Error, CustomStringConvertible {
  /// The phase in which a system ran.
  public enum Phase: String, Sendable {
    /// Before the first pass.
    case initialize
    /// In a pass.
    case execute
    /// After a pass.
    case cleanup
    /// After the last pass.
    case teardown
  }

  /// The error of one system.
  public struct Failure: CustomStringConvertible, Sendable {
    /// The path of the system, which begins with its loops, such as `Loop/ShowTitle`.
    public let system: String
    /// The phase in which it threw.
    public let phase: Phase
    /// The error.
    public let error: any Error

    /// The system, the phase and the error, such as `Loop/ShowTitle: execute failed: no title`.
    public var description: String { "\(system): \(phase.rawValue) failed: \(error)" }

    func inside(_ loop: String) -> Failure {
      Failure(system: "\(loop)/\(system)", phase: phase, error: error)
    }
  }

  /// The failures, in the order in which the systems ran.
  public let failures: [Failure]

  /// The failures, one after the other.
  public var description: String { failures.map(\.description).joined(separator: "; ") }
}
