/// The symbols that the program draws, with plain forms for terminals that cannot show them.
///
/// Names and titles are written as UTF-8 in every locale.
package struct Glyphs: Equatable, Sendable {
  /// An empty and a filled star, or no symbols if ratings are written in words.
  private let stars: [SafeText]
  /// The separator between the ends of a range, such as two times.
  package let dash: SafeText
  /// A piece of a horizontal rule.
  package let rule: SafeText
  /// The separator between items on a line.
  package let dot: SafeText
  package let ellipsis: SafeText
  /// The separator between an old and a new value.
  package let arrow: SafeText
  /// The symbols for an empty and a filled column of a bar.
  private let shades: [SafeText]
  /// Box-drawing characters, indexed by the raw value of their `Arms`.
  let crossings: [Character]
  /// True if words replace symbols, for text that is read aloud.
  package var isSpoken = false

  package static let unicode = Glyphs(
    stars: ["☆", "★"], dash: "–", rule: "─", dot: "·", ellipsis: "…", arrow: "→",
    shades: ["░", "█"], crossings: Array(" ╵╷│╴┘┐┤╶└┌├─┴┬┼"))

  /// The ASCII symbols, for terminals that cannot show the Unicode symbols.
  ///
  /// The separators differ from each other, so that users of a screen reader can distinguish them.
  /// The dot also differs from the borders of a grid.
  package static let plain = Glyphs(
    stars: [], dash: "-", rule: "-", dot: "*", ellipsis: "...", arrow: "->",
    shades: [".", "#"], crossings: Array(" |||-+++-+++-+++"))

  /// Words and punctuation instead of symbols, for text that is read aloud.
  package static let spoken = Glyphs(
    stars: [], dash: " to ", rule: "", dot: ",", ellipsis: "...", arrow: ", now",
    shades: ["", ""], crossings: Array(repeating: " ", count: 16),
    isSpoken: true)

  /// Returns the symbols that the locale can show.
  ///
  /// The first nonempty variable of `LC_ALL`, `LC_CTYPE` and `LANG` is used. If its value names
  /// UTF-8, the result is the Unicode symbols, otherwise the plain symbols.
  package static func fitting(_ environment: [String: String]) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // A substring search in the standard library would take one percent of the time of a run.
    let name = (locale ?? "").utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    let isUnicode = name.indices.contains { name[$0...].starts(with: "utf8".utf8) }
    return isUnicode ? .unicode : .plain
  }

  /// Returns a rating as five stars, or in words.
  ///
  ///     Glyphs.unicode.stars(4)  // ★★★★☆
  ///     Glyphs.plain.stars(4)    // 4 of 5
  ///
  /// The count is clamped to 0...5. All ratings have the same width.
  package func stars(_ count: Int) -> SafeText {
    guard let noStar = stars.first, let star = stars.last else {
      return "\(min(max(count, 0), 5)) of 5"
    }
    var text: SafeText = ""
    for place in 1...5 { text.append(place <= count ? star : noStar) }
    return text
  }

  /// Returns the symbol for a starred item, or for a tentative star if `isMaybe` is true.
  ///
  ///     Glyphs.unicode.sign(isMaybe: false)  // ★
  ///     Glyphs.plain.sign(isMaybe: true)     // ?
  ///
  /// The symbol is one column wide. In text that is read aloud, a word replaces it.
  package func sign(isMaybe: Bool) -> SafeText {
    if isSpoken { return isMaybe ? "maybe" : "starred" }
    guard let noStar = stars.first, let star = stars.last else { return isMaybe ? "?" : "+" }
    return isMaybe ? noStar : star
  }

  /// Returns a bar of `width` columns with the first `count` columns filled.
  ///
  ///     Glyphs.unicode.bar(3, of: 5)  // ███░░
  ///     Glyphs.plain.bar(3, of: 5)    // ###..
  package func bar(_ count: Int, of width: Int) -> SafeText {
    var text: SafeText = ""
    for place in 0..<width { text.append(shades[place < count ? 1 : 0]) }
    return text
  }

  package func rule(width: Int) -> SafeText {
    SafeText(String(repeating: rule.string, count: max(0, width)))
  }
}
