/// A word of a shell command line, with the state of its quotes.
package struct ShellWord: Equatable {
  /// The word without quotes.
  package private(set) var text = ""
  /// The quotation mark that is still open, or nil if the word has no open quotation mark.
  private(set) var quote: Character?
  /// The number of characters before the last position where the shell breaks the word.
  private(set) var breakOffset = 0

  /// Splits a line into words.
  ///
  /// The last word may be incomplete. Backslashes, single quotes and double quotes work as in a
  /// POSIX shell. Nothing is expanded. The shell breaks the word being completed at quotes and at
  /// the characters in `breaks`.
  ///
  /// - Returns: At least one word. The last word is empty if the line ends with a space.
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
    // Between double quotes, a backslash escapes only these characters.
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

  /// Returns the shell input that completes this word to a string.
  ///
  /// The input is the part of the string after the word's last break, escaped for the open
  /// quotation mark.
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
