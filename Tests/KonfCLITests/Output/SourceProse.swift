/// What people read in a file of source code or in an article.
struct SourceProse {
  /// A text, with the number of the line that it begins in.
  typealias Passage = (line: Int, text: String)

  /// The string literals, without what is interpolated.
  private(set) var literals: [Passage] = []
  /// The paragraphs of comments, without examples, code spans and names of parameters.
  private(set) var comments: [Passage] = []
  /// The names of tests and suites.
  private(set) var testNames: [Passage] = []

  private var isInComment = false
  private var isLong = false

  /// Reads Swift code.
  ///
  /// - Parameter source: The text of the file.
  init(swift source: String) {
    var isNameNext = false
    for (number, line) in Self.lines(of: source) {
      let trimmed = line.drop { $0 == " " }
      if !isLong, trimmed.hasPrefix("//") {
        addComment(trimmed.drop { $0 == "/" }, at: number)
        continue
      }
      isInComment = false
      if isLong ? trimmed.hasPrefix("\"\"\"") : line.hasSuffix("\"\"\"") {
        isLong.toggle()
        continue
      }
      let (texts, comment) = Self.literals(in: isLong ? trimmed : line, isInside: isLong)
      literals += texts.map { (number, $0) }
      if let comment { comments.append((number, Self.withoutCode(comment))) }
      if isLong { continue }
      let isNamed = trimmed.hasPrefix("@Test(") || trimmed.hasPrefix("@Suite(")
      if isNamed || isNameNext, let name = texts.first { testNames.append((number, name)) }
      isNameNext = isNamed && texts.isEmpty
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      if parts.count > 2, parts[0].hasSuffix("func ") {
        testNames.append((number, String(parts[1])))
      }
    }
  }

  /// Reads an article in Markdown; its paragraphs are the comments.
  ///
  /// - Parameter text: The text of the file.
  init(article text: String) {
    var isCode = false
    for (number, line) in Self.lines(of: text) {
      if line.hasPrefix("```") {
        isCode.toggle()
        isInComment = false
      } else if !isCode {
        addComment(" " + line, at: number)
      }
    }
  }

  private static func lines(of text: String) -> [(number: Int, line: Substring)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { ($0.offset + 1, $0.element) }
  }

  /// Adds a line of a comment, which begins with the blank after the slashes.
  private mutating func addComment(_ line: Substring, at number: Int) {
    let text = line.drop { $0 == " " }
    let isItem = text.hasPrefix("- ")
    if text.isEmpty || text.hasPrefix("|") || text.hasPrefix("#") || isItem { isInComment = false }
    if text.isEmpty || !isInComment && !isItem && line.hasPrefix("     ") { return }
    if isInComment {
      comments[comments.count - 1].text += " " + text
    } else {
      comments.append((number, String(isItem ? Self.withoutName(text) : text)))
    }
    comments[comments.count - 1].text = Self.withoutCode(comments[comments.count - 1].text[...])
    isInComment = !text.hasPrefix("|") && !text.hasPrefix("#")
  }

  /// Drops the name of a parameter at the start of an item.
  private static func withoutName(_ item: Substring) -> Substring {
    guard let colon = item.firstIndex(of: ":") else { return item }
    return item[..<colon].split(separator: " ").count > 3 ? item : item[colon...]
  }

  /// Drops code spans; one that is still open stays.
  private static func withoutCode(_ text: Substring) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    if parts.count < 3 { return String(text) }
    return parts.indices.map { index in
      index.isMultiple(of: 2) ? parts[index] : index == parts.count - 1 ? "`" + parts[index] : "_"
    }.joined()
  }

  /// Returns the literals of one line and the comment at its end.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isInside: Whether the line begins inside a literal, which then extends to its end.
  /// - Returns: The literals, without what is interpolated, and the comment without its slashes.
  private static func literals(
    in line: Substring, isInside: Bool
  ) -> (texts: [String], comment: Substring?) {
    var found: [String] = []
    var text: String? = isInside ? "" : nil
    var depth = 0
    var rest = line
    while let character = rest.popFirst() {
      guard let current = text else {
        if character == "\"" { text = "" }
        if character == "/", rest.first == "/" { return (found, rest.dropFirst()) }
        continue
      }
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if character == "\\" {
        if rest.popFirst() == "(" { depth = 1 }
      } else if character == "\"", !isInside {
        found.append(current)
        text = nil
      } else {
        text = current + String(character)
      }
    }
    return (isInside ? found + [text ?? ""] : found, nil)
  }
}
