import Basics

/// A predefined entity or a character reference, such as `&amp;` or `&#xE9;`.
package struct XMLReference {
  package let end: Int
  /// The character, or nil if XML does not allow the character.
  package let scalar: Unicode.Scalar?

  /// Reads the reference at an ampersand, or returns nil if no reference begins there.
  @inline(__always)
  package init?(at start: Int, in bytes: Span<UInt8>) {
    let name = start &+ 1
    guard name < bytes.count else { return nil }
    switch bytes[name] {
    case UInt8(ascii: "l") where bytes.hasWord("lt;", at: name): self.init(start &+ 4, "<")
    case UInt8(ascii: "g") where bytes.hasWord("gt;", at: name): self.init(start &+ 4, ">")
    case UInt8(ascii: "a") where bytes.hasWord("amp;", at: name): self.init(start &+ 5, "&")
    case UInt8(ascii: "a") where bytes.hasWord("apos;", at: name): self.init(start &+ 6, "'")
    case UInt8(ascii: "q") where bytes.hasWord("quot;", at: name): self.init(start &+ 6, "\"")
    case UInt8(ascii: "#"): self.init(numberAt: name &+ 1, in: bytes)
    default: return nil
    }
  }

  private init(_ end: Int, _ scalar: Unicode.Scalar?) {
    self.end = end
    self.scalar = scalar
  }

  private init?(numberAt start: Int, in bytes: Span<UInt8>) {
    guard start < bytes.count else { return nil }
    let isHexadecimal = bytes[start] == UInt8(ascii: "x")
    let digits = isHexadecimal ? start + 1 : start
    var value: UInt32 = 0
    var offset = digits
    while offset < bytes.count, let digit = Hexadecimal.value(of: bytes[offset]),
      isHexadecimal || digit < 10
    {
      // A number above 0x10FFFF is not a character. The value then stops growing, so that it cannot
      // overflow.
      if value <= 0x10FFFF { value = value * (isHexadecimal ? 16 : 10) + UInt32(digit) }
      offset += 1
    }
    guard offset > digits, offset < bytes.count, bytes[offset] == UInt8(ascii: ";") else {
      return nil
    }
    self.init(offset + 1, Self.scalar(value))
  }

  private static func scalar(_ value: UInt32) -> Unicode.Scalar? {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: Unicode.Scalar(value)
    default: nil
    }
  }
}

extension [UInt8] {
  /// Returns the decoded UTF-8 text between two tags or between the quotes of an attribute.
  ///
  /// The range must be validated. References become characters. Between tags, line ends become line
  /// feeds. In the value of an attribute, line ends and tabs become spaces. CDATA sections are
  /// replaced with their text. Comments and processing instructions are removed.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decodedMarkup(in range: Range<Int>) -> [UInt8] {
    let span = self.span
    // Between tags, the byte before the range ends the start tag.
    let isAttribute = span[range.lowerBound - 1] != ASCII.greaterThan
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = Swift.min(span.endOfUnchangedMarkup(from: offset), range.upperBound)
      span.extracting(offset..<end).withUnsafeBytes { decoded += $0 }
      offset = end
      guard offset < range.upperBound else { break }
      switch span[offset] {
      case ASCII.ampersand:
        let reference = XMLReference(at: offset, in: span)
        if let scalar = reference?.scalar, scalar.isASCII {
          decoded.append(UInt8(truncatingIfNeeded: scalar.value))
        } else if let scalar = reference?.scalar {
          decoded.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
        offset = reference?.end ?? offset + 1
      case ASCII.lessThan:
        guard let aside = try? XMLAside(at: offset, in: span) else {
          decoded.append(ASCII.lessThan)
          offset += 1
          continue
        }
        appendText(of: aside, to: &decoded)
        offset = aside.end
      case let byte:
        decoded.append(isAttribute ? ASCII.space : byte == ASCII.tab ? byte : ASCII.lineFeed)
        offset += span.hasWord("\r\n", at: offset) ? 2 : 1
      }
    }
    return decoded
  }

  /// Appends the text of a CDATA section.
  ///
  /// Comments and processing instructions have no text.
  private func appendText(of aside: XMLAside, to decoded: inout [UInt8]) {
    guard aside.kind == .section else { return }
    let span = self.span
    var offset = aside.content.lowerBound
    while offset < aside.content.upperBound {
      let byte = span[offset]
      decoded.append(byte == ASCII.carriageReturn ? ASCII.lineFeed : byte)
      offset += span.hasWord("\r\n", at: offset) ? 2 : 1
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the offset of the first byte that decoding may change.
  @inline(__always)
  fileprivate func endOfUnchangedMarkup(from start: Int) -> Int {
    var offset = start
    while offset < count {
      while offset <= count &- 8 {
        let hits = Self.markup(in: word(at: offset))
        if hits != 0 {
          offset &+= hits.trailingZeroBitCount >> 3
          break
        }
        offset &+= 8
      }
      guard offset < count else { break }
      switch self[offset] {
      case ASCII.ampersand, ASCII.lessThan, ASCII.carriageReturn, ASCII.lineFeed, ASCII.tab:
        return offset
      default: offset &+= 1
      }
    }
    return offset
  }
}
