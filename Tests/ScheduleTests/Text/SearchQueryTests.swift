import Schedule
import Testing

@Suite("SearchQuery")
struct SearchQueryTests {
  @Test(
    "matches are marked at the start of a word, or else within words",
    arguments: [
      ("hof", "Sichere Höfe am Hof", ["Höf", "Hof"]), ("hoefe", "Höfe", ["Höfe"]),
      ("sicherheit", "Datensicherheit", ["sicherheit"]), ("art", "art and party", ["art"]),
      ("システム", "分散システムの未来", ["システム"]), ("분석", "형태소 분석", ["분석"]),
      ("strasse", "Musterstraße 1", ["straße"]), ("zolc", "Żółć & façades", ["Żółć"]),
      ("swift thin", "Swift Thinking", ["Swift", "Thin"]), ("sw swift", "Swift", ["Swift"]),
      ("🚀", "Go 🚀 now", ["🚀"]), ("", "Swift", []), ("...", "Swift...", []), ("x", "", []),
    ])
  func ranges(query: String, text: String, marked: [String]) {
    #expect(SearchQuery(query).ranges(in: text).map { String(text[$0]) } == marked)
  }

  @Test("a word of any length is scanned once", arguments: ["", "é"])
  func longWord(end: String) {
    let text = String(repeating: "ab", count: 20_000) + "x" + end
    #expect(SearchQuery("x").ranges(in: text).map { text[$0] } == ["x"])
    #expect(SearchQuery("y").ranges(in: text).isEmpty)
  }

  @Test("words are marked between separators, whatever their letters")
  func separators() {
    let text = "«caffè»–l’Été\u{a0}Ete…\u{2028}ete"
    #expect(SearchQuery("ete").ranges(in: text).map { text[$0] } == ["Été", "Ete", "ete"])
    #expect(SearchQuery("caff l").ranges(in: text).map { text[$0] } == ["caff", "l"])
  }
}
