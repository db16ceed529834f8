/// The drawn signs, which have a plain form for terminals that can not show them.
///
/// Only what we draw ourselves is here; names and titles are UTF-8 whatever the locale says.
package struct Glyphs: Equatable, Sendable {
  /// A star that was given.
  package let star: SafeText
  /// A star that was not given.
  package let noStar: SafeText
  /// Between two ends, as of a time.
  package let dash: SafeText
  /// A piece of a horizontal rule.
  package let rule: SafeText
  /// Between two items on a line.
  package let dot: SafeText
  /// In place of what was cut off.
  package let ellipsis: SafeText
  /// From what was to what is.
  package let arrow: SafeText
  /// Where lines meet, by the directions in which they lead away: up 1, down 2, left 4, right 8.
  let crossings: [Character]

  /// The signs for a terminal that shows UTF-8.
  package static let unicode = Glyphs(
    star: "★", noStar: "☆", dash: "–", rule: "─", dot: "·", ellipsis: "…", arrow: "→",
    crossings: Array(" ╵╷│╴┘┐┤╶└┌├─┴┬┼"))

  /// The signs for all others.
  package static let plain = Glyphs(
    star: "*", noStar: "-", dash: "-", rule: "-", dot: "-", ellipsis: "...", arrow: "->",
    crossings: Array(" |||-+++-+++-+++"))

  /// Returns the signs that the locale can show.
  ///
  /// - Parameter environment: The variables by name; the first of `LC_ALL`, `LC_CTYPE` and `LANG`
  ///   that is not empty decides.
  /// - Returns: The drawn signs if that variable names UTF-8, else the plain ones.
  package static func fitting(_ environment: [String: String]) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = (locale ?? "").lowercased()
    return name.contains("utf-8") || name.contains("utf8") ? .unicode : .plain
  }

  /// Returns a rating as five signs.
  ///
  ///     Glyphs.unicode.stars(4)  // ★★★★☆
  ///     Glyphs.plain.stars(4)    // ****-
  ///
  /// - Parameter count: The stars given; below 0 counts as 0, above 5 as 5.
  /// - Returns: Always five columns.
  package func stars(_ count: Int) -> SafeText {
    var text: SafeText = ""
    for place in 1...5 { text.append(place <= count ? star : noStar) }
    return text
  }

  /// Returns a horizontal rule.
  ///
  /// - Parameter width: Its columns; a negative number counts as none.
  /// - Returns: The rule.
  package func rule(width: Int) -> SafeText {
    SafeText(String(repeating: rule.string, count: max(0, width)))
  }
}
