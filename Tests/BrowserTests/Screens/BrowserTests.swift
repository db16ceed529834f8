import Browser
import ECSKit
import Schedule
import TerminalScreen
import Testing

@Suite("Browsing a schedule")
struct BrowserTests {
  @Test("the first frame shows all running talks, starred ones first, and then the current time")
  func present() {
    let conference = InventedConference()
    conference.schedule.target("t302")?.set(Star(isMaybe: false))
    let rows = Visit(conference).rows
    #expect(rows[1].hasPrefix("running now") && rows[1].hasSuffix("5 talks, 1 starred"))
    #expect(rows[2].hasPrefix(">★   10:55"))
    let present = rows.firstIndex { $0.contains("now 11:05") } ?? 0
    #expect(rows[2..<present].count { $0.contains("10:") } == 5)
    #expect(rows[present + 1].hasPrefix("Sat 1 Feb 11:00"))
    #expect(rows[present].hasSuffix("──"))
  }

  @Test("starring a running talk does not move it")
  func starRunning() {
    var visit = Visit()
    visit.press(.down, .down)
    let row = visit.selectedRow.dropFirst(5)
    visit.type(" ")
    #expect(visit.selectedRow.dropFirst(5) == row && visit.frame.cursor.row == 4)
  }

  @Test("the header shows the search, the filters and the number of talks, and Esc clears them")
  func query() {
    var visit = Visit(columns: 100)
    visit.type("/risc")
    visit.press(.enter)
    #expect(visit.rows[0].hasSuffix("/risc  21 of 146 · Esc clears"), "\(visit.rows[0])")
    visit.type("ftrack: track 0")
    visit.press(.enter)
    #expect(visit.rows[0].contains("/risc, track: Track 0"), "\(visit.rows[0])")
    let frame = visit.frame
    let hits = (1..<18).flatMap { row in
      (0..<100).filter { frame[row, $0].style.isUnderlined && frame[row, $0].style.isBold }.map {
        String(frame.text(ofRow: row).dropFirst($0).first ?? " ")
      }
    }
    #expect(hits.joined().contains("RISC"))
    visit.press(.escape)
    #expect(visit.rows[0].hasSuffix("Sat 11:05 · Brussels"))
  }

  @Test("a clash is never cut", arguments: [40, 60, 80, 140, 200])
  func clashes(columns: Int) {
    var visit = Visit(columns: columns, rows: 50)
    visit.type(" ")
    visit.press(.down)
    visit.type("m")
    let list = visit.rows.map { $0.prefix(while: { $0 != "│" }) }
    let clash = list.firstIndex { $0.contains("same time as Builds that 101") }
    let words = list[(clash ?? 0)...].prefix(2).joined(separator: " ")
    #expect(words.contains(#/\(starred, +until +11:15\)/#), "\(visit.rows)")
  }

  @Test("X says so if no talk is hidden, and the list stays")
  func noHidden() {
    var visit = Visit()
    let before = visit.rows.dropLast()
    visit.type("X")
    #expect(visit.rows.dropLast() == before)
    #expect(visit.rows.last?.hasPrefix("no talk is hidden ") == true)
    #expect(visit.rows.last?.hasSuffix(" Esc back") == true)
  }

  @Test("X lists a hidden session without talks, and x shows it again")
  func hiddenSession() {
    let conference = InventedConference()
    conference.schedule.target("opening1")?.set(LocationNames(names: ["Foyer"]))
    var visit = Visit(conference, now: InventedConference.now - 2 * 3_600)
    #expect(visit.selectedRow.contains("Opening"), "\(visit.rows)")
    visit.type("x")
    #expect(!visit.rows.contains { $0.contains("all talks at Foyer") }, "no talk is there")
    visit.type("t")
    #expect(!visit.rows.contains { $0.hasPrefix(">") && $0.contains("Opening") })
    visit.type("X")
    #expect(visit.selectedRow.contains("(hidden) Opening"), "\(visit.rows)")
    visit.type("xt")
    #expect(conference.schedule.hidden.isEmpty)
  }

  @Test("showing a talk of a hidden session again shows the session")
  func hiddenWithSession() {
    let conference = InventedConference()
    conference.context.createEntity(
      PartOf(session: "opening1"), TalkIndex(number: 1), Title(text: "Welcome"))
    conference.schedule.target("opening1")?.set(Hidden())
    var visit = Visit(conference)
    visit.type("X")
    #expect(visit.selectedRow.contains("(hidden) Welcome"), "\(visit.rows)")
    visit.type("xt")
    #expect(conference.schedule.hidden.isEmpty)
  }

  @Test("the header has the date, and no clock, once the conference is over")
  func over() {
    let visit = Visit(now: InventedConference.now + 90 * 86_400)
    #expect(visit.rows[0].hasSuffix("Fri 2 May 2025"), "\(visit.rows[0])")
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
    visit.press(.down, .down, .down, .down, .down)
    let selected = visit.selectedRow.dropFirst(24).prefix(30)
    visit.wait(minutes: 4)
    #expect(visit.shows("now 11:09"))
    #expect(visit.selectedRow.contains(selected.prefix(12)))
    visit.wait(minutes: 3)
    #expect(visit.shows("now 11:12"))
    #expect(visit.selectedRow.contains(selected.prefix(12)))
  }

  @Test("when talks begin and end, the selected talk stays on its line")
  func passedRows() throws {
    for (columns, keys) in [(80, "jjjjjj"), (200, "jjjjjj"), (60, "jjjj")] {
      var visit = Visit(columns: columns)
      visit.type(keys)
      let (selected, row) = (visit.browser.selectedTalk, visit.frame.cursor.row)
      for _ in 0..<20 {
        visit.wait(minutes: 1)
        #expect(visit.browser.selectedTalk == selected && visit.frame.cursor.row == row)
      }
    }
  }

  @Test("once enabled, the mouse selects a talk, opens the selected one, and makes choices")
  func mouse() throws {
    var visit = Visit()
    visit.type("%")
    #expect(visit.outcome == .useMouse(true))
    let row = try #require(visit.rows.firstIndex { $0.contains("11:15–11:45") })
    let other = ScreenPosition(row: row, column: 20)
    visit.press(.click(other))
    #expect(visit.frame.cursor.row == row)
    // Neither the heading that stays in sight nor the card is a talk.
    for row in [1, 20] { visit.press(.click(ScreenPosition(row: row, column: 20))) }
    #expect(visit.frame.cursor.row == row)
    visit.press(.click(other))
    #expect(visit.shows("Maps for everybody 202") && visit.shows("The second half shows"))
    let person = try #require(visit.rows.firstIndex { $0.contains("Zoë Müller") })
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

  @Test("the lists of keys and of filters cut no text on a narrow screen", arguments: [20, 24, 40])
  func wrappedChoices(columns: Int) throws {
    var (visit, wide) = (
      Visit(columns: columns, rows: 200), Visit(columns: 200, rows: 200)
    )
    visit.type("?")
    wide.type("?")
    func words(_ rows: ArraySlice<String>) -> String {
      rows.joined(separator: " ").split { " >".contains($0) }.joined(separator: " ")
    }
    let text = words(visit.rows[1...])
    #expect(!visit.rows[1...].dropLast().contains { $0.contains("…") })
    for number in wide.rows.indices.dropFirst().dropLast() {
      #expect(text.contains(words(wide.rows[number...number])))
    }
    visit.press(.escape)
    visit.type("%fbarbara lindqvist")
    #expect(!visit.rows[1...].dropLast().contains { $0.contains("…") })
    // The second line of a choice belongs to it.
    let last = try #require(visit.rows.firstIndex { $0.contains("Lindqvist") })
    visit.press(.click(ScreenPosition(row: last, column: 6)))
    #expect(!visit.shows("Filter by"))
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

  @Test("in the grid, rules show where talks begin and which are starred")
  func rulesOfGrid() {
    var visit = Visit()
    visit.type(" v")
    #expect(visit.shows("╞ > ★ Builds that 101"))
    #expect(visit.rows.count { $0.contains("┌ ") } > 3)
    visit = Visit(signs: .plain)
    visit.type(" v")
    #expect(visit.shows("= > + Builds that 101") && visit.shows(". Tracing"))
  }

  @Test("Right and Left return to the place in the day", arguments: [1, 2])
  func places(days: Int) {
    var visit = Visit()
    visit.press(.down, .down, .down, .down, .down, .down, .down)
    let before = visit.rows
    for _ in 0..<days { visit.press(.right) }
    #expect(visit.rows != before)
    for _ in 0..<days { visit.press(.left) }
    #expect(visit.rows == before)
  }

  @Test("on the page of a person, Enter opens the first talk")
  func personsTalk() {
    var visit = Visit(columns: 100, rows: 40)
    visit.type("/mail 205")
    visit.press(.enter)
    visit.type("p")
    visit.press(.enter)
    #expect(visit.shows("Writes about number") && visit.selectedRow.hasPrefix("> "))
    let title = visit.selectedRow.dropFirst(2).prefix(16)
    visit.press(.enter)
    #expect(visit.rows[1].hasPrefix(title) && visit.shows("Commands"))
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

  @Test("one long location has a second line and does not widen the column of the others")
  func longLocation() throws {
    let conference = InventedConference()
    let now = Instant(secondsSince1970: InventedConference.now)
    let location = "Village: Hardware Hacking Area (Tent)"
    conference.context.createEntity(
      SessionID(text: "long"), Title(text: "Solder"),
      Timing(start: now, end: now.advanced(by: .seconds(1800))),
      LocationNames(names: [location]))
    let rows = Visit(conference).rows
    let usual = try #require(rows.first { $0.contains("Builds that 101") })
    #expect(usual.hasSuffix(" K.1") && usual.count == 66, "\(rows)")
    let long = try #require(rows.firstIndex { $0.contains("Solder") })
    #expect(rows[long].hasSuffix("Solder") && rows[long + 1].hasSuffix(location), "\(rows)")
  }

  @Test("more than an hour is shown in hours, and only a repeated time is blank")
  func hours() {
    let conference = InventedConference()
    let now = Instant(secondsSince1970: InventedConference.now)
    func add(_ title: String, from start: Int64, to end: Int64) {
      conference.context.createEntity(
        SessionID(text: title), Title(text: title),
        Timing(
          start: now.advanced(by: .seconds(start * 60)), end: now.advanced(by: .seconds(end * 60))),
        LocationNames(names: ["K.1"]))
    }
    add("Lounge", from: -5, to: 149)
    add("Sofa", from: -4, to: 148)
    let rows = Visit(conference, rows: 60).rows
    func row(_ title: String) -> String { rows.first { $0.contains(title) } ?? "" }
    #expect(row("Lounge").hasPrefix("     11:00–13:34 2 h    Lounge"), "\(rows)")
    #expect(row("Sofa").hasPrefix("     11:01–13:33        Sofa"), "\(rows)")
    #expect(row("Tracing the kernel 103").hasPrefix("     12:10–12:40 in 1 h "), "\(rows)")
  }

  @Test("a time that is over or far away does not look like the time above it")
  func noTimeLeft() {
    let night = InventedConference.night
    // At 12:50, the talks begin in 9 hours 10 minutes and in 9 hours 55 minutes.
    let now = InventedConference.now + 105 * 60
    let start = Instant(secondsSince1970: now + 595 * 60)
    night.context.createEntity(
      SessionID(text: "late"), Title(text: "Late show"),
      Timing(start: start, end: start.advanced(by: .seconds(600))),
      LocationNames(names: ["Pier 1"]))
    let list = Visit(night, now: now).rows
    #expect(list.contains { $0.contains("in 9 h Talk at hour 22") }, "\(list)")
    #expect(list.contains { $0.contains("later  Late show") }, "\(list)")
    // In the agenda at 11:15, the first talk runs and the second talk is over.
    let harbour = InventedConference.harbour
    for id in ["h0", "h1"] { harbour.schedule.target(id)?.set(Star(isMaybe: false)) }
    var visit = Visit(harbour, now: InventedConference.now + 600)
    visit.type("a")
    #expect(visit.rows.contains { $0.contains("5 min  Ten years") }, "\(visit.rows)")
    #expect(visit.rows.contains { $0.contains("over   Calibrating") }, "\(visit.rows)")
  }

  @Test("the agenda next to a list has the location of each talk")
  func agendaBesideList() {
    let conference = InventedConference.harbour
    for id in ["h1", "h2"] { conference.schedule.target(id)?.set(Star(isMaybe: false)) }
    let rows = Visit(conference, columns: 200, rows: 50).rows
    #expect(
      rows.contains { $0.hasSuffix("│ 10:40–11:10 Calibrating a sextant · Lighthouse") }, "\(rows)")
    // This location does not fit after its title.
    let title = rows.firstIndex { $0.hasSuffix("│ 10:50–11:40 Thirty years of harbour maps") }
    #expect(title.map { rows[$0 + 1].hasSuffix("│   Boathouse (Annex)") } == true, "\(rows)")
  }

  @Test(
    "a narrow header has the selected day, also during a search",
    arguments: [40, 48, 60, 69], ["", "/risc\n", "ftrack 1\n/builds that\n"])
  func narrowHeader(columns: Int, keys: String) {
    var visit = Visit(InventedConference(days: 5, rooms: 2, slots: 6), columns: columns)
    for character in keys {
      if character == "\n" { visit.press(.enter) } else { visit.type(String(character)) }
    }
    let header = visit.rows[0]
    #expect(header.contains(#/\[\d [A-Z][a-z]+ \d Feb\]/#), "\(header)")
    #expect(header.contains(#/\d of 65/#) == !keys.isEmpty, "\(header)")
  }
}
