import Basics

/// A writer for JSON that is valid and safe to show on a terminal.
///
/// Visible characters of all scripts are written as UTF-8. Invisible characters, such as control
/// characters, line separators and bidirectional controls, are escaped as by `String.visible`. A
/// zero-width joiner is written unchanged in emoji and Persian text, but is escaped in any other
/// text. A JSON parser reads the same string from the escaped and the unescaped form.
///
/// - SeeAlso: RFC 8259, *The JavaScript Object Notation (JSON) Data Interchange Format*.
package struct JSONWriter: Sendable {
  private let isIndented: Bool
  private let isColored: Bool
  /// The bytes that have not yet been added to the output.
  private var bytes: [UInt8] = []
  private(set) var answer: Answer
  private var isFirst = true

  /// Creates a writer that appends to the output.
  ///
  /// When the output exceeds its limit, the writer stops, even inside a value.
  init(
    isIndented: Bool, isColored: Bool = false, behind answer: consuming Answer = Answer()
  ) {
    self.isIndented = isIndented
    self.isColored = isColored
    self.answer = answer
  }

  /// Returns a value as JSON, on one line or indented by two spaces per level, with a line break.
  ///
  ///     JSONWriter.bytes(of: ["id": 1], isIndented: false)  // {"id":1} and a line break
  package static func bytes(of value: JSONOutput, isIndented: Bool) -> [UInt8] {
    var writer = JSONWriter(isIndented: isIndented)
    writer.write(value)
    writer.endLine()
    return writer.answer.bytes
  }

  // MARK: Writing piecewise

  mutating func write(_ value: JSONOutput) {
    write(value, depth: 0)
  }

  /// Begins an array whose elements are written separately.
  mutating func beginList() {
    bytes.append(UInt8(ascii: "["))
    isFirst = true
  }

  mutating func writeElement(_ value: JSONOutput) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    breakLine(depth: 1)
    write(value, depth: 1)
  }

  mutating func endList() {
    if !isFirst { breakLine(depth: 0) }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Ends the line and moves all bytes to the output.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    handOver()
  }

  private mutating func handOver() {
    answer.add(bytes)
    // With `removeAll(keepingCapacity:)`, the buffer would grow by a memory page each time, because
    // the output shares the buffer.
    bytes = []
    bytes.reserveCapacity(Answer.pieceSize * 9 / 8)
  }

  private mutating func write(_ value: JSONOutput, depth: Int) {
    switch value {
    case .null: write("null", .null)
    case .bool(let flag): write(flag ? "true" : "false", .number)
    case .integer(let number): write(String(number), .number)
    case .hundredths(let number): write(Self.decimal(number), .number)
    case .string(let text): write(quoted: text, .string)
    case .array(let elements):
      write(elements, "[", "]", depth: depth) { writer, element in
        writer.write(element, depth: depth + 1)
      }
    case .object(let members):
      write(members, "{", "}", depth: depth) { writer, member in
        writer.write(quoted: member.name, .name)
        writer.bytes += (writer.isIndented ? ": " : ":").utf8
        writer.write(member.value, depth: depth + 1)
      }
    case .made(let count, let element):
      write(0..<count, "[", "]", depth: depth) { writer, place in
        writer.write(element(place), depth: depth + 1)
      }
    }
  }

  // MARK: Color

  /// A part of JSON that has a color on a terminal; the raw value is the SGR parameter.
  private enum Role: String {
    case name = "34"
    case string = "32"
    case number = "33"
    case null = "2"
  }

  private mutating func write(_ text: String, _ role: Role) {
    colored(role) { $0 += text.utf8 }
  }

  private mutating func write(quoted text: String, _ role: Role) {
    colored(role) { JSONText.append(text, to: &$0, escaping: .hidden) }
  }

  private mutating func colored(_ role: Role, _ body: (inout [UInt8]) -> Void) {
    if isColored { bytes += "\u{1B}[\(role.rawValue)m".utf8 }
    body(&bytes)
    if isColored { bytes += "\u{1B}[0m".utf8 }
  }

  // MARK: Cells

  /// Writes trusted text unchanged.
  mutating func writeRaw(_ text: String) { bytes += text.utf8 }

  /// Writes a string without quotes, with invisible characters escaped.
  mutating func writeUnquoted(_ text: String) {
    JSONText.append(unquoted: text, to: &bytes)
  }

  /// Returns a number of hundredths as the shortest decimal, such as `4`, `4.5` or `4.25`.
  package static func decimal(_ hundredths: Int) -> String {
    let magnitude = hundredths.magnitude
    var digits = "\(hundredths < 0 ? "-" : "")\(magnitude / 100)"
    let rest = magnitude % 100
    if rest != 0 { digits += rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest / 10)\(rest % 10)" }
    return digits
  }

  private mutating func write<Element>(
    _ elements: some Collection<Element>, _ start: Unicode.Scalar, _ end: Unicode.Scalar,
    depth: Int, each body: (inout JSONWriter, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: start))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(depth: depth + 1)
      body(&self, element)
      if bytes.count >= Answer.pieceSize { handOver() }
      if answer.isOver { return }
    }
    if !elements.isEmpty { breakLine(depth: depth) }
    bytes.append(UInt8(ascii: end))
  }

  private mutating func breakLine(depth: Int) {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }
}
