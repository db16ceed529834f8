/// What systems of a loop threw; the others ran all the same.
public struct LoopError: Error, CustomStringConvertible {
  /// When a system ran.
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

  /// What one system threw.
  public struct Failure: CustomStringConvertible, Sendable {
    /// The system, behind the loops it is in, such as `Loop/ShowTitle`.
    public let system: String
    /// When it was.
    public let phase: Phase
    /// What was thrown.
    public let error: any Error

    /// The system, the phase and the error, such as `Loop/ShowTitle: execute failed: no title`.
    public var description: String { "\(system): \(phase.rawValue) failed: \(error)" }

    func inside(_ loop: String) -> Failure {
      Failure(system: "\(loop)/\(system)", phase: phase, error: error)
    }
  }

  /// What was thrown, in the order the systems ran.
  public let failures: [Failure]

  /// The failures, one after the other.
  public var description: String { failures.map(\.description).joined(separator: "; ") }
}
