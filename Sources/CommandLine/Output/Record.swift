/// A thing that is an object in a JSON answer.
///
///     struct RoomRecord: Record {
///       let room: Room
///
///       static let fields: [Field<RoomRecord>] = [
///         Field("name") { .string($0.room.name) },
///         Field("seats") { .integer(orNull: $0.room.seats) },
///       ]
///     }
package protocol Record {
  /// The fields of the object, in the order of the output; no two share a name.
  static var fields: [Field<Self>] { get }
}

/// A field of a record: its name, and how to get its value from the record.
package struct Field<Subject>: Sendable {
  /// The name of the field.
  let name: String
  /// Returns the value of the field.
  let value: @Sendable (Subject) -> JSONOutput

  package init(_ name: String, _ value: @escaping @Sendable (Subject) -> JSONOutput) {
    self.name = name
    self.value = value
  }

  /// Returns the same field of a record that contains the subject.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Subject) -> Field<Whole> {
    Field<Whole>(name) { value(part($0)) }
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
