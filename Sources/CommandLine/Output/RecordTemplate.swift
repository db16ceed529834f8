import Basics

/// A template that makes one line from each record, with field names in braces.
///
///     RecordTemplate("{start.clock} {title}")  // "10:00 Opening"
package struct RecordTemplate: Equatable, Sendable {
  /// A part of a time.
  enum Part: String, Sendable {
    /// The date, such as "2015-05-18".
    case date
    /// The clock time, such as "10:00".
    case clock
  }

  enum Piece: Equatable, Sendable {
    case text(String)
    case field(String, Part?)
  }

  let pieces: [Piece]

  /// The names of the fields in line order, without duplicates.
  var names: [String] {
    pieces.compactMap { if case .field(let name, _) = $0 { name } else { nil } }.uniqued
  }

  /// Creates a template from a string, or returns nil if the string is malformed.
  ///
  /// `{name}` is a field, and `{name.clock}` and `{name.date}` are parts of a time. `{{` and `}}`
  /// stand for braces, `\t` for a tab, `\n` for a line break and `\\` for a backslash.
  package init?(_ text: String) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        plain.append(character)
        rest = rest.dropFirst()
      case "\\":
        guard let escaped = rest.popFirst().flatMap({ Self.escapes[$0] }) else { return nil }
        plain.append(escaped)
      case "{":
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let parts = rest[..<end].split(separator: ".", omittingEmptySubsequences: false)
        let part = parts.count == 2 ? Part(rawValue: String(parts[1])) : nil
        guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        // An unknown part is treated as an unknown field. The error message about the field lists
        // the known fields.
        pieces.append(.field(String(part == nil ? rest[..<end] : parts[0]), part))
        rest = rest[rest.index(after: end)...]
      case "}": return nil
      default: plain.append(character)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  private static let escapes: [Character: Character] = ["t": "\t", "n": "\n", "\\": "\\"]
}

extension RecordTemplate.Part {
  /// Returns this part of a time such as `2015-05-18T10:00:00`, or any other string unchanged.
  func of(_ text: String) -> String {
    guard let mark = text.firstIndex(of: "T"), text.first?.isNumber ?? false else { return text }
    switch self {
    case .date: return String(text[..<mark])
    case .clock: return String(text[text.index(after: mark)...].prefix(5))
    }
  }
}
