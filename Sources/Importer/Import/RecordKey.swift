public import ECSKit

/// What tells a record from all others of its file, in this version of the file and the next.
public struct RecordKey: DetachableComponent, Hashable {
  /// What the table's key function says, such as "talk session1Day1/2".
  public let name: String
  /// The place among the records of the file that have this name, from 1.
  public let number: Int

  /// Creates the key of a record.
  ///
  /// - Parameters:
  ///   - name: What the table's key function says.
  ///   - number: The place among the records of the file that have this name, from 1.
  public init(name: String, number: Int = 1) {
    self.name = name
    self.number = number
  }

  /// The name, with the number behind it if it is not the first, such as "slot lunch#2".
  public var text: String { number == 1 ? name : "\(name)#\(number)" }
}

/// The fields of a record that nothing was made of, as they stand in the file.
///
/// Fields with names that no converter knows are kept here, and so are values that their converter
/// could not read.
public struct UnreadFields: DetachableComponent, Hashable {
  /// A field as it stands in the file.
  public struct Field: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value, as compact JSON.
    public let json: String
  }

  /// The fields in the order of the file.
  public let fields: [Field]
}
