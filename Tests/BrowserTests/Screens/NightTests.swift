import Browser
import ECSKit
import Schedule
import TerminalScreen
import Testing

/// Talks after midnight, which belong to the conference day before.
@Suite("Talks after midnight, in the browser")
struct NightTests {
  @Test("the list is below the tab of the day, and headings have the date")
  func headings() {
    var visit = Visit(.night)
    visit.press(.home, .down)
    #expect(visit.selectedRow.contains("Talk at hour 25"), "\(visit.rows)")
    #expect(visit.rows[0].contains("[1 Sat 1 Feb]"))
    #expect(visit.shows("Sat 1 Feb 22:00") && visit.shows("Sun 2 Feb 01:00"), "\(visit.rows)")
    #expect(!visit.shows("Sat 1 Feb 01:00"))
    // The card is below the list.
    #expect(visit.shows("Sun 2 Feb 01:00–01:50"), "\(visit.rows)")
  }

  @Test("the agenda has a heading for the hours after midnight")
  func agenda() {
    let conference = InventedConference.night
    for id in ["n0", "n1", "n2"] { conference.schedule.target(id)?.set(Star(isMaybe: false)) }
    var visit = Visit(conference, rows: 40)
    visit.type("a")
    let headings = visit.rows.filter { $0.hasPrefix("Sat ") || $0.hasPrefix("Sun ") }
    #expect(headings == ["Sat 1 Feb", "Sun 2 Feb, after midnight", "Sun 2 Feb"], "\(visit.rows)")
  }

  @Test("the clock in the header has its weekday")
  func clock() {
    // Sunday, 01:05.
    let visit = Visit(.night, now: InventedConference.now + 14 * 3600)
    #expect(visit.rows[0].hasSuffix("Sun 01:05 · Brussels"), "\(visit.rows[0])")
    #expect(visit.rows[0].contains("[1 Sat 1 Feb]"), "\(visit.rows[0])")
  }

  @Test("times after midnight in the grid have their weekday")
  func grid() throws {
    var visit = Visit(.night)
    visit.press(.home, .character("v"))
    let times = visit.rows.dropFirst(2).dropLast().compactMap { row in
      row.prefixMatch(of: #/[A-Za-z 0-9]*:\d\d/#).map { String($0.output) }
    }
    #expect(times == ["    22:00", "    22:50", "Sun 01:00"], "\(visit.rows)")
    let row = try #require(visit.rows.firstIndex { $0.hasPrefix("Sun 01:00") })
    visit.press(.click(ScreenPosition(row: row, column: 12)))
    #expect(visit.selectedRow.contains("> Talk at hour 25"), "\(visit.rows)")
    // The next day has no times after midnight.
    visit.press(.tab)
    #expect(visit.rows.contains { $0.hasPrefix("10:00 ") }, "\(visit.rows)")
  }

  @Test("talks to pick have their weekday, also as plain lines")
  func picking() {
    var visit = Visit(.night, rows: 10, picking: true)
    visit.type("sun 01:00")
    #expect(visit.shows("Sun 01:00"), "\(visit.rows)")
    let conference = InventedConference.night
    let marks = RememberedMarks(conference)
    var plain = PlainBrowser(
      Browser(
        conference.schedule, conference.clocks, .spoken, marks.keeping, picking: true,
        now: Instant(secondsSince1970: InventedConference.now)))
    #expect(plain.lines().contains { $0.hasPrefix("2. Sunday 01:00 to 01:50") })
  }
}
