public import ECSKit

/// What identifies a record of its file, in this version of the file and the next.
public struct RecordKey: Component, Sendable, Hashable, CustomReflectable {
  /// What the table's key function says.
  public let name: RecordName
  /// Half as large as a number, as every record has one.
  private let place: UInt32

  /// Creates the key of a record.
  ///
  /// - Parameters:
  ///   - name: What the table's key function says.
  ///   - number: The place among the records of the file that have this name, from 1.
  public init(name: RecordName, number: Int = 1) {
    self.name = name
    place = UInt32(clamping: number)
  }

  /// The place among the records of the file that have this name, from 1.
  public var number: Int { Int(place) }

  /// The name, with the number behind it if it is not the first, such as "session lunch#2".
  public var text: String { number == 1 ? name.text : "\(name.text)#\(number)" }

  /// The key as messages show it; nil if nothing identifies the record.
  var shownText: String? { isNameless ? nil : text }

  /// Whether the record has no name.
  var isNameless: Bool { name == .nameless }

  /// The name in one text and the number, for those who look into components.
  public var customMirror: Mirror { Mirror(self, children: ["name": name.text, "number": number]) }
}

/// The fields of a record that nothing was made of, as they stand in the file.
///
/// Fields with names that no converter knows are kept here, and so are values that their converter
/// could not read.
public struct UnreadFields: Component, Sendable, Hashable {
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
