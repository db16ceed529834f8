/// A manual page in the mdoc language, under construction.
///
/// All text is escaped, so that no text acts as a macro or a roff escape sequence.
///
/// - SeeAlso: mdoc(7) of mandoc.
struct ManualPage {
  enum Piece {
    /// The name of a macro, or a word that needs no escaping.
    case macro(String)
    /// An argument that must be escaped.
    case text(SafeText)
    /// The name of another page.
    ///
    /// A name of letters, digits and hyphens is not escaped, so readers can look up the page.
    case page(String)
    case comma
  }

  /// The maximum length of a line of running text, in bytes.
  private static let longestLine = 78

  private(set) var text = ""
  private var isBelowHeading = false

  init(_ name: String, _ summary: SafeText, dated date: String) {
    add(".Dd \(date)")
    add(".Dt \(name.uppercased()) 1")
    add(".Os")
    section("NAME")
    line("Nm", [.text("\(name)")])
    line("Nd", [.text(summary)])
  }

  /// Begins a section.
  ///
  /// The name must be a standard section name.
  mutating func section(_ name: String) {
    line("Sh", [.macro(name)])
  }

  mutating func subsection(_ title: SafeText) {
    line("Ss", [.text(title)])
  }

  package mutating func line(_ macro: String, _ pieces: [Piece] = []) {
    add(([".\(macro)"] + pieces.map(Self.argument)).joined(separator: " "))
  }

  /// Begins a paragraph, except directly below a heading.
  mutating func paragraph() {
    if !isBelowHeading { line("Pp") }
  }

  /// Adds running text.
  ///
  /// A line ends after each sentence, and before the line becomes too long.
  mutating func paragraph(_ text: SafeText) {
    var line = ""
    for word in text.string.split(separator: " ") {
      let escaped = Self.escaped(SafeText(String(word)))
      if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > Self.longestLine {
        add(Self.protected(line))
        line = ""
      }
      line += line.isEmpty ? escaped : " \(escaped)"
      let end = word.last { !")\"".contains($0) }
      if let end, ".?!".contains(end) {
        add(Self.protected(line))
        line = ""
      }
    }
    if !line.isEmpty { add(Self.protected(line)) }
  }

  mutating func verbatim(_ lines: [SafeText]) {
    add(".Bd -literal -offset indent")
    for line in lines { add(Self.protected(Self.escaped(line))) }
    add(".Ed")
  }

  mutating func list(_ rows: [(term: [Piece], meaning: SafeText)]) {
    add(".Bl -tag -width Ds")
    for row in rows {
      line("It", row.term)
      paragraph(row.meaning)
    }
    add(".El")
  }

  private mutating func add(_ line: String) {
    isBelowHeading = [".Sh", ".Ss"].contains(where: line.hasPrefix)
    text += line
    text += "\n"
  }

  // MARK: Escaping

  private static func argument(_ piece: Piece) -> String {
    switch piece {
    case .macro(let name): return name
    case .comma: return ","
    case .page(let name):
      let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      return isPlain ? name : escaped(SafeText(name))
    case .text(let text):
      let escaped = escaped(text)
      // A short word may be the name of a macro, and a single character may be punctuation for
      // roff.
      let word = text.string.utf8.count <= 3 ? "\\&\(escaped)" : escaped
      return text.string.utf8.contains(UInt8(ascii: " ")) ? "\"\(word)\"" : word
    }
  }

  /// Escapes a leading period, because the period would turn the line into a macro.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }

  /// Escapes text for roff, so that each character stands for itself and can be copied.
  static func escaped(_ text: SafeText) -> String {
    var result = ""
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
