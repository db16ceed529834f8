import ECSKit
package import SourceText

/// The position of a record or finding in the file.
package struct RecordPosition: Component, Hashable, Comparable {
  // The numbers are stored as 32-bit integers to save memory, because every record of a checked
  // file has them.
  private let recordNumber: UInt32
  private let line: UInt32
  private let column: UInt32
  /// The key of the record.
  ///
  /// The key is nil if the record has no name, or if the component is on the record's own entity.
  package let key: String?

  /// The number of the record in the file, starting at 1.
  package var record: Int { Int(recordNumber) }
  package var position: SourcePosition { SourcePosition(line: Int(line), column: Int(column)) }

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
