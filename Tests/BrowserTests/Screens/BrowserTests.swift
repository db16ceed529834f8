import Browser
import Schedule
import TerminalScreen
import Testing

@Suite("Browsing a schedule")
struct BrowserTests {
  @Test("the first frame shows the present a third from the top, and selects the next session")
  func present() {
    let visit = Visit()
    let rows = visit.rows
    let present = rows.firstIndex { $0.contains("now 11:05") }
    #expect(present.map { 4...8 ~= $0 } == true)
    #expect(visit.selectedRow.hasPrefix(">"))
    #expect(visit.selectedRow.contains("11:"))
  }

  @Test(
    "Space stars the selected talk at the time of the key press, and pressing it again unstars it")
  func star() {
    var visit = Visit()
    visit.type(" ")
    #expect(visit.marks.log == ["star(Optional(Schedule.Star(isMaybe: false))) 1 at \(visit.now)"])
    #expect(visit.selectedRow.contains("★"))
    visit.type(" ")
    #expect(!visit.selectedRow.contains("★"))
    visit.type("m")
    #expect(visit.selectedRow.contains("☆"))
  }

  @Test("the clock moves the line of the present, never the selection")
  func clock() {
    var visit = Visit()
    let selected = visit.selectedRow.dropFirst(16).suffix(30)
    visit.wait(minutes: 4)
    #expect(visit.shows("now 11:09"))
    #expect(visit.selectedRow.contains(selected.suffix(20)))
    visit.wait(minutes: 3)
    #expect(visit.shows("now 11:12"))
    #expect(visit.selectedRow.contains(selected.suffix(20)))
  }

  @Test("when the selected talk begins, only the rows that the line of the present passes move")
  func passedRows() throws {
    for (columns, keys) in [(80, ""), (200, ""), (80, "jjjjjj"), (60, "kkk")] {
      var visit = Visit(columns: columns)
      visit.type(keys)
      let selected = visit.browser.selectedTalk
      var before = visit.rows
      var moved = 0
      for _ in 0..<20 {
        visit.wait(minutes: 1)
        let after = visit.rows
        let lines = [before, after].map { $0.firstIndex { $0.contains(" now 1") } ?? 1 }
        for row in 1..<23 where row < lines[0] || row > lines[1] {
          // The columns of the title, since a minute changes what is said before them.
          #expect(before[row].dropFirst(23).prefix(12) == after[row].dropFirst(23).prefix(12))
        }
        if lines[0] < lines[1] { moved += 1 }
        before = after
      }
      #expect(visit.browser.selectedTalk == selected)
      #expect(moved > 1)
    }
  }

  @Test("once enabled, the mouse selects a talk, opens the selected one, and makes choices")
  func mouse() throws {
    var visit = Visit()
    visit.type("%")
    #expect(visit.outcome == .useMouse(true))
    let row = try #require(visit.rows.firstIndex { $0.contains("11:40–12:10") })
    let other = ScreenPosition(row: row, column: 20)
    visit.press(.click(other))
    #expect(visit.frame.cursor.row == row)
    // Neither the heading that stays in sight nor the card is a talk.
    for row in [1, 20] { visit.press(.click(ScreenPosition(row: row, column: 20))) }
    #expect(visit.frame.cursor.row == row)
    visit.press(.click(other))
    #expect(visit.shows("A phishy case study of 403") && visit.shows("The second half shows"))
    let person = try #require(visit.rows.firstIndex { $0.contains("Grace da Silva") })
    visit.press(.click(ScreenPosition(row: person, column: 4)))
    #expect(visit.shows("Writes about number"))
    visit.press(.escape, .escape)
    visit.type("r")
    let choice = try #require(visit.rows.firstIndex { $0.contains("outstanding") })
    visit.press(.click(ScreenPosition(row: choice, column: 4)))
    #expect(visit.marks.log.last?.hasPrefix("rating(Optional(5))") == true)
    let before = visit.frame.cursor.row
    visit.press(.wheelUp)
    #expect(visit.frame.cursor.row < before)
    visit.type("%")
    #expect(visit.outcome == .useMouse(false))
  }

  @Test("in the grid, a click selects a talk, and another one opens it")
  func mouseInGrid() {
    var visit = Visit()
    visit.type("v")
    // The second location begins after the times and the first one.
    let column = 31
    for row in 2..<20 where visit.frame.cursor.column == 6 {
      visit.press(.click(ScreenPosition(row: row, column: column)))
    }
    let selected = visit.browser.selectedTalk
    #expect(visit.frame.cursor.column > 6 && selected != nil)
    visit.press(.click(ScreenPosition(row: visit.frame.cursor.row, column: column)))
    #expect(visit.browser.isReading && visit.browser.selectedTalk == selected)
  }

  @Test("Enter opens the talk, Esc closes it, and q quits")
  func open() {
    var visit = Visit()
    visit.press(.enter)
    #expect(visit.shows("This is about number"))
    visit.press(.escape)
    #expect(!visit.shows("Commands"))
    #expect(visit.outcome == .goOn)
    visit.type("q")
    #expect(visit.outcome == .end(status: 0))
  }
}
