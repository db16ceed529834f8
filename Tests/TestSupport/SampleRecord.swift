/// A record of a generated file: an ordered list of fields with JSON values.
public struct SampleRecord: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// A field of a record.
  public struct Field: Equatable, Sendable {
    /// The name of the field.
    public var name: String
    /// The value as JSON.
    public var json: String
  }

  /// The fields in order; nil writes a number instead of an object.
  public var fields: [Field]?

  /// Creates a record.
  ///
  /// - Parameter elements: The names of the fields and their values as JSON.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, json: $0.1) }
  }

  /// Creates a list element that is not a record.
  ///
  /// - Returns: A record that is written as a number.
  public static func noRecord() -> SampleRecord {
    var record: SampleRecord = [:]
    record.fields = nil
    return record
  }

  /// Accesses the JSON of the first field with a name; setting a new name adds a field.
  ///
  /// - Parameter name: The name of the field.
  public subscript(name: String) -> String? {
    get { fields?.first { $0.name == name }?.json }
    set {
      guard let place = fields?.firstIndex(where: { $0.name == name }) else {
        if let newValue { fields?.append(Field(name: name, json: newValue)) }
        return
      }
      if let newValue { fields?[place].json = newValue } else { fields?.remove(at: place) }
    }
  }

  /// The record as JSON.
  public var json: String {
    guard let fields else { return "42" }
    return "{" + fields.map { "\"\($0.name)\": \($0.json)" }.joined(separator: ", ") + "}"
  }
}

extension [SampleRecord] {
  /// The records as a JSON file, with one line for each record.
  public var json: [UInt8] {
    var bytes = [UInt8]("[".utf8)
    for (place, record) in enumerated() {
      bytes += (place == 0 ? "\n" : ",\n").utf8
      bytes += record.json.utf8
    }
    bytes += "\n]\n".utf8
    return bytes
  }
}
