// The scan decides for each scalar of a string whether readers can see it. `String.visible` and
// `JSONText` use the scan. Nearly all strings take the fast path `String.isVisibleAnywhere`. This
// path needs no Unicode tables. The fast path must not accept a scalar that the scan rejects.
/// A scan that decides for each scalar of a string whether it is visible in its position.
///
/// - SeeAlso: `String.visible` for the rules.
package struct VisibilityScan {
  private var rest: String.UnicodeScalarView.Iterator
  private var current: Unicode.Scalar?
  // The previous visible scalar. It is nil at the start of a line, after a space and after a hidden
  // scalar, because a combining mark has no base character in these positions.
  private var previous: Unicode.Scalar?
  private let allowsLines: Bool

  /// Creates a scan of a string.
  ///
  /// If `allowingLines` is true, line breaks and tabs count as visible.
  package init(_ text: String, allowingLines: Bool = false) {
    rest = text.unicodeScalars.makeIterator()
    current = rest.next()
    allowsLines = allowingLines
  }

  /// Returns the next scalar and whether it is visible, or nil at the end of the text.
  ///
  /// - Complexity: O(1).
  package mutating func next() -> (scalar: Unicode.Scalar, isVisible: Bool)? {
    guard let scalar = current else { return nil }
    current = rest.next()
    if allowsLines, scalar.endsLineOrIsTab {
      previous = nil
      return (scalar, true)
    }
    let isVisible =
      scalar.isVisibleAnywhere || scalar.isVisible(after: previous, before: current)
    previous = isVisible && scalar != " " ? scalar : nil
    return (scalar, isVisible)
  }
}

extension String {
  /// Returns true if all scalars are visible regardless of their neighbors.
  ///
  /// If `allowingLines` is true, line breaks and tabs count as visible. Nearly every string of a
  /// schedule is tested. So the function reads bytes, because decoding the scalars would take most
  /// of the time.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func isVisibleAnywhere(allowingLines: Bool) -> Bool {
    func isVisible(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isVisibleAnywhere || allowingLines && scalar.endsLineOrIsTab
    }
    let answer = utf8.withContiguousStorageIfAvailable { buffer in
      let bytes = buffer.span
      var position = 0
      while true {
        position = bytes.endOfASCII(from: position, lowest: ASCII.space)
        guard position < bytes.count else { return true }
        let byte = bytes[position]
        if byte < 0x80 {
          guard isVisible(Unicode.Scalar(byte)) else { return false }
          position += 1
        } else {
          // The text is valid UTF-8, so the first byte of a scalar determines its length.
          let count = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
          var value = UInt32(byte) & (0x7F >> UInt32(count))
          for offset in 1..<count { value = value << 6 | UInt32(bytes[position + offset] & 0x3F) }
          guard let scalar = Unicode.Scalar(value), isVisible(scalar) else { return false }
          position += count
        }
      }
    }
    return answer ?? unicodeScalars.allSatisfy(isVisible)
  }
}

extension Unicode.Scalar {
  /// True if the scalar is visible regardless of its neighbors.
  ///
  /// The property is true for nearly all Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese, Japanese
  /// and Korean text. If it is false, the slow Unicode tables must decide.
  package var isVisibleAnywhere: Bool {
    switch value {
    case 0x20...0x7E: true
    case ..<0xA0: false
    case 0xAD: false
    case ...0x24F: true
    case 0x391...0x3A1, 0x3A3...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A: true
    case 0x1E00...0x1EFF, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2190...0x23FF: true
    case 0x2500...0x2775, 0x3000...0x3029, 0x3041...0x3096, 0x309B...0x30FF: true
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF5E, 0x1F300...0x1F64F: true
    default: false
    }
  }

  var endsLineOrIsTab: Bool { self == "\n" || self == "\r" || self == "\t" }

  fileprivate func isVisible(
    after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    if isASCII { return 0x20 <= value && value < 0x7F }
    switch value {
    case 0x200C, 0x200D:
      guard let previous, let next else { return false }
      return previous.joinsLetters && next.joinsLetters
        || isZeroWidthJoiner && previous.endsEmoji && next.isPictograph
    case 0xFE0E, 0xFE0F:
      return previous?.properties.isEmoji ?? false
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF:
      return previous?.properties.isIdeographic ?? false
    default:
      break
    }
    if properties.isDefaultIgnorableCodePoint { return false }
    switch properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    case .format:
      return isVisibleFormat
    case .nonspacingMark, .enclosingMark, .spacingMark:
      return previous != nil
    default:
      return true
    }
  }

  /// True for the few format characters that are drawn around the following digits or letters.
  private var isVisibleFormat: Bool {
    switch value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// True for letters of scripts with context-dependent letter shapes.
  private var joinsLetters: Bool {
    switch value {
    case 0x0600...0x1CFF, 0xA800...0xABFF, 0x11000...0x11FFF: break
    default: return false
    }
    return switch properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  private var isPictograph: Bool {
    value > 0xFF && properties.isEmoji && !isRegionalIndicator
  }

  private var endsEmoji: Bool { isPictograph || isEmojiSelector }
}
