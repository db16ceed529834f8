import ECSKit
package import SourceText

/// Where something stands in the file it was read from.
package struct RecordPosition: Component, Hashable, Comparable {
  // Every record of a file that is checked has one, so it is half as large as it could be.
  private let recordNumber: UInt32
  private let line: UInt32
  private let column: UInt32
  /// The key of the record, if it has one of its own and this is not the place of its entity.
  package let key: String?

  /// The number of the record in the file, from 1.
  package var record: Int { Int(recordNumber) }
  /// Where it stands.
  package var position: SourcePosition { SourcePosition(line: Int(line), column: Int(column)) }

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - record: The number of the record in the file, from 1.
  ///   - position: Where it stands.
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
