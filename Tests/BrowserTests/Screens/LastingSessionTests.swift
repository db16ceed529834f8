import Browser
import ECSKit
import Schedule
import TerminalScreen
import Testing

@Suite("A session that lasts for days, in the browser")
struct LastingSessionTests {
  private static func visit(_ columns: Int) -> Visit {
    let conference = InventedConference(days: 3, rooms: 2, slots: 2)
    let start = Instant(secondsSince1970: InventedConference.now)
    conference.context.createEntity(
      SessionID(text: "posters"), Title(text: "Posters"),
      Timing(start: start, end: start.advanced(by: .seconds(50 * 3600))),
      LocationNames(names: ["Foyer"]))
    return Visit(conference, columns: columns, rows: 50)
  }

  @Test("is in the list of each day and can be selected once", arguments: [80, 200])
  func list(columns: Int) {
    var visit = Self.visit(columns)
    let shown = visit.rows.filter { $0.contains("Posters \u{00B7} until Mon 13:05") }
    #expect(shown.count >= 2, "\(visit.rows)")
    visit.press(.home)
    var selected: [String] = []
    for _ in 0..<20 {
      if selected.last != visit.selectedRow { selected.append(visit.selectedRow) }
      visit.press(.down)
    }
    #expect(selected.count { $0.contains("Posters") } == 1, "\(selected)")
  }

  @Test("is in the grid of each day")
  func grid() {
    var visit = Self.visit(120)
    for day in 1...3 {
      visit.type("\(day)v")
      #expect(visit.shows("Foyer") && visit.shows("Posters"), "day \(day): \(visit.rows)")
      visit.press(.escape)
    }
  }
}
