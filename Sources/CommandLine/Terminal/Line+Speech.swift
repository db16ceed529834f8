extension Line {
  /// The line as text for a screen reader.
  ///
  /// Commas separate facts that are in columns.
  ///
  ///     let line: Line = "  11:00  Ten years of tide tables , Pier 1"
  ///     line.spoken  // 11:00, Ten years of tide tables, Pier 1
  package var spoken: Line {
    var line = Line()
    var blanks = 0
    var last: Character?
    for span in spans {
      let words = span.text.string.split(separator: " ", omittingEmptySubsequences: false)
      for (number, word) in words.enumerated() {
        if number > 0 { blanks += 1 }
        if word.isEmpty { continue }
        if let end = last, blanks > 0, !word.hasPrefix(",") {
          line.append(blanks == 1 || ",:;.".contains(end) ? " " : ", ", span.style)
        }
        blanks = 0
        last = word.last
        line.append(word.startIndex..<word.endIndex, of: span)
      }
    }
    return line
  }
}
