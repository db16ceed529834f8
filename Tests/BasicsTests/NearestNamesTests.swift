import Basics
import Testing

@Suite struct NearestNamesTests {
  @Test(
    "a mistyped word finds the names with the fewest edits, or else names that it begins",
    arguments: [
      ("tals", ["talks"]), ("TALKS", ["talks"]), ("loc", ["location", "locations"]),
      ("locatoin", ["location"]), ("locationss", ["locations"]), ("nwo", ["now"]), ("x", []),
      ("", []), ("zzzz", []),
    ])
  func words(word: String, nearest: [String]) {
    #expect(
      NearestNames.of(word, among: ["location", "talks", "locations", "now"]) == nearest)
  }

  @Test("at most three names are returned")
  func most() {
    #expect(NearestNames.of("aaa", among: ["aab", "aac", "aad", "aae"]) == ["aab", "aac", "aad"])
  }

  @Test("all names with the fewest edits are found, each with its nearest spelling")
  func spellings() {
    let matches = NearestNames.matches(
      of: "berlni", among: ["europe/paris", "europe/berlin", "berlina", "berlin"],
      spellings: { [$0[...], $0.split(separator: "/").last ?? ""] }, limit: { _ in 2 })
    #expect(matches.map(\.name) == ["europe/berlin", "berlin"])
    #expect(matches.map(\.spelling) == [1, 0])
  }

  @Test("a negative limit matches nothing, not even an equal name")
  func noLimit() {
    let matches = NearestNames.matches(
      of: "a", among: ["a"], spellings: { [$0[...]] }, limit: { _ in -1 })
    #expect(matches.isEmpty)
  }
}
