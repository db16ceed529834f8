package enum JSONText {
  package enum Escapes {
    /// Escapes quotes, backslashes and control characters.
    ///
    /// Control characters are escaped as `\uXXXX`, and the other characters with a backslash.
    case required
    /// Escapes quotes, backslashes and all characters that `String.visible` escapes.
    ///
    /// Line feeds and tabs are escaped as `\n` and `\t`.
    case hidden
  }

  /// Appends a string in JSON syntax, with enclosing quotes.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the string.
  package static func append(_ text: String, to bytes: inout [UInt8], escaping escapes: Escapes) {
    bytes.append(ASCII.quote)
    switch escapes {
    case .required: appendRequired(text, to: &bytes)
    case .hidden: appendHidden(text, to: &bytes)
    }
    bytes.append(ASCII.quote)
  }

  /// Appends a string on a single line, without enclosing quotes.
  ///
  /// Backslashes, line feeds, tabs and invisible characters are escaped. Quotes are not escaped.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the string.
  package static func append(unquoted text: String, to bytes: inout [UInt8]) {
    appendHidden(text, to: &bytes, quote: "\"")
  }

  private static func appendRequired(_ text: String, to bytes: inout [UInt8]) {
    appendRuns(of: text, to: &bytes) { byte, bytes in
      if byte >= ASCII.space {
        bytes.append(ASCII.backslash)
        bytes.append(byte)
      } else {
        append(escapeOf: UInt16(byte), to: &bytes)
      }
    }
  }

  /// Appends a string, but passes each quote, backslash and control character to a closure.
  ///
  /// The text between two of these characters is appended as a whole.
  private static func appendRuns(
    of text: String, to bytes: inout [UInt8], _ body: (UInt8, inout [UInt8]) -> Void
  ) {
    var text = text
    text.withUTF8 { buffer in
      let span = buffer.span
      var start = 0
      var end = 0
      while true {
        end = span.endOfPlainText(from: end)
        if end < span.count, span[end] >= 0x80 {
          end += 1
          continue
        }
        bytes += UnsafeBufferPointer(rebasing: buffer[start..<end])
        guard end < span.count else { return }
        body(span[end], &bytes)
        end += 1
        start = end
      }
    }
  }

  private static func appendHidden(
    _ text: String, to bytes: inout [UInt8], quote: String = #"\""#
  ) {
    if text.isVisibleAnywhere(allowingLines: true) {
      return appendRuns(of: text, to: &bytes) { byte, bytes in
        switch byte {
        case ASCII.quote: bytes += quote.utf8
        case ASCII.backslash: bytes += #"\\"#.utf8
        case ASCII.lineFeed: bytes += #"\n"#.utf8
        case ASCII.tab: bytes += #"\t"#.utf8
        default: append(escapeOf: UInt16(byte), to: &bytes)
        }
      }
    }
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
          UTF8.encode(scalar).map { bytes += $0 }
        } else {
          for unit in String(scalar).utf16 { append(escapeOf: unit, to: &bytes) }
        }
      }
    }
  }

  private static func append(escapeOf unit: UInt16, to bytes: inout [UInt8]) {
    bytes += escape(of: unit).utf8
  }

  /// Returns the numeric escape of a UTF-16 code unit.
  ///
  ///     JSONText.escape(of: 0x0D)  // "\\u000d"
  package static func escape(of unit: UInt16) -> String {
    #"\u"# + Hexadecimal.digits(of: unit, count: 4)
  }
}
