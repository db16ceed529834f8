/// A character of a piece of HTML, or one of its tags.
enum HTMLPiece {
  case character(Unicode.Scalar)
  /// A tag with its name in lowercase, and where it leads if it is a link.
  case opening(String, address: String?)
  case closing(String)

  /// Tags around which a blank line stands.
  static let blocks: Set = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre",
    "section", "article", "hr",
  ]
  private static let others: Set = [
    "a", "abbr", "b", "big", "br", "cite", "code", "dd", "del", "dt", "em", "font", "i", "img",
    "ins",
    "kbd", "li", "mark", "q", "s", "script", "small", "span", "strike", "strong", "style", "sub",
    "sup", "tbody", "td", "th", "thead", "tr", "tt", "u",
  ]

  var isTag: Bool {
    if case .character = self { return false }
    return true
  }

  /// Whether the tag says by itself where a line ends.
  var partsLines: Bool {
    switch self {
    case .opening(let name, _): Self.blocks.contains(name) || ["br", "li", "tr"].contains(name)
    default: false
    }
  }

  /// Parts a text into its pieces; what is no tag of HTML is text, and scripts and styles are left
  /// out.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  static func pieces(of html: String) -> [HTMLPiece] {
    var cursor = HTMLCursor(scalars: Array(html.unicodeScalars))
    var pieces: [HTMLPiece] = []
    pieces.reserveCapacity(cursor.scalars.count)
    while let scalar = cursor.next {
      if scalar == "<", let tag = cursor.tag() {
        switch tag {
        case .none: break
        case .some(let piece):
          pieces.append(piece)
          if case .opening(let name, _) = piece, name == "script" || name == "style" {
            cursor.skip(toEndOf: name)
          }
        }
      } else if scalar == "&", let decoded = cursor.reference() {
        pieces.append(.character(decoded))
      } else {
        pieces.append(.character(scalar))
        cursor.position += 1
      }
    }
    return pieces
  }

  fileprivate static func isKnown(_ name: String) -> Bool {
    blocks.contains(name) || others.contains(name)
  }
}

/// A place in a piece of HTML.
private struct HTMLCursor {
  let scalars: [Unicode.Scalar]
  var position = 0
  /// Whether a search for the end of a tag or a comment has found none, as would every later one.
  private var hasNoMoreTags = false
  private var hasNoMoreComments = false

  init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Steps over a tag or a comment; an inner nil is a comment, an outer one is neither.
  mutating func tag() -> HTMLPiece?? {
    if hasNoMoreTags { return nil }
    if starts(with: "!--") {
      guard !hasNoMoreComments, let end = place(of: "-->", from: position + 4) else {
        hasNoMoreComments = true
        return nil
      }
      position = end + 3
      return .some(nil)
    }
    var place = position + 1
    let isClosing = place < scalars.count && scalars[place] == "/"
    if isClosing { place += 1 }
    var name = ""
    while place < scalars.count, scalars[place].isNameOfTag, name.utf8.count < 12 {
      name.unicodeScalars.append(scalars[place])
      place += 1
    }
    name = name.lowercased()
    guard HTMLPiece.isKnown(name) else { return nil }
    guard place < scalars.count, scalars[place].endsName else { return nil }
    var address: String?
    while place < scalars.count, scalars[place] != ">" {
      if name == "a", address == nil, let value = value(of: "href", at: place) {
        address = String(String.UnicodeScalarView(scalars[value]))
        place = value.upperBound
      } else {
        place += 1
      }
    }
    guard place < scalars.count else {
      hasNoMoreTags = true
      return nil
    }
    position = place + 1
    return .some(isClosing ? .closing(name) : .opening(name, address: address))
  }

  /// Steps over a reference such as `&amp;`, `&#233;` or `&#xe9;`.
  mutating func reference() -> Unicode.Scalar? {
    let limit = min(position + 10, scalars.count)
    guard let end = (position + 1..<limit).first(where: { scalars[$0] == ";" }) else { return nil }
    let name = String(String.UnicodeScalarView(scalars[position + 1..<end]))
    let decoded: Unicode.Scalar? =
      if name.hasPrefix("#x") || name.hasPrefix("#X") {
        UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }
      } else {
        Self.named[name]
      }
    // What has no sign of its own is no part of a text for people.
    guard let decoded, decoded.value >= 0x20 else { return nil }
    position = end + 1
    return decoded
  }

  mutating func skip(toEndOf name: String) {
    position = place(of: "</\(name)", from: position) ?? scalars.count
  }

  private func starts(with text: String) -> Bool {
    scalars[(position + 1)...].starts(with: text.unicodeScalars)
  }

  private func place(of text: String, from start: Int) -> Int? {
    let wanted = Array(text.unicodeScalars)
    guard start + wanted.count <= scalars.count else { return nil }
    return (start...scalars.count - wanted.count).first { place in
      scalars[place] == wanted[0] && scalars[place...].starts(with: wanted)
    }
  }

  /// The place of the value of an attribute in quotes that stands at a place.
  private func value(of attribute: String, at place: Int) -> Range<Int>? {
    let name = Array("\(attribute)=".unicodeScalars)
    let start = place + name.count + 1
    guard start < scalars.count, scalars[place...].starts(with: name) else { return nil }
    let quote = scalars[start - 1]
    guard quote == "\"" || quote == "'" else { return nil }
    return scalars[start...].firstIndex(of: quote).map { start..<$0 }
  }

  /// The references that texts about conferences have.
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}",
    "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "copy": "©", "reg": "®",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "euro": "€", "times": "×",
  ]
}

extension Unicode.Scalar {
  fileprivate var isNameOfTag: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }

  fileprivate var endsName: Bool { self == ">" || self == "/" || properties.isWhitespace }
}
