import TextBasics

/// How an answer is written for other programs.
package struct DataFormat: Equatable, Sendable {
  /// The form of the answer as a whole.
  package enum Form: Equatable, Sendable {
    /// One JSON array.
    case array
    /// A JSON object on each line.
    case lines
    /// A header and a row for each record, with tabs between the cells.
    case table
    /// A line for each record, as a template has it.
    case template(RecordTemplate)
  }

  /// Whether a list of people or locations is the row of their names.
  package var hasCells: Bool { form != .array && form != .lines }
  /// The form of the answer as a whole.
  package let form: Form
  /// The names of the fields of each record, in order; nil for all of them.
  package let fields: [String]?

  /// Describes a form.
  ///
  /// - Parameters:
  ///   - form: The form of the answer as a whole.
  ///   - fields: The names of the fields of each record; nil for all of them.
  package init(_ form: Form, fields: [String]? = nil) {
    self.form = form
    self.fields = fields
  }
}

/// The fields that were typed after `--json=`.
package enum FieldList: Equatable, Sendable {
  /// No word about them, so all.
  case all
  /// These, in this order.
  case named([String])
  /// A question mark: print what there is.
  case question

  /// Creates the list that a text means, or nil if it means none.
  ///
  /// - Parameter text: Names with commas between them, a question mark, or nothing.
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
  /// The form and the fields that the options for other programs choose; nil for text.
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
  /// Returns the names of the fields that an answer has.
  ///
  /// - Parameters:
  ///   - known: The fields of the records of the command.
  ///   - command: The name of the command, for messages.
  /// - Returns: The names in the order in which they were asked for; nil for all.
  /// - Throws: `Failure` for an unknown name.
  package func names(among known: [String], command: String) throws(Failure) -> [String]? {
    guard case .named(let names) = self else { return nil }
    if known.isEmpty {
      throw Failure(.usage, "\(command): the answer has no fields to choose from")
    }
    for (number, name) in names.enumerated() {
      if !known.contains(name) {
        throw Failure(
          .usage,
          """
          \(command): found the field \(name.quoted()); expected \
          \(UsageError.listing(known, last: "or"))
          """)
      }
      if names[..<number].contains(name) {
        throw Failure(.usage, "\(command): the field \(name.quoted()) is named twice")
      }
    }
    return names
  }
}
