import Browser
import Schedule
import TerminalScreen
import Testing

/// The part of the grid that fits on the screen.
@Suite("The grid of a day")
struct GridTests {
  private static let locations = [
    "H.1300 (Founders)", "K.1", "K.2", "K.3", "H.1304 (Founders)", "K.5",
  ]

  @Test("a time is shown only if a talk at a visible location begins or ends then")
  func times() {
    let conference = InventedConference()
    var visit = Visit(conference)
    visit.type("v")
    let visible = Self.locations.filter { visit.rows[1].contains($0) }
    #expect(visible.count == 3, "\(visit.rows[1])")
    var expected: Set<String> = []
    for session in conference.schedule.timeline {
      let names = conference.schedule.locationNames(of: session)
      guard let timing = conference.schedule.timing(of: session),
        names.isEmpty || names.contains(where: { visible.contains($0) })
      else { continue }
      expected.formUnion(
        [timing.start, timing.end].compactMap(\.self).map(conference.clocks.clock))
    }
    let shown = visit.rows.dropFirst(2).compactMap { row in
      row.prefixMatch(of: #/\d\d:\d\d/#).map { String($0.output) }
    }
    #expect(shown.count > 8 && expected.isSuperset(of: shown), "\(visit.rows)")
    #expect(shown == shown.sorted())
  }

  @Test("the name of a location wraps in a narrow column")
  func names() {
    var visit = Visit(columns: 20)
    visit.type("v")
    visit.press(.left)
    #expect(visit.rows[1] == "Sat   H.1300" && visit.rows[2] == "      (Founders)", "\(visit.rows)")
    #expect(visit.frame.cursor.row > 2)
  }

  @Test("/ searches in the list, on the day and the talk of the grid, and what is typed is text")
  func search() {
    var visit = Visit()
    visit.type("v/s")
    #expect(visit.rows.last?.hasPrefix("/s ") == true && visit.marks.log.isEmpty)
    visit = Visit()
    visit.type("v")
    visit.press(.tab, .right, .down)
    let talk = visit.browser.selectedTalk
    visit.type("/")
    #expect(visit.browser.isTyping && talk != nil && visit.browser.selectedTalk == talk)
    #expect(visit.rows[0].contains("[2 Sun 2 Feb]"), "\(visit.rows)")
  }

  @Test("f opens the filters of the list, and v leads back to the list, also from a page")
  func list() {
    var visit = Visit()
    visit.press(.enter)
    visit.type("v")
    visit.press(.right)
    let talk = visit.browser.selectedTalk
    visit.type("v")
    #expect(!visit.browser.isReading && visit.rows.last?.contains(" v grid ") == true)
    #expect(talk != nil && visit.browser.selectedTalk == talk)
    visit.type("vf")
    #expect(visit.shows("Filter by"))
    visit.press(.escape)
    #expect(visit.browser.selectedTalk == talk && visit.rows.last?.contains(" v grid ") == true)
  }

  @Test("if a filter excludes the talk of the grid, the list still shows the day")
  func excluded() {
    var visit = Visit()
    visit.type("ftrack 2")
    visit.press(.enter)
    visit.type("v")
    visit.press(.tab)
    visit.type("v")
    #expect(visit.rows[0].contains("[2 Sun 2 Feb]"), "\(visit.rows)")
  }

  @Test("a star changes the order of no columns")
  func order() {
    var visit = Visit()
    visit.type("v")
    let heading = visit.rows[1]
    visit.type(" ")
    #expect(visit.shows("★ Builds that 101"), "\(visit.rows)")
    #expect(visit.rows[1] == heading)
    visit.type("vv")
    #expect(visit.rows[1] == heading)
  }

  @Test("the header has the numbers of the visible locations", arguments: [40, 80, 200])
  func numbers(columns: Int) {
    var visit = Visit(columns: columns)
    visit.type("v")
    let numbers = [40: "location 2 of 6", 80: "locations 1–3 of 6"][columns]
    let header = visit.rows[0]
    #expect(numbers.map { header.contains($0) } ?? !header.contains(" of "), "\(header)")
    visit.press(.right, .right, .right, .right, .right, .right)
    let last = [40: "location 6 of 6", 80: "locations 4–6 of 6"][columns]
    #expect(last.map { visit.rows[0].contains($0) } ?? true, "\(visit.rows[0])")
  }
}
