package import CommandLine

/// What konf says to an address of the web: it reads none, and names the line that does.
package enum WebAddress {
  /// Returns the failure for a word that is an address of the web; nil for any other word.
  ///
  /// - Parameters:
  ///   - word: The word, where a schedule is expected.
  ///   - options: The options of the command in the line.
  /// - Returns: The failure with the line.
  package static func failure(for word: String, options: String = "") -> Failure? {
    guard let message = message(for: word), let line = line(for: word, options: options) else {
      return nil
    }
    return Failure(.usage, message, line)
  }

  /// Returns whether a word is an address of the web.
  package static func isAddress(_ word: String) -> Bool {
    let start = word.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Returns what is wrong with a schedule where a command is expected; nil for any other word.
  ///
  /// - Parameter word: The word.
  /// - Returns: For an address of the web, a path or a name such as a schedule's file has, an error with
  ///   the line that reads it.
  package static func usageError(for word: String) -> UsageError? {
    let isFile =
      word.contains("/") || [".json", ".xml", ".ics"].contains { word.lowercased().hasSuffix($0) }
    guard isAddress(word) || isFile else { return nil }
    return .misplaced(
      message(for: word)
        ?? "\"\(word)\" is not a command; save this schedule with:",
      hint: line(for: word) ?? "konf use \(word.shellWord)")
  }

  /// What is said before the line; nil for a word that is no address of the web.
  package static func message(for word: String) -> SafeText? {
    isAddress(word) ? "konf makes no network calls; save this schedule with:" : nil
  }

  /// The line that reads the schedule; nil for a word that is no address of the web.
  package static func line(for word: String, options: String = "") -> SafeText? {
    isAddress(word) ? "curl -sL \(word.shellQuoted) | konf use -\(options)" : nil
  }
}

extension String {
  /// The text as one word of a shell, in quotes only if it needs them.
  package var shellWord: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "/._-+@%,:=".contains($0) }
    return isPlain && !isEmpty ? self : shellQuoted
  }

  /// The text as one word of a shell, in quotes.
  ///
  /// Characters that an answer would escape are written as octal numbers, which `printf` reads.
  package var shellQuoted: String {
    guard SafeText(self).string == self else {
      let bytes = utf8.map { byte in
        let isPlain =
          UInt8(ascii: "0")...UInt8(ascii: "z") ~= byte && byte != UInt8(ascii: "\\")
          || byte == UInt8(ascii: " ")
        let octal = String(byte, radix: 8)
        return isPlain
          ? String(Unicode.Scalar(byte))
          : "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      }
      return "\"$(printf '\(bytes.joined())')\""
    }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: #"'\''"#))'"
  }
}
