/// A word of a shell as it is typed, with its quotes.
package struct ShellWord: Equatable {
  /// The text without quotes.
  package private(set) var text = ""
  /// The quotes that were opened and not closed.
  private(set) var quote: Character?
  /// The characters of the text up to the last character at which a shell breaks the word.
  private(set) var breakOffset = 0

  /// Returns the words of a line, the last of them as far as it was typed.
  ///
  /// A backslash, single and double quotes work as in a POSIX shell; nothing is expanded.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - breaks: The signs at which a shell breaks a word that is completed, beside quotes.
  /// - Returns: At least one word; an empty one after a blank at the end of the line.
  package static func words(of line: String, breakingAt breaks: String = "") -> [ShellWord] {
    var words: [ShellWord] = []
    var word = ShellWord()
    var isBegun = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        word.readEscaped(character)
        isEscaped = false
      } else if character == "\\", word.quote != "'" {
        isEscaped = true
      } else if word.quote == nil, character.isWhitespace {
        if isBegun { words.append(word) }
        (word, isBegun) = (ShellWord(), false)
        continue
      } else {
        word.read(character, breakingAt: breaks)
      }
      isBegun = true
    }
    return words + [word]
  }

  private mutating func readEscaped(_ character: Character) {
    // Between double quotes a backslash means something before a few signs only.
    if quote != nil, !"\"\\$`".contains(character) { text.append("\\") }
    text.append(character)
  }

  private mutating func read(_ character: Character, breakingAt breaks: String) {
    if character == quote {
      quote = nil
    } else if quote == nil, "\"'".contains(character) {
      quote = character
    } else {
      text.append(character)
      if quote != nil || !breaks.contains(character) { return }
    }
    breakOffset = text.count
  }

  /// Returns a text as it is typed in place of this word.
  ///
  /// - Parameter whole: The text.
  /// - Returns: The part after the last break, with quotes as they are open.
  package func completed(by whole: String) -> String {
    let rest = whole.dropFirst(breakOffset)
    switch quote {
    case "'":
      let parts = rest.split(separator: "'", omittingEmptySubsequences: false)
      return parts.joined(separator: #"'\''"#)
    case nil: return Self.escaped(rest, #" "'\$`<>|&;()*?[]#~{}!^"#)
    default: return Self.escaped(rest, #"\"$`"#)
    }
  }

  private static func escaped(_ text: Substring, _ signs: String) -> String {
    var result = ""
    for character in text {
      if signs.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
