import Basics

/// A writer that writes records one at a time, in the requested form.
///
/// To save memory, the records are not collected first.
struct RecordWriter<Item: Record> {
  private let form: DataFormat.Form
  private let fields: [Field<Item>]
  private var writer: JSONWriter

  init(_ data: DataFormat, _ presentation: Presentation, behind answer: consuming Answer) {
    form = data.form
    fields =
      data.fields.map { names in
        names.compactMap { name in Item.fields.first { $0.name == name } }
      } ?? Item.fields
    writer = JSONWriter(
      isIndented: form == .array && presentation.indentsJSON,
      isColored: !data.hasCells && presentation.colorsData, behind: answer)
    switch form {
    case .array: writer.beginList()
    case .lines, .template: break
    case .table: writer.write(row: fields.map { .string($0.name) })
    }
  }

  /// True if the output exceeds its limit; further records then have no effect.
  var isOver: Bool { writer.answer.isOver }

  mutating func add(_ record: Item) {
    switch form {
    case .array: writer.writeElement(object(record))
    case .lines:
      writer.write(object(record))
      writer.endLine()
    case .table: writer.write(row: fields.map { $0.value(record) })
    case .template(let template):
      writer.write(template) { name in
        fields.first { $0.name == name }.map { $0.value(record) } ?? .null
      }
    }
  }

  private func object(_ record: Item) -> JSONOutput {
    .object(fields.map { JSONOutput.Member($0.name, $0.value(record)) })
  }

  consuming func finished() -> Answer {
    if form == .array {
      writer.endList()
      writer.endLine()
    }
    return writer.answer
  }
}

// MARK: Tables

extension JSONWriter {
  /// Writes a row of tab-separated cells.
  ///
  /// Tabs, line feeds, backslashes and invisible characters in a cell are escaped as in JSON. So
  /// each line is one record, and each tab separates two cells.
  mutating func write(row cells: [JSONOutput]) {
    for (number, cell) in cells.enumerated() {
      if number > 0 { writeRaw("\t") }
      write(cell: cell)
    }
    endLine()
  }

  /// Writes a line from a template and the values of its fields.
  ///
  /// The value of a field never adds a line break.
  mutating func write(_ template: RecordTemplate, _ value: (String) -> JSONOutput) {
    for piece in template.pieces {
      switch piece {
      case .text(let text): writeRaw(text)
      case .field(let name, let part):
        if let part, case .string(let text) = value(name) {
          write(cell: .string(part.of(text)))
        } else {
          write(cell: value(name))
        }
      }
    }
    endLine()
  }

  private mutating func write(cell: JSONOutput) {
    switch cell {
    case .null: break
    case .string(let text): writeUnquoted(text)
    case .array(let elements): write(cell: .made(elements.count) { elements[$0] })
    case .made(let count, let element):
      for place in 0..<count {
        if place > 0 { writeRaw("; ") }
        write(cell: element(place).label)
      }
    case .object: write(cell)
    case .bool, .integer, .hundredths: write(cell)
    }
  }
}

extension JSONOutput {
  private var isNull: Bool { if case .null = self { true } else { false } }

  /// The short form of an element in a cell: for an object, its name, title, identifier or URL.
  fileprivate var label: JSONOutput {
    guard case .object(let members) = self else { return self }
    func text(_ name: String) -> JSONOutput? {
      members.first { $0.name == name && !$0.value.isNull }?.value
    }
    if let name = text("name") { return name }
    return (text("id") == nil ? text("url") ?? text("title") : text("title") ?? text("id")) ?? self
  }
}
