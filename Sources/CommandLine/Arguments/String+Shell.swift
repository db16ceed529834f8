extension String {
  /// The string as one shell word, quoted only if necessary.
  package var shellWord: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "/._-+@%,:=".contains($0) }
    return isPlain && !isEmpty ? self : shellQuoted
  }

  /// The string as one quoted shell word.
  ///
  /// Unprintable characters are written as octal escapes for `printf`.
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
