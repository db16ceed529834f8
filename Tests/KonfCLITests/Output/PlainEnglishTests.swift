import TestSupport
import Testing

/// What konf prints follows the word list of the project: one word for one thing.
@Suite struct PlainEnglishTests {
  /// Words that must not be printed, each with the one to use.
  private static let banned = [
    "slot": "session", "slots": "sessions", "programme": "schedule", "place": "location",
    "places": "locations", "told": "reported", "tell": "print or report", "tells": "says",
    "hear": "is notified", "lest": "so that not", "thereof": "of it", "shall": "must",
    "whoever": "a subject", "stands": "is", "can not": "cannot", "who asks": "the caller",
    "given out": "printed", "goes against": "contradicts", "taken apart": "torn down",
    "without a word": "silently",
  ]

  /// The modules whose texts konf prints.
  private static let modules = [
    "KonfCLI", "Schedule", "Importer", "SourceText", "ECSStore", "TextBasics", "SystemBasics",
  ]

  /// Former names of rules, which are read and never printed.
  private static let readOnly = ["\"unknown-slot\":", "\"unused-place\":"]

  @Test("no text of the program has a word that the list replaces", arguments: modules)
  func texts(module: String) throws {
    var found = 0
    for path in Self.sources(below: "Sources/\(module)") {
      let bytes = try #require(Repository.bytes(of: path))
      for (number, text) in Self.literals(in: String(decoding: bytes, as: UTF8.self)) {
        found += 1
        let words = Self.words(of: text)
        for (word, better) in Self.banned where words.contains(" \(word) ") {
          Issue.record("\(path):\(number): found \"\(word)\" in \(text); expected \(better)")
        }
      }
    }
    // A scan that finds no texts would pass for the wrong reason.
    #expect(found > 0, "found no texts in \(module)")
  }

  @Test("the scan finds words in texts of one line and of several, and in no code")
  func scan() {
    let source = #"""
      let slot = "a \(slot) b"  // "slot"
      print("one slot", "two \"slots\"")
      let text = """
        the programme of \(place)
        """
      """#
    let found = Self.literals(in: source).map { Self.words(of: $0.text) }
    #expect(found == [" a b ", " one slot ", " two slots ", " the programme of "])
  }

  private static func sources(below folder: String) -> [String] {
    TemporaryFolder.names(in: "\(Repository.root)/\(folder)").flatMap { name in
      if name.hasSuffix(".swift") { return ["\(folder)/\(name)"] }
      return name.contains(".") ? [] : sources(below: "\(folder)/\(name)")
    }
  }

  /// Returns the string literals of a source with their lines, without what is interpolated.
  private static func literals(in source: String) -> [(line: Int, text: String)] {
    var found: [(line: Int, text: String)] = []
    var isLong = false
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("//") || readOnly.contains(where: line.contains) { continue }
      if line.hasSuffix("\"\"\"") || line.contains("\"\"\")") {
        isLong.toggle()
      } else {
        found += literals(in: isLong ? trimmed : line, isInside: isLong).map { (index + 1, $0) }
      }
    }
    return found
  }

  /// Returns the literals of one line up to its comment, without what is interpolated.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isInside: Whether the line begins inside a literal, which then goes on to its end.
  /// - Returns: The literals.
  private static func literals(in line: Substring, isInside: Bool) -> [String] {
    var found: [String] = []
    var text: String? = isInside ? "" : nil
    var depth = 0
    var rest = line
    while let character = rest.popFirst() {
      guard let current = text else {
        if character == "\"" { text = "" }
        if character == "/", rest.first == "/" { return found }
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
    return isInside ? found + [text ?? ""] : found
  }

  /// Returns the words of a text in small letters, with a blank on both sides of each.
  private static func words(of text: String) -> String {
    let letters = text.lowercased().map { $0.isLetter ? $0 : " " }
    return " " + String(letters).split(separator: " ").map { $0 + " " }.joined()
  }
}
