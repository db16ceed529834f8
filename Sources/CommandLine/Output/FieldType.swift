/// What the values of a field are, as the JSON schema of the answers says it.
///
///     FieldType.orNull(.text)            // { "type": ["string", "null"] }
///     FieldType.array(.defined("talk"))  // { "type": "array", "items": { "$ref": "#/$defs/talk" } }
package indirect enum FieldType: Sendable {
  /// A text.
  case text
  /// `true` or `false`.
  case boolean
  /// A whole number in a range.
  case integer(from: Int? = nil, to: Int? = nil)
  /// A number in a range.
  case number(from: Int? = nil, to: Int? = nil)
  /// One of some words.
  case words([String])
  /// What a definition of the schema describes.
  case defined(String)
  /// A list.
  case array(FieldType)
  /// A record of its own.
  case record(any Record.Type)
  /// An object with any members.
  case object
  /// The same, or `null`.
  case orNull(FieldType)

  /// What the schema says of the values.
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
  /// What the JSON schema says of the records: all their fields, and no others.
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
