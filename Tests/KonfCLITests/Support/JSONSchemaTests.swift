import Importer
import SourceText
import TestSupport
import Testing

/// The checker that other tests rely on must itself refuse what is wrong.
@Suite struct JSONSchemaTests {
  private func document(_ text: String) throws -> SourceDocument {
    try SourceDocument(json: Array(text.utf8))
  }

  private func problems(_ definition: String, _ value: String) throws -> [String] {
    let text =
      #"{"$defs": {"it": \#(definition), "stars": {"type": ["integer", "null"], "maximum": 5}}}"#
    return try JSONSchema(try document(text)).problems(with: try document(value), as: "it")
  }

  @Test(
    "a valid value has no problems",
    arguments: [
      (#"{"type": "string"}"#, #""a""#),
      (#"{"type": ["string", "null"]}"#, "null"),
      (#"{"type": "integer", "minimum": 1, "maximum": 5}"#, "5"),
      (#"{"type": "integer"}"#, "5.0"),
      (#"{"type": "array", "items": {"type": "boolean"}}"#, "[true, false]"),
      (#"{"type": "object", "properties": {"a": {}}, "required": ["a"]}"#, #"{"a": 1, "b": 2}"#),
      (##"{"$ref": "#/$defs/stars", "minimum": 1}"##, "3"),
      (#"{"enum": ["a", "b"]}"#, #""b""#),
      (#"{"pattern": "^[0-9]+(-x)?$"}"#, #""20""#),
      (#"{"pattern": "^[0-9]+(-x)?$"}"#, #""7-x""#),
      (#"{"pattern": "^[0-9]+(-x)?$"}"#, "null"),
    ])
  func agrees(definition: String, value: String) throws {
    #expect(try problems(definition, value) == [])
  }

  @Test(
    "an invalid value is reported with its position",
    arguments: [
      (#"{"type": "string"}"#, "5", "/: found the number 5; expected string"),
      (#"{"type": ["string", "null"]}"#, "true", "/: found true; expected string or null"),
      (#"{"type": "integer"}"#, "5.5", "/: found the number 5.5; expected integer"),
      (#"{"type": "array"}"#, "{}", "/: found an object; expected array"),
      (#"{"type": "object"}"#, "[]", "/: found a list; expected object"),
      (#"{"type": "boolean"}"#, "null", "/: found null; expected boolean"),
      (#"{"minimum": 1}"#, "0", "/: 0.0 < 1.0"),
      (##"{"$ref": "#/$defs/stars"}"##, "6", "/: 6.0 > 5.0"),
      (#"{"pattern": "^a+$"}"#, #""ab""#, #"/: found the text "ab"; expected ^a+$"#),
      (#"{"enum": ["a", "b"]}"#, #""c""#, #"/: found the text "c"; expected one of a, b"#),
      (#"{"items": {"type": "null"}}"#, "[null, 1]", "/1: found the number 1; expected null"),
      (#"{"properties": {"a": {}}, "required": ["a"]}"#, "{}", "/: a is missing"),
      (
        #"{"properties": {"a": {}}, "additionalProperties": false}"#, #"{"a": 1, "b": 2}"#,
        "/: b is not expected"
      ),
      (
        #"{"properties": {"a": {"type": "null"}}}"#, #"{"a": 1}"#,
        "/a: found the number 1; expected null"
      ),
      (#"{"type": "object"}"#, #"{"a": 1, "a": 2}"#, "1:10: a repeated key"),
    ])
  func disagrees(definition: String, value: String, problem: String) throws {
    #expect(try problems(definition, value) == [problem])
  }

  @Test(
    "a schema with unsupported keywords is refused",
    arguments: [
      #"{"pattern": "("}"#, #"{"type": "text"}"#, #"{"type": []}"#, #"{"required": ["a"]}"#,
      ##"{"$ref": "#/$defs/nothing"}"##, #"{"$ref": "other.json"}"#, #"{"format": "date-time"}"#,
      #"{"additionalProperties": {}}"#, #"{"enum": [1]}"#, #"{"minimum": 0.5}"#, "true",
      #"{"items": {"oneOf": []}}"#, #"{"properties": {"a": {"const": 1}}}"#,
      #"{"type": "null", "type": "null"}"#,
    ])
  func refused(definition: String) throws {
    let document = try document(#"{"$defs": {"it": \#(definition)}}"#)
    #expect(throws: JSONSchema.Flaw.self) { try JSONSchema(document) }
  }

  @Test("a missing definition matches nothing")
  func missing() throws {
    let schema = try JSONSchema(try document(#"{"$defs": {}}"#))
    #expect(schema.problems(with: try document("[]"), as: "it") == ["no definition it"])
  }
}
