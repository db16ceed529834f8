import TextBasics

extension Line {
  /// The side of a padded line on which its text is.
  package enum Alignment: Equatable, Sendable {
    /// At the start, the spaces after it.
    case leading
    /// At the end, the spaces before it.
    case trailing
  }

  /// Returns the line filled up with spaces.
  ///
  /// - Parameters:
  ///   - width: The columns to fill; a line that is as wide or wider stays as it is.
  ///   - alignment: The side on which the text is.
  /// - Returns: A line of at least that width.
  package func padded(to width: Int, _ alignment: Alignment = .leading) -> Line {
    let gap = SafeText.spaces(width - self.width)
    return switch alignment {
    case .leading: "\(self)\(gap)"
    case .trailing: "\(gap)\(self)"
    }
  }

  /// Returns the line cut so that it fits.
  ///
  /// - Parameters:
  ///   - width: The columns to keep to.
  ///   - ellipsis: What stands for the part that was cut off; left out if it does not fit itself.
  /// - Returns: The line itself if it fits.
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
  /// Returns where a text must be cut to fit, between characters.
  ///
  /// - Parameters:
  ///   - width: The columns to keep to.
  ///   - start: Where the part to fit begins; nil for the start of the text.
  /// - Returns: The end of the longest part that fits.
  func end(fitting width: Int, from start: String.Index? = nil) -> String.Index {
    var index = start ?? string.startIndex
    let end = string.endIndex
    // A text without a character of several scalars or two columns needs no look at each.
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
