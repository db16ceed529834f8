import Basics

/// A part of a line: a web address, or the text between addresses.
struct LinePart {
  let text: String
  let isAddress: Bool

  /// Splits a line into web addresses and the text between them, in order and without empty parts.
  ///
  /// An address begins with `http://` or `https://`, but not inside a word, and consists of ASCII
  /// characters. Punctuation and an unmatched parenthesis at its end are not part of the address.
  /// In HTML, special characters are references, such as `&amp;`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  static func parts(of line: String, isHTML: Bool = false) -> [LinePart] {
    guard line.utf8.contains(ASCII.colon) else { return [LinePart(text: line, isAddress: false)] }
    let bytes = Array(line.utf8)
    var parts: [LinePart] = []
    var start = 0
    func add(_ end: Int, isAddress: Bool) {
      if start < end {
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        parts.append(LinePart(text: text, isAddress: isAddress))
      }
      start = end
    }
    var index = 0
    while index < bytes.count {
      guard bytes[index] == ASCII.colon, bytes[index...].starts(with: "://".utf8),
        let first = startOfScheme(before: index, in: bytes[start...])
      else {
        index += 1
        continue
      }
      let end = endOfAddress(from: index + 3, in: bytes, isHTML: isHTML)
      if end > index + 3 {
        add(first, isAddress: false)
        add(end, isAddress: true)
      }
      index = max(end, index + 3)
    }
    add(bytes.count, isAddress: false)
    return parts
  }

  private static func startOfScheme(before colon: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    for scheme in ["http", "https"] {
      let start = colon - scheme.utf8.count
      guard start >= bytes.startIndex, bytes[start..<colon].elementsEqual(scheme.utf8) else {
        continue
      }
      let isInWord = start > bytes.startIndex && ASCII.isLetterOrDigit(bytes[start - 1])
      return isInWord ? nil : start
    }
    return nil
  }

  private static func endOfAddress(from start: Int, in bytes: [UInt8], isHTML: Bool) -> Int {
    let ampersand = Array("&amp;".utf8)
    var end = start
    var unmatched = 0
    reading: while end < bytes.count {
      switch bytes[end] {
      case ...ASCII.space, 0x7F..., ASCII.lessThan, ASCII.greaterThan, ASCII.quote,
        UInt8(ascii: "`"):
        break reading
      case UInt8(ascii: "("): unmatched -= 1
      case UInt8(ascii: ")"): unmatched += 1
      case ASCII.ampersand where isHTML && !bytes[end...].starts(with: ampersand): break reading
      default: break
      }
      end += 1
    }
    while end > start {
      if isHTML, bytes[start..<end].suffix(ampersand.count).elementsEqual(ampersand) {
        end -= ampersand.count
        continue
      }
      switch bytes[end - 1] {
      case UInt8(ascii: ")") where unmatched > 0: unmatched -= 1
      case ASCII.point, ASCII.comma, ASCII.semicolon, ASCII.colon,
        ASCII.exclamation, ASCII.question, ASCII.apostrophe, UInt8(ascii: "*"):
        break
      default: return end
      }
      end -= 1
    }
    return end
  }
}
