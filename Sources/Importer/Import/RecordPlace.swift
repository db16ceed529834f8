import ECSKit

/// Where something stands in the file it was read from.
package struct RecordPlace: Component, Hashable, Comparable {
  /// The number of the record in the file, from 1.
  package let record: Int
  /// Where it stands.
  package let position: TextPosition
  /// The key of the record, if it has one of its own.
  package let key: String?

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - record: The number of the record in the file, from 1.
  ///   - position: Where it stands.
  ///   - key: The key of the record, if it has one of its own.
  package init(record: Int, position: TextPosition, key: String?) {
    self.record = record
    self.position = position
    self.key = key
  }

  package static func < (first: RecordPlace, second: RecordPlace) -> Bool {
    (first.position, first.record) < (second.position, second.record)
  }
}
