/// The drawn signs, which have a plain form for terminals that cannot show them.
///
/// Only what we draw ourselves is here; names and titles are UTF-8 whatever the locale says.
package struct Glyphs: Equatable, Sendable {
  /// A star that was not given, and one that was; empty where a rating is written in words.
  private let stars: [SafeText]
  /// Between two ends, as of a time.
  package let dash: SafeText
  /// A piece of a horizontal rule.
  package let rule: SafeText
  /// Between two items on a line.
  package let dot: SafeText
  /// In place of what was cut off.
  package let ellipsis: SafeText
  /// Between an old and a new value.
  package let arrow: SafeText
  /// A part of a bar that is empty, and one that is full.
  private let shades: [SafeText]
  /// Where lines meet, by the directions in which they lead away: up 1, down 2, left 4, right 8.
  let crossings: [Character]

  /// The signs for a terminal that shows UTF-8.
  package static let unicode = Glyphs(
    stars: ["☆", "★"], dash: "–", rule: "─", dot: "·", ellipsis: "…", arrow: "→",
    shades: ["░", "█"], crossings: Array(" ╵╷│╴┘┐┤╶└┌├─┴┬┼"))

  /// The signs for all others.
  ///
  /// Those between texts differ from each other, so that a screen reader
  /// reads them differently, and the dot differs from the borders of a grid.
  package static let plain = Glyphs(
    stars: [], dash: "-", rule: "-", dot: "*", ellipsis: "...", arrow: "->",
    shades: [".", "#"], crossings: Array(" |||-+++-+++-+++"))

  /// Returns the signs that the locale can show.
  ///
  /// - Parameter environment: The variables by name; the first of `LC_ALL`, `LC_CTYPE` and `LANG`
  ///   that is not empty decides.
  /// - Returns: The drawn signs if that variable names UTF-8, else the plain ones.
  package static func fitting(_ environment: [String: String]) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // Looking for one text in another takes the library a hundredth of a whole run.
    let name = (locale ?? "").utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    let isUnicode = name.indices.contains { name[$0...].starts(with: "utf8".utf8) }
    return isUnicode ? .unicode : .plain
  }

  /// Returns a rating as five signs, or in words.
  ///
  ///     Glyphs.unicode.stars(4)  // ★★★★☆
  ///     Glyphs.plain.stars(4)    // 4 of 5
  ///
  /// - Parameter count: The stars given; below 0 counts as 0, above 5 as 5.
  /// - Returns: The rating; every one of these signs takes as many columns.
  package func stars(_ count: Int) -> SafeText {
    guard let noStar = stars.first, let star = stars.last else {
      return "\(min(max(count, 0), 5)) of 5"
    }
    var text: SafeText = ""
    for place in 1...5 { text.append(place <= count ? star : noStar) }
    return text
  }

  /// Returns the sign of what is starred.
  ///
  ///     Glyphs.unicode.sign(isMaybe: false)  // ★
  ///     Glyphs.plain.sign(isMaybe: true)     // ?
  ///
  /// - Parameter isMaybe: Whether it may be passed by.
  /// - Returns: The sign, one column wide.
  package func sign(isMaybe: Bool) -> SafeText {
    guard let noStar = stars.first, let star = stars.last else { return isMaybe ? "?" : "+" }
    return isMaybe ? noStar : star
  }

  /// Returns a bar.
  ///
  ///     Glyphs.unicode.bar(3, of: 5)  // ███░░
  ///     Glyphs.plain.bar(3, of: 5)    // ###..
  ///
  /// - Parameters:
  ///   - count: The columns that are full.
  ///   - width: All columns.
  /// - Returns: The bar.
  package func bar(_ count: Int, of width: Int) -> SafeText {
    var text: SafeText = ""
    for place in 0..<width { text.append(shades[place < count ? 1 : 0]) }
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
