public import ECSKit

/// A key that identifies a record in this and later versions of the file.
public struct RecordKey: Component, Sendable, Hashable, CustomReflectable {
  /// The name of the record, such as "talk session1Day1/2".
  ///
  /// The key function of the record's table derives the name from the fields of the record.
  public let name: RecordName
  /// The number, stored as 32 bits to save memory, because every record has a key.
  private let place: UInt32

  /// Creates the key of a record.
  ///
  /// - Parameters:
  ///   - name: The name of the record, as returned by the key function of its table.
  ///   - number: The position among the file's records with this name, starting at 1.
  public init(name: RecordName, number: Int = 1) {
    self.name = name
    place = UInt32(clamping: number)
  }

  /// The position among the file's records with this name, starting at 1.
  public var number: Int { Int(place) }

  /// The name and the number, such as "session lunch#2".
  ///
  /// The number 1 is omitted.
  public var text: String { number == 1 ? name.text : "\(name.text)#\(number)" }

  /// The key for messages, or nil if the record has no name.
  var shownText: String? { isNameless ? nil : text }

  var isNameless: Bool { name == .nameless }

  /// A mirror for component inspectors, with the name as a single string, and the number.
  public var customMirror: Mirror { Mirror(self, children: ["name": name.text, "number": number]) }
}

/// The fields of a record that could not be read completely, as written in the file.
///
/// The name of such a field is unknown, its value is unreadable, or an earlier record already has
/// its unique component.
public struct UnreadFields: Component, Sendable, Hashable {
  /// A field as written in the file.
  public struct Field: Sendable, Hashable {
    /// The name of the field.
    public let name: String
    /// The value, as compact JSON.
    public let json: String
  }

  /// The fields in file order.
  public let fields: [Field]
}
