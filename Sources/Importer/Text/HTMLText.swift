// Builds the readable text of an HTML fragment: collapses blanks, breaks lines and formats lists.
// HTMLReader calls it for each piece of text and each tag. Line breaks and blanks are added only
// before the next visible character, so the text never ends with them.

import Basics

struct HTMLText {
  private var bytes: [UInt8] = []
  /// The number of pending line breaks before the next visible character.
  private var dueLines = 0
  private var isBlankDue = false
  /// True if the current line contains only the bullet of a list item.
  private var isAfterBullet = false
  /// The open lists.
  ///
  /// The value is the number of the latest item for a numbered list, and nil for a bulleted list.
  private var lists: [Int?] = []
  private var link: (address: [UInt8], start: Int)?
  private var isPreformatted = false
  private let keepsLines: Bool

  /// Creates a value without text.
  ///
  /// If `keepsLines` is true, a line feed outside tags ends a line.
  init(keepsLines: Bool) {
    self.keepsLines = keepsLines
  }

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func finished() -> String {
    closeLink()
    return String(repairingUTF8: bytes).trimmed
  }

  // MARK: Characters

  mutating func append(_ byte: UInt8) {
    switch byte {
    case ASCII.lineFeed where keepsLines || isPreformatted: breakLine()
    case ASCII.space where isPreformatted, ASCII.tab where isPreformatted: appendVisible(byte)
    case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, ASCII.formFeed:
      isBlankDue = true
    default: appendVisible(byte)
    }
  }

  /// Appends words that are separated by single spaces.
  mutating func append(_ words: Span<UInt8>) {
    if dueLines > 0 || isBlankDue { appendDue() }
    isAfterBullet = false
    words.withUnsafeBytes { bytes += $0 }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{A0}": isBlankDue = true
    // A soft hyphen is visible only at the end of a line. Direction marks are never visible.
    case "\u{AD}", "\u{200E}", "\u{200F}": break
    default:
      for byte in UTF8.encode(scalar) ?? .init() { append(byte) }
    }
  }

  private mutating func appendVisible(_ byte: UInt8) {
    if dueLines > 0 || isBlankDue { appendDue() }
    isAfterBullet = false
    bytes.append(byte)
  }

  private mutating func appendDue() {
    if !bytes.isEmpty {
      if dueLines > 0, !isAfterBullet {
        for _ in 0..<min(dueLines, 2) { bytes.append(ASCII.lineFeed) }
      } else {
        bytes.append(ASCII.space)
      }
    }
    dueLines = 0
    isBlankDue = false
  }

  // MARK: Lines

  mutating func breakLine() {
    dueLines += 1
  }

  /// Starts a new block after at least `lines` line breaks, or after a space if `lines` is zero.
  mutating func separate(byLines lines: Int) {
    dueLines = max(dueLines, lines)
    isBlankDue = true
  }

  mutating func setPreformatted(_ isPreformatted: Bool) {
    separate(byLines: 2)
    self.isPreformatted = isPreformatted
  }

  // MARK: Lists

  mutating func openList(isNumbered: Bool) {
    separate(byLines: lists.isEmpty ? 2 : 1)
    // Deeply nested lists are not indented further.
    if lists.count < 8 { lists.append(isNumbered ? 0 : nil) }
  }

  mutating func closeList() {
    _ = lists.popLast()
    separate(byLines: lists.isEmpty ? 2 : 1)
  }

  mutating func beginItem() {
    isAfterBullet = false
    separate(byLines: 1)
    appendDue()
    for _ in 0..<max(0, lists.count - 1) * 2 { bytes.append(ASCII.space) }
    if let number = lists.last.flatMap(\.self) {
      lists[lists.count - 1] = number + 1
      bytes.append(contentsOf: "\(number + 1).".utf8)
    } else {
      bytes.append(contentsOf: "•".utf8)
    }
    isAfterBullet = true
    isBlankDue = true
  }

  mutating func endItem() {
    separate(byLines: 1)
  }

  // MARK: Links

  /// Starts the text of a new link.
  ///
  /// An open link is closed first, because links must not be nested.
  mutating func openLink(to address: [UInt8]) {
    closeLink()
    let isWithoutScheme = address.count > 2 && address.starts(with: "//".utf8)
    link = (isWithoutScheme ? "https:".utf8 + address : address, bytes.count)
  }

  /// Closes the link and appends its address.
  ///
  /// The address is omitted if it is incomplete or equals the text of the link.
  mutating func closeLink() {
    guard let link = link.take(), link.address.contains(ASCII.colon),
      !says(link.address, from: link.start)
    else { return }
    isBlankDue = true
    for byte in "(".utf8 { appendVisible(byte) }
    for byte in link.address { appendVisible(byte) }
    for byte in ")".utf8 { appendVisible(byte) }
  }

  /// Returns true if the text after an offset equals the address.
  ///
  /// This is a function because the slice of `bytes` must end here. While a slice exists, appending
  /// to `bytes` copies the array.
  private func says(_ address: [UInt8], from start: Int) -> Bool {
    let text = bytes[start...].drop { $0 <= ASCII.space }
    let mail = "mailto:".utf8
    return text.elementsEqual(address)
      || address.starts(with: mail) && text.elementsEqual(address.dropFirst(mail.count))
  }
}
