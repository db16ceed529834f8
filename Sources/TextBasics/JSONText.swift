/// Texts as JSON has them.
package enum JSONText {
  /// Which characters are written as escapes.
  package enum Escapes {
    /// Quotes, backslashes and controls, each control by its number.
    case required
    /// All that cannot be seen as well, by the rule of `String.visible`; line feeds and tabs by
    /// their short escapes.
    case hidden
  }

  /// Appends a text in quotes.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - bytes: What is written so far.
  ///   - escapes: Which characters are written as escapes.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package static func append(_ text: String, to bytes: inout [UInt8], escaping escapes: Escapes) {
    bytes.append(ASCII.quote)
    if text.utf8.allSatisfy(staysItself) {
      bytes += text.utf8
    } else {
      switch escapes {
      case .required: appendRequired(text, to: &bytes)
      case .hidden: appendHidden(text, to: &bytes)
      }
    }
    bytes.append(ASCII.quote)
  }

  /// Appends a text without quotes, as one line without tabs.
  ///
  /// Quotes in it are not escaped; all else that is hidden is.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - bytes: What is written so far.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package static func append(unquoted text: String, to bytes: inout [UInt8]) {
    if text.utf8.allSatisfy({ staysItself($0) || $0 == ASCII.quote }) {
      bytes += text.utf8
    } else {
      appendHidden(text, to: &bytes, quote: "\"")
    }
  }

  private static func staysItself(_ byte: UInt8) -> Bool {
    0x20 <= byte && byte < 0x7F && byte != ASCII.quote && byte != ASCII.backslash
  }

  private static func appendRequired(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case ASCII.quote, ASCII.backslash: bytes += [ASCII.backslash, byte]
      case ..<ASCII.space: append(escapeOf: UInt16(byte), to: &bytes)
      default: bytes.append(byte)
      }
    }
  }

  private static func appendHidden(
    _ text: String, to bytes: inout [UInt8], quote: String = #"\""#
  ) {
    var scan = VisibilityScan(text, allowingLines: true)
    while let (scalar, isVisible) = scan.next() {
      switch scalar {
      case "\"": bytes += quote.utf8
      case "\\": bytes += #"\\"#.utf8
      case "\n": bytes += #"\n"#.utf8
      case "\t": bytes += #"\t"#.utf8
      case "\r": append(escapeOf: 0x0D, to: &bytes)
      default:
        if isVisible {
          bytes += String(scalar).utf8
        } else {
          for unit in String(scalar).utf16 { append(escapeOf: unit, to: &bytes) }
        }
      }
    }
  }

  /// Appends the escape of a UTF-16 code unit, such as `\u000d`.
  private static func append(escapeOf unit: UInt16, to bytes: inout [UInt8]) {
    bytes += escape(of: unit).utf8
  }

  /// Returns the escape of a UTF-16 code unit by its number.
  ///
  ///     JSONText.escape(of: 0x0D)  // "\\u000d"
  ///
  /// - Parameter unit: Any code unit.
  /// - Returns: A backslash, a u and four digits.
  package static func escape(of unit: UInt16) -> String {
    #"\u"# + Hexadecimal.digits(of: unit, count: 4)
  }
}
