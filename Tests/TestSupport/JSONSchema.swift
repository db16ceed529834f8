// A validator for the JSON schemas of this project. The tests of `KonfCLI` validate konf's JSON
// output with it.
public import SourceText

/// A JSON schema that documents can be validated against.
///
/// The supported keywords of JSON Schema 2020-12 are `type`, `properties`, `required`,
/// `additionalProperties: false`, `items`, `enum`, `minimum`, `maximum`, `pattern`, and `$ref` to
/// an entry of `$defs`. Other keywords may stand next to `$ref`. Any other keyword is an error, so
/// no constraint is silently ignored.
public struct JSONSchema {
  /// The reason that a schema cannot be used.
  public struct Flaw: Error, Equatable, CustomStringConvertible {
    /// The position in the schema and the problem.
    public let description: String
  }

  /// The names of the entries of `$defs`, in the order of the schema.
  public let definitions: [String]
  private let root: SourceValue

  /// Creates a schema from a document.
  ///
  /// - Parameter document: The schema.
  /// - Throws: `Flaw` for the first keyword that is unknown or invalid.
  public init(_ document: SourceDocument) throws(Flaw) {
    root = document.root
    definitions = root["$defs"]?.members.map(\.key) ?? []
    if let repeated = root.repeatedKeys.first {
      throw Flaw(description: "\(repeated): a repeated key")
    }
    for member in root.members where member.key != "$defs" {
      if member.key == "anyOf", member.value.elements.allSatisfy({ reference($0) != nil }) {
        continue
      }
      guard Self.remarks.contains(member.key) else {
        throw Flaw(description: "\(member.key): only $defs are checked at the root")
      }
    }
    for definition in definitions {
      try check(root["$defs"]?[definition], at: definition)
    }
  }

  /// The names of the `$defs` entries in the root's `anyOf`; a valid document matches one of them.
  public var alternatives: [String] {
    (root["anyOf"]?.elements.map(\.self) ?? []).compactMap(reference)
  }

  /// Returns true if a document matches the root of the schema.
  ///
  /// - Parameter document: The document.
  /// - Returns: True if the document matches one of the alternatives, or if there are none.
  public func accepts(_ document: SourceDocument) -> Bool {
    alternatives.isEmpty || alternatives.contains { problems(with: document, as: $0).isEmpty }
  }

  private func reference(_ schema: SourceValue) -> String? {
    guard schema.members.map(\.key) == ["$ref"], let text = schema["$ref"]?.string,
      text.hasPrefix("#/$defs/")
    else { return nil }
    let name = String(text.dropFirst(8))
    return definitions.contains(name) ? name : nil
  }

  /// Validates a document against an entry of `$defs`.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - definition: The name of the entry.
  /// - Returns: The problems with their positions; empty if the document is valid.
  public func problems(with document: SourceDocument, as definition: String) -> [String] {
    guard let schema = root["$defs"]?[definition] else { return ["no definition \(definition)"] }
    var problems = document.root.repeatedKeys.map { "\($0): a repeated key" }
    hold(document.root, against: schema, at: "", &problems)
    return problems
  }
}

// MARK: Schema validation

extension JSONSchema {
  private static let remarks = ["$schema", "$id", "title", "description"]
  private static let types = ["null", "boolean", "integer", "number", "string", "array", "object"]

  private func check(_ schema: SourceValue?, at place: String) throws(Flaw) {
    guard let schema, schema.kind == .object else {
      throw Flaw(description: "\(place): expected an object")
    }
    for member in schema.members {
      guard try isSound(member.key, member.value, at: place) else {
        throw Flaw(description: "\(place): \(member.key) is not known or not as it should be")
      }
    }
    let properties = schema["properties"]?.members.map(\.key) ?? []
    for name in schema["required"]?.elements.compactMap(\.string) ?? []
    where !properties.contains(name) {
      throw Flaw(description: "\(place): \(name) is required and not described")
    }
  }

  private func isSound(
    _ keyword: String, _ value: SourceValue, at place: String
  ) throws(Flaw) -> Bool {
    switch keyword {
    case "title", "description": return value.string != nil
    case "$ref": return target(of: value) != nil
    case "type":
      let names = Self.names(value)
      return !names.isEmpty && names.allSatisfy(Self.types.contains)
    case "properties":
      for member in value.members { try check(member.value, at: "\(place)/\(member.key)") }
      return value.kind == .object
    case "items":
      try check(value, at: "\(place)/items")
      return true
    case "required": return value.kind == .array && value.elements.allSatisfy { $0.string != nil }
    case "additionalProperties": return value.bool == false
    case "enum": return value.kind == .array && value.elements.allSatisfy { $0.string != nil }
    case "minimum", "maximum": return value.integer != nil
    case "pattern": return value.string.flatMap { try? Regex($0) } != nil
    default: return false
    }
  }

  private func target(of reference: SourceValue) -> SourceValue? {
    guard let text = reference.string, text.hasPrefix("#/$defs/") else { return nil }
    return root["$defs"]?[String(text.dropFirst(8))]
  }

  private static func names(_ value: SourceValue) -> [String] {
    value.string.map { [$0] } ?? value.elements.map { $0.string ?? "" }
  }
}

// MARK: Document validation

extension JSONSchema {
  private func hold(
    _ value: SourceValue, against schema: SourceValue, at place: String, _ problems: inout [String]
  ) {
    func report(_ what: String) { problems.append("\(place.isEmpty ? "/" : place): \(what)") }
    if let target = schema["$ref"].flatMap(target(of:)) {
      hold(value, against: target, at: place, &problems)
    }
    if let types = schema["type"].map(Self.names), !types.contains(where: value.isOfType) {
      report("found \(value.found); expected \(types.joined(separator: " or "))")
    }
    if let words = schema["enum"]?.elements.compactMap(\.string),
      !words.contains(where: { value.string == $0 })
    {
      report("found \(value.found); expected one of \(words.joined(separator: ", "))")
    }
    if let number = value.double {
      if let least = schema["minimum"]?.double, number < least { report("\(number) < \(least)") }
      if let most = schema["maximum"]?.double, number > most { report("\(number) > \(most)") }
    }
    if let pattern = schema["pattern"]?.string, let regex = try? Regex(pattern),
      let text = value.string, text.firstMatch(of: regex) == nil
    {
      report("found \(value.found); expected \(pattern)")
    }
    if let items = schema["items"] {
      for (index, element) in value.elements.enumerated() {
        hold(element, against: items, at: "\(place)/\(index)", &problems)
      }
    }
    guard value.kind == .object else { return }
    for name in schema["required"]?.elements.compactMap(\.string) ?? [] where value[name] == nil {
      report("\(name) is missing")
    }
    for member in value.members {
      if let property = schema["properties"]?[member.key] {
        hold(member.value, against: property, at: "\(place)/\(member.key)", &problems)
      } else if schema["additionalProperties"] != nil {
        report("\(member.key) is not expected")
      }
    }
  }
}

extension SourceValue {
  fileprivate func isOfType(_ name: String) -> Bool {
    switch kind {
    case .null: name == "null"
    case .bool: name == "boolean"
    case .number: name == "number" || name == "integer" && integer != nil
    case .string: name == "string"
    case .array: name == "array"
    case .object: name == "object"
    }
  }
}

extension SourceValue {
  /// The positions of keys that repeat an earlier key of their object, at any depth.
  fileprivate var repeatedKeys: [SourcePosition] {
    var seen: Set<Int> = []
    let own = members.filter { !seen.insert($0.keyID).inserted }.map(\.keyPosition)
    return own + (Array(elements) + members.map(\.value)).flatMap(\.repeatedKeys)
  }
}
