/// A thing that an answer in JSON has as an object.
///
///     struct RoomRecord: Record {
///       let room: Room
///
///       static let fields: [Field<RoomRecord>] = [
///         Field("name") { .string($0.room.name) },
///         Field("seats") { .integer(orNull: $0.room.seats) },
///       ]
///     }
protocol Record {
  /// The fields of the object, in the order of the output; no two share a name.
  static var fields: [Field<Self>] { get }
}

/// A field of a record: its name, and how its value comes from the record.
struct Field<Subject>: Sendable {
  /// The name of the field.
  let name: String
  /// Returns the value of the field.
  let value: @Sendable (Subject) -> JSONOutput

  init(_ name: String, _ value: @escaping @Sendable (Subject) -> JSONOutput) {
    self.name = name
    self.value = value
  }

  /// Returns the same field of a record that contains the subject.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Subject) -> Field<Whole> {
    Field<Whole>(name) { value(part($0)) }
  }
}

extension Record {
  /// The names of the fields, in the order of the output.
  static var fieldNames: [String] { fields.map(\.name) }

  /// The record as an object with all its fields.
  var json: JSONOutput {
    .object(Self.fields.map { JSONOutput.Member($0.name, $0.value(self)) })
  }
}
