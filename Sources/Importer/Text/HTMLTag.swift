/// One tag of HTML, or a comment.
struct HTMLTag {
  /// What a tag means for the text.
  enum Kind {
    case inline, link, lineBreak, block, row, cell, item, bulletList, numberedList, preformatted
    /// What stands in it is no text.
    case dropped

    /// Whether the tag says by itself where a line ends.
    var partsLines: Bool {
      switch self {
      case .inline, .link, .cell, .dropped: false
      default: true
      }
    }
  }

  let kind: Kind
  let name: UInt64
  let isClosing: Bool
  /// Where a link leads, without its quotes.
  let address: Range<Int>?
  /// The offset after the tag.
  let end: Int

  /// The tags of HTML; others are text.
  private static let kinds: [UInt64: Kind] = {
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
      (.dropped, "script style head template iframe object"),
      (
        .inline,
        """
        abbr acronym b bdi bdo big center cite code col colgroup data del dfn em embed figcaption \
        font i img input ins kbd label link mark meta q s samp small span strike strong sub summary \
        sup tbody tfoot thead time title tt u var video wbr audio button picture source svg
        """
      ),
    ]
    var kinds: [UInt64: Kind] = [:]
    for (kind, list) in names {
      for name in list.split(separator: " ") {
        var packed: UInt64 = 0
        for unit in name.utf8 { packed = packed << 6 | UInt64(unit & 0x3F) }
        kinds[packed] = kind
      }
    }
    return kinds
  }()

  /// Reads the name of a tag; nil if there is none of HTML.
  fileprivate static func name(
    at start: Int, in html: Span<UInt8>
  ) -> (name: UInt64, kind: Kind, end: Int)? {
    var packed: UInt64 = 0
    var offset = start
    while offset < html.count, offset - start < 10 {
      // Six bits tell letters in lower case and digits apart.
      let byte = html[offset]
      switch byte | 0x20 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        packed = packed << 6 | UInt64((byte | 0x20) & 0x3F)
      case ASCII.zero...ASCII.nine where offset > start: packed = packed << 6 | UInt64(byte & 0x3F)
      default:
        return kinds[packed].map { (packed, $0, offset) }
      }
      offset += 1
    }
    return kinds[packed].map { (packed, $0, offset) }
  }

  /// Returns the offset of the tag that ends this one, or the end of the text.
  func endOfContent(in html: Span<UInt8>) -> Int {
    var offset = end
    while offset + 1 < html.count {
      if html[offset] == ASCII.lessThan, html[offset + 1] == ASCII.slash,
        HTMLTag.name(at: offset + 2, in: html)?.name == name
      {
        return offset
      }
      offset += 1
    }
    return html.count
  }
}

/// Finds where tags end, in linear time however broken they are.
struct HTMLTagScanner {
  // What was once searched for up to the end of the text is not there.
  private var hasNoMoreTags = false
  private var hasNoMoreComments = false
  private var missingQuotes: Set<UInt8> = []

  /// Reads the tag or comment that begins with this bracket; nil if there is none.
  mutating func tag(at start: Int, in html: Span<UInt8>) -> HTMLTag? {
    if html.hasWord("<!--", at: start) { return comment(at: start, in: html) }
    let isClosing = start + 1 < html.count && html[start + 1] == ASCII.slash
    guard !hasNoMoreTags,
      let name = HTMLTag.name(at: start + (isClosing ? 2 : 1), in: html), name.end < html.count,
      html[name.end] <= ASCII.space || html[name.end] == ASCII.slash
        || html[name.end] == ASCII.greaterThan
    else { return nil }
    var offset = name.end
    var address: Range<Int>?
    while offset < html.count {
      switch html[offset] {
      case ASCII.greaterThan:
        return HTMLTag(
          kind: name.kind, name: name.name, isClosing: isClosing, address: address, end: offset + 1)
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
        return HTMLTag(kind: .inline, name: 0, isClosing: true, address: nil, end: offset + 3)
      }
      offset += 1
    }
    hasNoMoreComments = true
    return nil
  }

  /// Reads the value of an attribute.
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
  /// Returns whether a name in lower case stands before an offset, in any case, after a blank.
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
