public import ECSKit

/// The key of a record, which identifies it in this and later versions of the file.
public struct RecordKey: Component, Sendable, Hashable, CustomReflectable {
  /// The result of the table's key function.
  public let name: RecordName
  /// The number.
  ///
  /// It is stored as 32 bits to save memory, because every record has a key.
  private let place: UInt32

  /// Creates the key of a record.
  ///
  /// - Parameters:
  ///   - name: The result of the table's key function.
  ///   - number: The position among the file's records with this name, from 1.
  public init(name: RecordName, number: Int = 1) {
    self.name = name
    place = UInt32(clamping: number)
  }

  /// The position among the file's records with this name, from 1.
  public var number: Int { Int(place) }

  /// The name and the number, such as "session lunch#2".
  ///
  /// The number 1 is omitted.
  public var text: String { number == 1 ? name.text : "\(name.text)#\(number)" }

  /// The key for messages, or nil if the record has no name.
  var shownText: String? { isNameless ? nil : text }

  var isNameless: Bool { name == .nameless }

  /// A mirror for component inspectors.
  ///
  /// It has the name as a single string, and the number.
  public var customMirror: Mirror { Mirror(self, children: ["name": name.text, "number": number]) }
}

/// The fields of a record from which no component was made, as written in the file.
///
/// Either the name of the field is unknown, or its converter could not read the value.
public struct UnreadFields: Component, Sendable, Hashable {
  /// A field as written in the file.
  public struct Field: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value, as compact JSON.
    public let json: String
  }

  /// The fields in the order of the file.
  public let fields: [Field]
}
