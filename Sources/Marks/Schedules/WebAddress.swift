package import CommandLine

/// Error messages for a web address on the command line.
///
/// konf does not download the schedule, but prints a command that does.
package enum WebAddress {
  /// Returns the failure for a web address, or nil for any other string.
  ///
  /// The options are added to the printed command.
  package static func failure(
    for word: String, _ invocation: Invocation, options: String = ""
  ) -> Failure? {
    guard let message = message(for: word),
      let line = line(for: word, use: invocation.konf(.folder, "use -\(options)"))
    else { return nil }
    return Failure(.usage, message, line)
  }

  package static func isAddress(_ word: String) -> Bool {
    let start = word.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Returns the error for a schedule given in place of a command, or nil for any other string.
  ///
  /// The error for a web address, a path or a file name of a schedule contains the correct command.
  package static func usageError(for word: String) -> UsageError? {
    let isFile =
      word.contains("/") || [".json", ".xml", ".ics"].contains { word.lowercased().hasSuffix($0) }
    guard isAddress(word) || isFile else { return nil }
    return .misplaced(
      message(for: word)
        ?? "\"\(word)\" is not a command; save this schedule with:",
      hint: line(for: word) ?? "konf use \(word.shellWord)")
  }

  /// Returns the message to print above the command, or nil if the string is not a web address.
  package static func message(for word: String) -> SafeText? {
    isAddress(word) ? "konf makes no network calls; save this schedule with:" : nil
  }

  /// Returns the command that downloads and saves the schedule, or nil if the string is not a web
  /// address.
  package static func line(for word: String, use: SafeText = "konf use -") -> SafeText? {
    isAddress(word) ? "curl -sL \(word.shellQuoted) | \(use)" : nil
  }
}
