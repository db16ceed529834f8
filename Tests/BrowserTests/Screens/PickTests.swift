import Browser
import TerminalScreen
import Testing

/// The list of talks to pick from, in ten rows below the prompt.
@Suite struct PickTests {
  private var visit = Visit(columns: 80, rows: 10, picking: true)

  private var talks: [String] { visit.rows.filter { $0.contains(#/ \d\d:\d\d /#) } }

  @Test("ten rows show eight talks")
  mutating func rows() {
    #expect(talks.count == 8)
    visit.type("zzz")
    #expect(talks.isEmpty)
    visit = Visit(columns: 60, rows: 4, picking: true)
    #expect(talks.count == 2)
  }

  @Test("the keys are visible on a narrow screen")
  mutating func narrow() {
    visit = Visit(columns: 40, rows: 10, picking: true)
    visit.press(.tab)
    #expect(visit.shows("    1 marked · Tab marks, Enter prints"))
  }

  @Test("a wide location is below its title, and moves no column", arguments: [40, 60, 80])
  mutating func wideLocations(columns: Int) {
    visit = Visit(columns: columns, rows: 10, picking: true)
    visit.type("mail")
    #expect(visit.shows("H.1304 (Founders)"))
    let isBelow = columns < 51
    for (number, row) in visit.rows.enumerated() where row.contains("(Founders)") {
      #expect(row.contains(#/ \d\d:\d\d /#) != isBelow)
      let titled = visit.rows[isBelow ? number - 1 : number]
      #expect(titled.dropFirst(isBelow ? 18 : 32).hasPrefix("What is new"), "\(titled)")
    }
  }

  @Test("the best match is first, and selected")
  mutating func order() throws {
    // All abstracts have this word, and the titles of every third talk.
    visit.type("second")
    for _ in 0..<5 {
      let id = try #require(visit.browser.selectedTalk)
      #expect(Int(id.dropFirst()).map { $0 % 3 } == 0, "\(id) does not have the word in its title")
      visit.press(.down)
    }
    visit.press(.control("u"))
    visit.type("second")
    #expect(talks.first?.hasPrefix(">") == true)
    visit.press(.down, .control("u"))
    visit.type("maps")
    #expect(talks.first?.hasPrefix(">") == true && talks.first?.contains("Maps") == true)
  }

  @Test(
    "words of weekdays, times and locations match",
    arguments: ["sun k.2", "sunday 11: k.", "founders"])
  mutating func places(words: String) {
    visit.type(words)
    #expect(!talks.isEmpty)
    let location = words == "founders" ? "(Founders)" : "K."
    #expect(
      talks.allSatisfy { $0.contains(location) && (words == "founders" || $0.contains(" Sun ")) })
  }

  @Test("marks are counted, and visible while a search hides them")
  mutating func marks() throws {
    visit.type("mail")
    let marked = try #require(visit.browser.selectedTalk)
    visit.press(.tab)
    #expect(visit.browser.selectedTalk != marked)
    #expect(visit.shows("1 marked · "))
    visit.press(.control("u"))
    visit.type("kernel 201")
    #expect(visit.shows("1 marked, 1 not matching · 1 of "))
    #expect(visit.rows.last?.hasSuffix(" Esc leaves") == true)
    #expect(talks.contains { $0.contains("*") })
    visit.press(.control("u"))
    visit.type("zzz")
    #expect(talks.count == 1, "the marked talk stays in sight")
  }
}
