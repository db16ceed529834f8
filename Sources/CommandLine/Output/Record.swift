/// A type whose values are written as JSON objects.
///
///     struct RoomRecord: Record {
///       let room: Room
///
///       static let fields: [Field<RoomRecord>] = [
///         Field("name", .text) { .string($0.room.name) },
///         Field("seats", .integer(from: 1), "Chairs.") { .integer($0.room.seats) },
///       ]
///     }
package protocol Record: SendableMetatype {
  /// The fields in output order, with unique names.
  static var fields: [Field<Self>] { get }
  /// The description in the JSON schema, or nil if the type name is self-explanatory.
  static var meaning: String? { get }
}

extension Record {
  package static var meaning: String? { nil }
}

package struct Field<Subject>: Sendable {
  package let name: String
  let type: FieldType
  /// The description in the JSON schema, or nil if the field name is self-explanatory.
  let meaning: String?
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

  /// Returns this field for records of another subject.
  ///
  /// `part` derives the subject of this field from the other subject.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Subject) -> Field<Whole> {
    Field<Whole>(name, type, meaning) { value(part($0)) }
  }
}

extension Record {
  package static var fieldNames: [String] { fields.map(\.name) }

  package var json: JSONOutput {
    .object(Self.fields.map { JSONOutput.Member($0.name, $0.value(self)) })
  }

  /// Returns the JSON object with only the given fields, in the order of the record.
  package func json(of names: some Collection<String>) -> JSONOutput {
    .object(
      Self.fields.filter { names.contains($0.name) }
        .map { JSONOutput.Member($0.name, $0.value(self)) })
  }
}
