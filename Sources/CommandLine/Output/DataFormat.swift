import Basics

/// The format of output for other programs.
package struct DataFormat: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// A single JSON array.
    case array
    /// A JSON object on each line.
    case lines
    /// A header and a row for each record, with tab-separated cells.
    case table
    /// A line for each record, made from a template.
    case template(RecordTemplate)
  }

  /// True for tables and templates, which write the fields of a record as cells on one line.
  ///
  /// A cell with people or locations contains only their names.
  package var hasCells: Bool { form != .array && form != .lines }
  package let form: Form
  /// The names of the fields in output order, or nil for all fields.
  package let fields: [String]?

  package init(_ form: Form, fields: [String]? = nil) {
    self.form = form
    self.fields = fields
  }
}

/// The value of `--json` and similar options.
package enum FieldList: Equatable, Sendable {
  /// All fields, because none were named.
  case all
  /// The named fields, in this order.
  case named([String])
  /// A question mark, as a request for a list of the available fields.
  case question

  /// Creates a list from comma-separated names, `?` or an empty string.
  ///
  /// The result is nil if a name is empty.
  package init?(_ text: String) {
    switch text {
    case "": self = .all
    case "?": self = .question
    default:
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        String(name.drop { $0 == " " })
      }
      if names.contains("") { return nil }
      self = .named(names)
    }
  }
}

extension Invocation {
  /// The output form and fields for other programs, or nil for text.
  package var data: (form: DataFormat.Form, fields: FieldList)? {
    guard hasOptions else { return nil }
    let given: [(Option<FieldList>, DataFormat.Form)] = [
      (CommonOption.json, .array), (CommonOption.jsonl, .lines), (CommonOption.tsv, .table),
    ].filter { has($0.0.definition) }
    let template = has(CommonOption.format.definition) ? self[CommonOption.format] : nil
    if let template {
      let isQuestion = template.pieces == [.text("?")]
      return (.template(template), isQuestion ? .question : .named(template.names))
    }
    return given.first.map { option, form in (form, self[option] ?? .all) }
  }
}

extension FieldList {
  /// Returns the names of the requested fields in order, or nil for all fields.
  ///
  /// - Throws: `Failure` if a name is unknown or occurs twice, or if the output has no fields.
  package func names(among known: [String], command: String) throws(Failure) -> [String]? {
    guard case .named(let names) = self else { return nil }
    if known.isEmpty {
      throw Failure(.usage, "\(command): the output has no fields to choose from")
    }
    for (number, name) in names.enumerated() {
      if let field = name.split(separator: ".").first.map(String.init), field != name,
        known.contains(field)
      {
        throw Failure(
          .usage,
          """
          \(command): unknown field \(name.quoted()); use \(field), or in a template \
          \(field).date or \(field).clock
          """)
      }
      if !known.contains(name) {
        throw Failure(
          .usage,
          """
          \(command): unknown field \(name.quoted()); use \(UsageError.listing(known, last: "or"))
          """)
      }
      if names[..<number].contains(name) {
        throw Failure(.usage, "\(command): the field \(name.quoted()) is named twice")
      }
    }
    return names
  }
}
