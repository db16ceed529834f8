extension SlotID {
  /// The identifier in short, as far as its own text tells what can be left out.
  ///
  /// Of a UUID the first part is enough. What calendars write as `name@host` has no use for its host,
  /// nor for more than eight characters of a name that is a row of letters and digits. A date behind
  /// it, of an event that comes again, stays. Two identifiers can be one in short.
  ///
  ///     SlotID(text: "0f3c9a5e-1111-4222-8333-444455556666").short  // "0f3c9a5e"
  ///     SlotID(text: "4711@example.org/2025-02-03").short           // "4711/2025-02-03"
  ///     SlotID(text: "session1Day1").short                          // "session1Day1"
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package var short: String {
    let date = text[(text.lastIndex(of: "/") ?? text.endIndex)...]
    let isDated = WrittenTime(date.dropFirst()) != nil
    var name = isDated ? text[..<date.startIndex] : text[...]
    if let mark = name.firstIndex(of: "@"), mark > name.startIndex,
      Self.isHost(name[name.index(after: mark)...])
    {
      name = name[..<mark]
      if name.utf8.count > 16, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
        name = name.prefix(8)
      }
    }
    return "\(Self.isUUID(name) ? name.prefix(8) : name)\(isDated ? date : "")"
  }

  private static func isHost(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
  }

  private static func isUUID(_ text: Substring) -> Bool {
    guard text.utf8.count == 36 else { return false }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}
