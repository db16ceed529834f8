/// A thing that is an object in a JSON answer.
///
///     struct RoomRecord: Record {
///       let room: Room
///
///       static let fields: [Field<RoomRecord>] = [
///         Field("name", .text) { .string($0.room.name) },
///         Field("seats", .orNull(.integer(from: 1)), "Chairs.") { .integer(orNull: $0.room.seats) },
///       ]
///     }
package protocol Record: SendableMetatype {
  /// The fields of the object, in the order of the output; no two share a name.
  static var fields: [Field<Self>] { get }
  /// What the object is, for the JSON schema; nil if its name says it.
  static var meaning: String? { get }
}

extension Record {
  package static var meaning: String? { nil }
}

/// A field of a record: its name, what its values are, and how to get its value from the record.
package struct Field<Subject>: Sendable {
  /// The name of the field.
  let name: String
  /// What its values are.
  let type: FieldType
  /// What it means, for the JSON schema; nil if its name says it.
  let meaning: String?
  /// Returns the value of the field.
  let value: @Sendable (Subject) -> JSONOutput

  package init(
    _ name: String, _ type: FieldType, _ meaning: String? = nil,
    _ value: @escaping @Sendable (Subject) -> JSONOutput
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.value = value
  }

  /// Returns the same field of a record that contains the subject.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Subject) -> Field<Whole> {
    Field<Whole>(name, type, meaning) { value(part($0)) }
  }
}

extension Record {
  /// The names of the fields, in the order of the output.
  package static var fieldNames: [String] { fields.map(\.name) }

  /// The record as an object with all its fields.
  package var json: JSONOutput {
    .object(Self.fields.map { JSONOutput.Member($0.name, $0.value(self)) })
  }

  /// Returns the record as an object with some of its fields.
  ///
  /// - Parameter names: The names of the fields; they come in the order of the record.
  /// - Returns: The object.
  package func json(of names: some Collection<String>) -> JSONOutput {
    .object(
      Self.fields.filter { names.contains($0.name) }
        .map { JSONOutput.Member($0.name, $0.value(self)) })
  }
}
