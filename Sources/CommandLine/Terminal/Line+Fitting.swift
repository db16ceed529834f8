import TextBasics

extension Line {
  /// The alignment of text in a padded line.
  package enum Alignment: Equatable, Sendable {
    /// Text followed by spaces.
    case leading
    /// Text preceded by spaces.
    case trailing
  }

  /// Returns the line padded with spaces.
  ///
  /// - Parameters:
  ///   - width: The minimum width in columns. A wider line is returned unchanged.
  ///   - alignment: The alignment of the text.
  /// - Returns: A line at least this wide.
  package func padded(to width: Int, _ alignment: Alignment = .leading) -> Line {
    let gap = SafeText.spaces(width - self.width)
    return switch alignment {
    case .leading: "\(self)\(gap)"
    case .trailing: "\(gap)\(self)"
    }
  }

  /// Returns the line truncated to a width.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns.
  ///   - ellipsis: The text that replaces the removed part. The ellipsis is omitted if it does not
  ///     fit.
  /// - Returns: The truncated line, or the line itself if it fits.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func truncated(to width: Int, ellipsis: SafeText) -> Line {
    if self.width <= width { return self }
    let ending = ellipsis.width <= width ? ellipsis : ""
    var room = width - ending.width
    var result = Line()
    for span in spans {
      let end = span.text.end(fitting: room)
      result.append(span.text.part(span.text.string.startIndex..<end), like: span)
      if end < span.text.string.endIndex {
        result.append(ending, like: span)
        break
      }
      room -= span.text.width
    }
    return result
  }
}

extension SafeText {
  /// Returns the position where the text must be cut to fit a width.
  ///
  /// The position is never inside a character.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns.
  ///   - start: The start of the part, or nil for the start of the text.
  /// - Returns: The end of the longest part that fits.
  func end(fitting width: Int, from start: String.Index? = nil) -> String.Index {
    var index = start ?? string.startIndex
    let end = string.endIndex
    // This is a fast path: each scalar of ASCII and Western text is one character and one column.
    if isASCII { return string.utf8.index(index, offsetBy: max(0, width), limitedBy: end) ?? end }
    if DisplayWidth.ofWestern(string) != nil {
      return string.unicodeScalars.index(index, offsetBy: max(0, width), limitedBy: end) ?? end
    }
    var room = width
    while index < string.endIndex {
      room -= DisplayWidth.of(string[index])
      if room < 0 { break }
      string.formIndex(after: &index)
    }
    return index
  }
}
