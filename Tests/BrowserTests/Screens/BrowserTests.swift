import Browser
import Schedule
import TerminalScreen
import Testing

@Suite("Walking through a schedule")
struct BrowserTests {
  @Test("the first frame shows the present a third from the top, and selects what comes next")
  func present() {
    let visit = Visit()
    let rows = visit.rows
    let present = rows.firstIndex { $0.contains("now 11:05") }
    #expect(present.map { 4...8 ~= $0 } == true)
    #expect(visit.selectedRow.hasPrefix(">"))
    #expect(visit.selectedRow.contains("11:"))
  }

  @Test("Space stars the selected talk at the time of the key, and takes the star back")
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
    let row = visit.frame.cursor.row
    visit.wait(minutes: 7)
    #expect(visit.shows("now 11:12"))
    #expect(visit.selectedRow.contains(selected.suffix(20)))
    #expect(visit.frame.cursor.row == row)
  }

  @Test("Enter opens the talk, Esc leaves it, q ends")
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
