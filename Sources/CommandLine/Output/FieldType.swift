/// The type of a field in the JSON schema of the output.
///
///     FieldType.orNull(.text)            // { "type": ["string", "null"] }
///     FieldType.array(.defined("talk"))  // { "type": "array", "items": { "$ref": … } }
package indirect enum FieldType: Sendable {
  case text
  case boolean
  case integer(from: Int? = nil, to: Int? = nil)
  case number(from: Int? = nil, to: Int? = nil)
  case words([String])
  /// A reference to a named definition of the schema.
  case defined(String)
  case array(FieldType)
  /// A record whose schema is inlined.
  case record(any Record.Type)
  /// An object with arbitrary members.
  case object
  case orNull(FieldType)

  var schema: [JSONOutput.Member] {
    switch self {
    case .text: [.init("type", "string")]
    case .boolean: [.init("type", "boolean")]
    case .integer(let least, let most): Self.number("integer", least, most)
    case .number(let least, let most): Self.number("number", least, most)
    case .words(let words): [.init("enum", .array(words.map { .string($0) }))]
    case .defined(let name): [.init("$ref", .string("#/$defs/\(name)"))]
    case .array(let type): [.init("type", "array"), .init("items", .object(type.schema))]
    case .record(let type): type.schema
    case .object: [.init("type", "object")]
    case .orNull(let type):
      type.schema.map { $0.name == "type" ? .init("type", .array([$0.value, "null"])) : $0 }
    }
  }

  private static func number(_ type: String, _ least: Int?, _ most: Int?) -> [JSONOutput.Member] {
    let bounds = [("minimum", least), ("maximum", most)].compactMap { name, bound in
      bound.map { JSONOutput.Member(name, .integer($0)) }
    }
    return [JSONOutput.Member("type", .string(type))] + bounds
  }
}

extension Record {
  /// The JSON schema of the record.
  ///
  /// All fields are required, and no further fields are allowed.
  package static var schema: [JSONOutput.Member] {
    (meaning.map { [JSONOutput.Member("description", .string($0))] } ?? []) + [
      .init("type", "object"),
      .init("additionalProperties", false),
      .init("required", .array(fieldNames.map { .string($0) })),
      .init("properties", .object(fields.map(\.schema))),
    ]
  }
}

extension Field {
  fileprivate var schema: JSONOutput.Member {
    let meaning = meaning.map { [JSONOutput.Member("description", .string($0))] } ?? []
    return JSONOutput.Member(name, .object(meaning + type.schema))
  }
}
