import Basics

extension Line {
  package enum Alignment: Equatable, Sendable {
    /// The spaces follow the text.
    case leading
    /// The spaces precede the text.
    case trailing
  }

  /// Returns the line padded with spaces to at least a width, in columns.
  package func padded(to width: Int, _ alignment: Alignment = .leading) -> Line {
    let gap = SafeText.spaces(width - self.width)
    return switch alignment {
    case .leading: "\(self)\(gap)"
    case .trailing: "\(gap)\(self)"
    }
  }

  /// Returns the line truncated to a maximum number of columns.
  ///
  /// The ellipsis replaces the removed part. It is omitted if it does not fit.
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

  /// Returns the line truncated to a maximum number of columns, between two words.
  ///
  /// The ellipsis follows the last word that fits. If no word fits, the line is truncated inside
  /// its first word.
  package func truncated(betweenWords width: Int, ellipsis: SafeText) -> Line {
    if self.width <= width { return self }
    let room = width - ellipsis.width - 1
    var result = Line()
    var whole = Line()
    for span in spans {
      let text = span.text.string
      let end = span.text.end(fitting: max(0, room - result.width))
      let isCut = end < text.endIndex
      let blank = isCut && text[end] == " " ? end : text[..<end].lastIndex(of: " ")
      if let blank {
        whole = result
        whole.append(span.text.part(text.startIndex..<blank), like: span)
      }
      if isCut { break }
      result.append(span.text, like: span)
    }
    guard let last = whole.spans.last else { return truncated(to: width, ellipsis: ellipsis) }
    whole.append(" \(ellipsis)", like: last)
    return whole
  }
}

extension SafeText {
  /// Returns the end of the longest part that fits a number of columns, never inside a character.
  ///
  /// The part begins at `start`, or at the start of the text if `start` is nil.
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
