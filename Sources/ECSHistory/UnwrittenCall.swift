package import ECSKit

/// A call whose changes a store has not written.
package struct UnwrittenCall {
  package enum Kind {
    /// A new step, under the number that it has until it is written.
    case step(number: UInt64)
    /// More of the step whose first entry has a number.
    case part(of: UInt64)
    /// A step was undone or redone.
    case move(number: UInt64?, isUndo: Bool)
    /// More calls than a log remembers.
    case many
  }

  package let kind: Kind
  package let label: String?
  /// Its changes; incomplete while it is under way.
  package internal(set) var changes: [ChangeSet]

  /// Numbers of steps that no log has; those of logs are less.
  package static let firstNumber: UInt64 = 2_047 << 53

  var isStep: Bool {
    switch kind {
    case .step, .part: true
    case .move, .many: false
    }
  }
}
