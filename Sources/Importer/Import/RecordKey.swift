public import ECSKit

/// What identifies a record of its file, in this version of the file and the next.
public struct RecordKey: Component, Sendable, Hashable, CustomReflectable {
  /// The result of the table's key function.
  public let name: RecordName
  /// Half as large as a number, as every record has one.
  private let place: UInt32

  /// Creates the key of a record.
  ///
  /// - Parameters:
  ///   - name: The result of the table's key function.
  ///   - number: The position among the records of the file that have this name, from 1.
  public init(name: RecordName, number: Int = 1) {
    self.name = name
    place = UInt32(clamping: number)
  }

  /// The position among the records of the file that have this name, from 1.
  public var number: Int { Int(place) }

  /// The name, followed by the number if it is not the first, such as "session lunch#2".
  public var text: String { number == 1 ? name.text : "\(name.text)#\(number)" }

  /// The key as messages show it; nil if nothing identifies the record.
  var shownText: String? { isNameless ? nil : text }

  /// Whether the record has no name.
  var isNameless: Bool { name == .nameless }

  /// The name in one text and the number, as inspections of components show it.
  public var customMirror: Mirror { Mirror(self, children: ["name": name.text, "number": number]) }
}

/// The fields of a record that no component has, as the file has them.
///
/// Fields with names that no converter knows are kept here, and so are values that their converter
/// could not read.
public struct UnreadFields: Component, Sendable, Hashable {
  /// A field as the file has it.
  public struct Field: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value, as compact JSON.
    public let json: String
  }

  /// The fields in the order of the file.
  public let fields: [Field]
}
