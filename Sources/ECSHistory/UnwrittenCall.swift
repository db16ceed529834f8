package import ECSKit

/// A call whose changes a store has not yet written.
package struct UnwrittenCall {
  package enum Kind {
    /// A new step with its temporary number.
    case step(number: UInt64)
    /// Changes that extend a written step.
    ///
    /// The value is the number of the step's first entry.
    case part(of: UInt64)
    /// An undo or redo.
    case move(number: UInt64?, isUndo: Bool)
    /// Several calls merged into one, because a log does not keep this many separate steps.
    case many
  }

  package let kind: Kind
  package let label: String?
  /// The changes of the call, incomplete while the call is in progress.
  package internal(set) var changes: [ChangeSet]

  /// The smallest temporary number of a step.
  ///
  /// The number is greater than all numbers in logs.
  package static let firstNumber: UInt64 = 2_047 << 53

  var isStep: Bool {
    switch kind {
    case .step, .part: true
    case .move, .many: false
    }
  }
}
