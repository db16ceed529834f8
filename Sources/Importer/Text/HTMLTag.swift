// Parses HTML tags and comments, and classifies them by their effect on the text. HTMLReader calls
// it at each "<" in text. Every scan takes linear time, even for broken HTML.

import Basics

struct HTMLTag {
  /// The effect of a tag on the text.
  enum Kind {
    /// No effect; the tag has an end tag.
    case inline
    /// No effect; the tag has no end tag.
    case void
    /// The content of the tag is a script or a style, not text.
    case raw
    case link, lineBreak, block, row, cell, item, bulletList, numberedList, preformatted

    /// True if the tag determines line breaks.
    var partsLines: Bool {
      switch self {
      case .inline, .void, .raw, .link, .cell: false
      default: true
      }
    }

    /// True if the tag is copied as text unless an end tag follows.
    var needsEnd: Bool {
      switch self {
      case .inline, .raw, .link: true
      default: false
      }
    }
  }

  let kind: Kind
  let name: Name
  let isClosing: Bool
  /// The range of the link's address, without quotes.
  let address: Range<Int>?
  let end: Int

  /// The name of a tag in lowercase, with six bits for each letter or digit.
  struct Name: Hashable {
    /// The length of the longest HTML tag name.
    static let longest = 10

    fileprivate private(set) var code: UInt64 = 0

    /// Adds a letter or a digit.
    ///
    /// Do not add more than ``longest`` letters and digits.
    mutating func append(_ byte: UInt8) {
      code = code << 6 | UInt64(byte <= ASCII.nine ? byte - ASCII.zero + 1 : (byte | 0x20) - 0x56)
    }
  }

  /// The known HTML tags, sorted by code for binary search.
  ///
  /// Any other tag is text. In this small table, binary search takes a fifth of the time of a
  /// dictionary lookup.
  private static let kinds: [(name: Name, kind: Kind)] = {
    let names: [(Kind, String)] = [
      (.link, "a"), (.lineBreak, "br"), (.item, "li"), (.bulletList, "ul menu"),
      (.numberedList, "ol"), (.preformatted, "pre"), (.row, "tr dt dd caption"), (.cell, "td th"),
      (
        .block,
        """
        p div h1 h2 h3 h4 h5 h6 hr dl table blockquote section article header footer main aside \
        figure nav address details form html body
        """
      ),
      (.raw, "script style"),
      (.void, "col colgroup embed img input link meta source tbody tfoot thead wbr"),
      (
        .inline,
        """
        abbr acronym audio b bdi bdo big button center cite code data del dfn em figcaption font \
        head i iframe ins kbd label mark object picture q s samp small span strike strong sub \
        summary sup svg template time title tt u var video
        """
      ),
    ]
    let kinds = names.flatMap { kind, list in
      list.split(separator: " ").map { word in
        var name = Name()
        for byte in word.utf8 { name.append(byte) }
        return (name: name, kind: kind)
      }
    }
    return kinds.sorted { $0.name.code < $1.name.code }
  }()

  /// Parses the name of a tag, or returns nil if HTML has no such tag.
  fileprivate static func name(
    at start: Int, in html: Span<UInt8>
  ) -> (name: Name, kind: Kind, end: Int)? {
    var name = Name()
    var end = start
    reading: while end < html.count, end - start < Name.longest {
      switch html[end] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        name.append(html[end])
      case ASCII.zero...ASCII.nine where end > start: name.append(html[end])
      default: break reading
      }
      end += 1
    }
    let place = kinds.partitioningIndex { $0.name.code >= name.code }
    guard place < kinds.count, kinds[place].name == name else { return nil }
    return (name, kinds[place].kind, end)
  }

  fileprivate static func lastEnds(in html: Span<UInt8>) -> [Name: Int] {
    var ends: [Name: Int] = [:]
    var offset = html.firstOffset(of: ASCII.lessThan, from: 0)
    while offset < html.count {
      if html.hasWord("</", at: offset), let name = name(at: offset + 2, in: html) {
        ends[name.name] = offset
      }
      offset = html.firstOffset(of: ASCII.lessThan, from: offset + 1)
    }
    return ends
  }

  /// Returns the offset of the matching end tag, or the end of the text.
  func endOfContent(in html: Span<UInt8>) -> Int {
    var offset = end
    while offset < html.count {
      if html.hasWord("</", at: offset), HTMLTag.name(at: offset + 2, in: html)?.name == name {
        return offset
      }
      offset += 1
    }
    return html.count
  }
}

/// A scanner that finds the ends of tags in linear time, even for broken HTML.
struct HTMLTagScanner {
  // After a search has reached the end of the text, a later search of the same kind cannot succeed.
  private var hasNoMoreTags = false
  private var hasNoMoreComments = false
  private var missingQuotes: Set<UInt8> = []
  /// The offset of the last end tag with each name.
  ///
  /// The table is filled when a tag first needs it.
  private var lastEnds: [HTMLTag.Name: Int]?

  private mutating func ends(
    _ name: HTMLTag.Name, after start: Int, in html: Span<UInt8>
  ) -> Bool {
    let ends = lastEnds ?? HTMLTag.lastEnds(in: html)
    lastEnds = ends
    return ends[name].map { $0 > start } ?? false
  }

  /// Parses the tag or comment that begins with the "<" at `start`.
  ///
  /// The result is nil if no tag or comment begins there.
  mutating func tag(at start: Int, in html: Span<UInt8>) -> HTMLTag? {
    if html.hasWord("<!--", at: start) { return comment(at: start, in: html) }
    let isClosing = start + 1 < html.count && html[start + 1] == ASCII.slash
    guard !hasNoMoreTags,
      let name = HTMLTag.name(at: start + (isClosing ? 2 : 1), in: html), name.end < html.count,
      html[name.end] <= ASCII.space || html[name.end] == ASCII.slash
        || html[name.end] == ASCII.greaterThan
    else { return nil }
    var kind = name.kind
    let isWord = kind.needsEnd && html[name.end] == ASCII.greaterThan
    // Text may contain words such as <template> and vector<b>. Without an end tag, these are not
    // tags.
    if isWord || kind == .raw, !isClosing, !ends(name.name, after: start, in: html) {
      if isWord { return nil }
      kind = .void
    }
    var offset = name.end
    var address: Range<Int>?
    while offset < html.count {
      switch html[offset] {
      case ASCII.greaterThan:
        return HTMLTag(
          kind: kind, name: name.name, isClosing: isClosing, address: address, end: offset + 1)
      case ASCII.equals:
        let value = value(at: offset + 1, in: html)
        if html.hasName("href", before: offset), address == nil { address = value.range }
        offset = value.end
      default: offset += 1
      }
    }
    hasNoMoreTags = true
    return nil
  }

  private mutating func comment(at start: Int, in html: Span<UInt8>) -> HTMLTag? {
    var offset = start + 4
    while !hasNoMoreComments, offset < html.count {
      if html[offset] == ASCII.minus, html.hasWord("-->", at: offset) {
        return HTMLTag(
          kind: .void, name: HTMLTag.Name(), isClosing: true, address: nil, end: offset + 3)
      }
      offset += 1
    }
    hasNoMoreComments = true
    return nil
  }

  private mutating func value(
    at start: Int, in html: Span<UInt8>
  ) -> (range: Range<Int>, end: Int) {
    let start = html.endOfBlanks(from: start)
    guard start < html.count else { return (start..<start, start) }
    let quote = html[start]
    if quote == ASCII.quote || quote == ASCII.apostrophe, !missingQuotes.contains(quote) {
      var end = start + 1
      while end < html.count {
        if html[end] == quote { return (start + 1..<end, end + 1) }
        end += 1
      }
      missingQuotes.insert(quote)
    }
    var end = start
    while end < html.count, html[end] > ASCII.space, html[end] != ASCII.greaterThan { end += 1 }
    return (start..<end, end)
  }
}

extension Span where Element == UInt8 {
  /// Returns true if an attribute name ends at an offset and follows a blank or a quote.
  ///
  /// The case of the attribute name is ignored.
  fileprivate func hasName(_ name: String, before end: Int) -> Bool {
    let start = end - name.utf8.count
    guard start > 0, self[start - 1] <= ASCII.space || self[start - 1] == ASCII.quote else {
      return false
    }
    var offset = start
    for unit in name.utf8 {
      guard self[offset] | 0x20 == unit else { return false }
      offset += 1
    }
    return true
  }
}
