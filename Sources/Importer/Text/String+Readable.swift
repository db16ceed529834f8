extension String {
  /// The text as people read it: without blanks around it, and without HTML if it has any.
  ///
  /// Paragraphs are parted by a blank line, the items of a list begin with a bullet, and behind the
  /// text of a link stands where it leads. A text without the tags of HTML stays as it is, but for
  /// its ends and for its lines, which end with a line feed alone.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  var readable: String {
    let text = utf8.contains(UInt8(ascii: "<")) ? ReadableText.text(ofHTML: self) : nil
    return (text ?? withLineFeeds).trimmed
  }

  private var withLineFeeds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var text = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in unicodeScalars {
      if !(isAfterReturn && scalar == "\n") { text.append(scalar == "\r" ? "\n" : scalar) }
      isAfterReturn = scalar == "\r"
    }
    return String(text)
  }
}

/// HTML on its way to a text.
private struct ReadableText {
  private var text = String.UnicodeScalarView()
  /// How many line feeds are due before the next character.
  private var lineFeeds = 0
  private var isBlankDue = false
  /// Where the links that are open lead, and where their texts begin.
  private var links: [(address: String, start: Int)] = []
  private var count = 0
  private let keepsLines: Bool

  /// Returns the text of a piece of HTML; nil if no tag of HTML is in it.
  static func text(ofHTML html: String) -> String? {
    let pieces = HTMLPiece.pieces(of: html)
    guard pieces.contains(where: \.isTag) else { return nil }
    // Lines mean nothing where tags say what a line is.
    var readable = ReadableText(keepsLines: !pieces.contains(where: \.partsLines))
    for piece in pieces { readable.add(piece) }
    return String(readable.text)
  }

  private init(keepsLines: Bool) {
    self.keepsLines = keepsLines
  }

  private mutating func add(_ piece: HTMLPiece) {
    switch piece {
    case .character(let scalar):
      if scalar == "\n", keepsLines { lineFeeds += 1 } else { add(scalar) }
    case .opening("br", _): lineFeeds += 1
    case .opening("li", _):
      lineFeeds = max(lineFeeds, 1)
      add("•")
      isBlankDue = true
    case .opening("a", let address): links.append((address ?? "", count))
    case .closing("a"): closeLink()
    case .opening(let name, _), .closing(let name):
      if HTMLPiece.blocks.contains(name) {
        lineFeeds = max(lineFeeds, 2)
      } else if name == "li" || name == "tr" {
        lineFeeds = max(lineFeeds, 1)
      } else if name == "td" || name == "th" {
        isBlankDue = true
      }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.properties.isWhitespace {
      isBlankDue = true
      return
    }
    if count > 0 {
      if lineFeeds > 0 {
        for _ in 0..<min(lineFeeds, 2) { append("\n") }
      } else if isBlankDue {
        append(" ")
      }
    }
    lineFeeds = 0
    isBlankDue = false
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    text.append(scalar)
    count += 1
  }

  /// Writes where a link leads, unless that is its text or it leads nowhere by itself.
  private mutating func closeLink() {
    guard let link = links.popLast(), link.address.contains(":") else { return }
    if String(String.UnicodeScalarView(text.suffix(count - link.start))).trimmed == link.address {
      return
    }
    isBlankDue = true
    for scalar in "(\(link.address))".unicodeScalars { add(scalar) }
  }
}
