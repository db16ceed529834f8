/// A page of the manual in the language mdoc, as it fills up.
///
/// Whatever is added is escaped, so that no text can be a macro or an escape sequence of roff.
///
/// - SeeAlso: mdoc(7) of mandoc.
struct ManualPage {
  /// A piece of a line that begins with a macro.
  enum Piece {
    /// The name of a macro, or a word that needs no escape.
    case macro(String)
    /// An argument.
    case text(SafeText)
    /// The name of another page, which is looked for as it is.
    case page(String)
    /// A comma between two options.
    case comma
  }

  /// The most bytes of a line of running text.
  private static let longestLine = 78

  /// The page so far.
  private(set) var text = ""
  private var isBelowHeading = false

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - name: The name of the page.
  ///   - summary: What the page is about, in one line.
  ///   - date: Its day.
  init(_ name: String, _ summary: SafeText, dated date: String) {
    add(".Dd \(date)")
    add(".Dt \(name.uppercased()) 1")
    add(".Os")
    section("NAME")
    line("Nm", [.text("\(name)")])
    line("Nd", [.text(summary)])
  }

  /// Begins a section, whose name is one of the usual ones.
  mutating func section(_ name: String) {
    line("Sh", [.macro(name)])
  }

  /// Begins a part of a section.
  mutating func subsection(_ title: SafeText) {
    line("Ss", [.text(title)])
  }

  /// Adds a line that begins with a macro.
  package mutating func line(_ macro: String, _ pieces: [Piece] = []) {
    add(([".\(macro)"] + pieces.map(Self.argument)).joined(separator: " "))
  }

  /// Begins a paragraph, unless a heading did.
  mutating func paragraph() {
    if !isBelowHeading { line("Pp") }
  }

  /// Adds running text, broken into lines after sentences and where they would be too long.
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

  /// Adds lines that stay as they are.
  mutating func verbatim(_ lines: [SafeText]) {
    add(".Bd -literal -offset indent")
    for line in lines { add(Self.protected(Self.escaped(line))) }
    add(".Ed")
  }

  /// Adds terms, each with what it means.
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
      // A short word may be the name of a macro, a single sign the end of a sentence.
      let word = text.string.utf8.count <= 3 ? "\\&\(escaped)" : escaped
      return text.string.utf8.contains(UInt8(ascii: " ")) ? "\"\(word)\"" : word
    }
  }

  /// Returns a line that begins with no macro.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }

  /// Returns a text as roff has it: each character stands for itself, also when it is copied.
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
