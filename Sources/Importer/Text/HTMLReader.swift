import Basics

/// A reader that extracts the text of an HTML fragment.
///
/// Anything that is not HTML is copied as text.
struct HTMLReader {
  private var tags = HTMLTagScanner()
  private var text: HTMLText
  /// The code spans of Markdown, in reverse order, so that the next code span is last.
  ///
  /// Tags within code spans are text.
  private var code: [Range<Int>] = []

  private init(keepsLines: Bool) {
    text = HTMLText(keepsLines: keepsLines)
  }

  /// Returns the text of an HTML fragment, or nil if it contains no HTML tag.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func text(of html: [UInt8]) -> String? {
    let span = html.span
    var offset = span.firstOffset(of: ASCII.lessThan, from: 0)
    if offset == span.count { return nil }
    let code = MarkdownCode.spans(in: span)
    var rest = code[...]
    // If tags define the lines, line feeds have no effect.
    var tags = HTMLTagScanner()
    var isHTML = code.isEmpty
    var partsLines = false
    while !partsLines, offset < span.count {
      while let next = rest.first, next.upperBound <= offset { rest.removeFirst() }
      if let next = rest.first, next.contains(offset) {
        offset = span.firstOffset(of: ASCII.lessThan, from: next.upperBound)
        continue
      }
      let tag = tags.tag(at: offset, in: span)
      isHTML = isHTML || tag != nil
      partsLines = tag?.kind.partsLines ?? false
      offset = span.firstOffset(of: ASCII.lessThan, from: tag?.end ?? offset + 1)
    }
    if !isHTML { return nil }
    var reader = HTMLReader(keepsLines: !partsLines)
    // Text with HTML block elements is not Markdown.
    if !partsLines { reader.code = code.reversed() }
    reader.text.reserveCapacity(html.count)
    return reader.read(span) ? reader.text.finished() : nil
  }

  private mutating func read(_ html: Span<UInt8>) -> Bool {
    var isHTML = false
    var offset = 0
    while offset < html.count {
      if let next = code.last, next.lowerBound <= offset {
        code.removeLast()
        for place in next.clamped(to: offset..<html.count) { text.append(html[place]) }
        offset = max(offset, next.upperBound)
        continue
      }
      let byte = html[offset]
      var end = html.endOfWords(from: offset)
      if let next = code.last { end = min(end, next.lowerBound) }
      if end > offset {
        text.append(html.extracting(offset..<end))
        offset = end
        continue
      }
      if byte == ASCII.carriageReturn {
        // A single carriage return may end a line, even in text with other line ends.
        let isWhole = offset + 1 == html.count || html[offset + 1] != ASCII.lineFeed
        if isWhole { text.append(ASCII.lineFeed) }
        offset += 1
      } else if byte == ASCII.lessThan, let tag = tags.tag(at: offset, in: html) {
        isHTML = true
        add(tag, html)
        offset = tag.kind == .raw && !tag.isClosing ? tag.endOfContent(in: html) : tag.end
      } else if byte == ASCII.ampersand, let reference = HTMLReference(at: offset, in: html) {
        text.append(reference.scalar)
        offset = reference.end
      } else {
        text.append(byte)
        offset += 1
      }
    }
    return isHTML
  }

  private mutating func add(_ tag: HTMLTag, _ html: Span<UInt8>) {
    switch (tag.kind, tag.isClosing) {
    case (.inline, _), (.void, _), (.raw, _): break
    case (.link, false): text.openLink(to: tag.address.map { address(in: $0, html) } ?? [])
    case (.link, true): text.closeLink()
    case (.lineBreak, _): text.breakLine()
    case (.cell, _): text.separate(byLines: 0)
    case (.row, _): text.separate(byLines: 1)
    case (.item, false): text.beginItem()
    case (.item, true): text.endItem()
    case (.bulletList, false): text.openList(isNumbered: false)
    case (.numberedList, false): text.openList(isNumbered: true)
    case (.bulletList, true), (.numberedList, true): text.closeList()
    case (.preformatted, let isClosing): text.setPreformatted(!isClosing)
    case (.block, _): text.separate(byLines: 2)
    }
  }

  private func address(in range: Range<Int>, _ html: Span<UInt8>) -> [UInt8] {
    var address: [UInt8] = []
    address.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      if html[offset] == ASCII.ampersand, let reference = HTMLReference(at: offset, in: html) {
        address.append(contentsOf: UTF8.encode(reference.scalar) ?? .init())
        offset = reference.end
      } else {
        if html[offset] > ASCII.space { address.append(html[offset]) }
        offset += 1
      }
    }
    return address
  }
}

extension Span where Element == UInt8 {
  /// Returns the end of a run of words that are separated by single spaces and have no markup.
  @inline(__always)
  fileprivate func endOfWords(from start: Int) -> Int {
    var offset = start
    if offset < count, self[offset] == ASCII.space { return offset }
    while offset < count {
      // A space belongs to the run only if a word follows it.
      while offset < count &- 8 {
        let word = word(at: offset)
        let spaces = Self.places(of: ASCII.space, in: word)
        let hits = Self.markup(in: word) | spaces & (spaces >> 8)
        if hits != 0 {
          let end = offset &+ hits.trailingZeroBitCount >> 3
          return end > start && self[end &- 1] == ASCII.space ? end &- 1 : end
        }
        offset &+= word >> 56 == UInt64(ASCII.space) ? 7 : 8
      }
      let end = Swift.min(offset &+ 8, count)
      while offset < end {
        let byte = self[offset]
        if byte == ASCII.space {
          guard offset &+ 1 < count, isOfWord(offset &+ 1) else { return offset }
        } else if !isOfWord(offset) {
          return offset
        }
        offset &+= 1
      }
    }
    return offset
  }

  /// Returns true if the byte at an offset is part of a word.
  ///
  /// Spaces, control characters and the first byte of markup are not part of a word.
  @inline(__always)
  private func isOfWord(_ offset: Int) -> Bool {
    let byte = self[offset]
    return byte > ASCII.space && byte != ASCII.lessThan && byte != ASCII.ampersand
  }
}
