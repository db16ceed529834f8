import Basics

extension JSONOutput {
  /// Returns the value as human-readable JSON in a compact layout.
  ///
  /// An object or array is written on one line if it fits. Otherwise, each member of an object
  /// begins a line, and each line of an array contains as many elements as fit. `indent` applies to
  /// all lines except the first. `used` is the number of columns before the value on the first
  /// line. The last line has no line break.
  package func laidOut(width: Int, indent: Int, used: Int) -> String {
    let line = onOneLine
    // One column is reserved for a comma.
    if used + line.utf8.count < width { return line }
    let blanks = String(repeating: " ", count: indent)
    switch self {
    case .object(let members):
      let lines = members.map { member in
        let name = "\(blanks)  \(Self.quoted(member.name)): "
        return name
          + member.value.laidOut(width: width, indent: indent + 2, used: name.utf8.count)
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(blanks)}"
    case .array(let values):
      var lines = ["\(blanks) "]
      for (number, value) in values.enumerated() {
        let text = value.laidOut(width: width, indent: indent + 2, used: indent + 2)
        let word = number + 1 < values.count ? "\(text)," : text
        if lines[lines.count - 1].utf8.count + 1 + word.utf8.count > width {
          lines.append("\(blanks) ")
        }
        lines[lines.count - 1] += " \(word)"
      }
      return "[\n\(lines.joined(separator: "\n"))\n\(blanks)]"
    default: return line
    }
  }

  private var onOneLine: String {
    switch self {
    case .object(let members):
      return
        "{ \(members.map { "\(Self.quoted($0.name)): \($0.value.onOneLine)" }.joined(separator: ", ")) }"
    case .array(let values): return "[\(values.map(\.onOneLine).joined(separator: ", "))]"
    default:
      let bytes = JSONWriter.bytes(of: self, isIndented: false)
      return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
  }

  private static func quoted(_ name: String) -> String { JSONOutput.string(name).onOneLine }
}
