/// The errors that systems of a loop threw in one phase.
///
/// All other systems ran to completion.
public struct LoopError: Error, CustomStringConvertible {
  /// A phase of a loop.
  public enum Phase: String, Sendable {
    /// The phase before the first pass.
    case initialize
    /// The main phase of a pass.
    case execute
    /// The phase at the end of a pass.
    case cleanup
    /// The phase after the last pass.
    case teardown
  }

  /// The error of one system.
  public struct Failure: CustomStringConvertible, Sendable {
    /// The path of the system with the names of its loops, such as `Loop/ShowTitle`.
    public let system: String
    /// The phase in which the system threw the error.
    public let phase: Phase
    /// The error that the system threw.
    public let error: any Error

    /// The system, the phase and the error, such as `Loop/ShowTitle: execute failed: no title`.
    public var description: String { "\(system): \(phase.rawValue) failed: \(error)" }

    func inside(_ loop: String) -> Failure {
      Failure(system: "\(loop)/\(system)", phase: phase, error: error)
    }
  }

  /// The failures, in the order in which the systems ran.
  public let failures: [Failure]

  /// The descriptions of all failures, separated by semicolons.
  public var description: String { failures.map(\.description).joined(separator: "; ") }
}
