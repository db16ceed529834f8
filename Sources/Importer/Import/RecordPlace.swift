import ECSKit
package import SourceText

/// The position of something in the file from which it was read.
package struct RecordPosition: Component, Hashable, Comparable {
  // Every record of a checked file has one, so it is stored in half the usual size.
  private let recordNumber: UInt32
  private let line: UInt32
  private let column: UInt32
  /// The key of the record, if it has one of its own and this is not the position of its entity.
  package let key: String?

  /// The number of the record in the file, from 1.
  package var record: Int { Int(recordNumber) }
  /// The position.
  package var position: SourcePosition { SourcePosition(line: Int(line), column: Int(column)) }

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - record: The number of the record in the file, from 1.
  ///   - position: The position.
  ///   - key: The key of the record, if it has one of its own.
  package init(record: Int, position: SourcePosition, key: String?) {
    recordNumber = UInt32(clamping: record)
    line = UInt32(clamping: position.line)
    column = UInt32(clamping: position.column)
    self.key = key
  }

  package static func < (first: RecordPosition, second: RecordPosition) -> Bool {
    (first.position, first.record) < (second.position, second.record)
  }
}
