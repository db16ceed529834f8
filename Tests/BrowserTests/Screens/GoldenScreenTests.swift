import Schedule
import TerminalScreen
import Testing

@testable import Browser

/// Every screen in every state, as it was reviewed, at three sizes.
@Suite("Golden screens")
struct GoldenScreenTests {
  private static let sizes = [(40, 20), (80, 24), (200, 50)]

  /// Makes each state at each size and compares the frames.
  private func expect(
    _ name: String, signs: Signs = .unicode, withoutColor: Bool = false,
    _ conference: InventedConference = InventedConference(),
    _ steps: (inout Visit) -> Void
  ) {
    for (columns, rows) in Self.sizes {
      // What is kept must not reach the next size.
      var visit = Visit(conference, columns: columns, rows: rows, signs: signs)
      steps(&visit)
      visit.expectSnapshot(name, withoutColor: withoutColor)
      visit.type("qU")
      visit.press(.escape, .escape)
      visit.type("U")
    }
  }

  @Test("the list shows the present")
  func list() { expect("list") { _ in } }

  @Test("the list shows stars, a maybe, a rating, a note and a clash")
  func marks() {
    expect("marks") { visit in
      visit.type(" ")
      visit.press(.down)
      visit.type(" r4")
      visit.press(.down)
      visit.type("mebring the board")
      visit.press(.enter)
    }
  }

  @Test("the list is shown without colours, and the grid")
  func withoutColor() {
    expect("no-color", withoutColor: true) { visit in
      visit.type(" ")
      visit.press(.down)
      visit.type("m")
    }
    expect("no-color-grid", withoutColor: true) { $0.type(" v") }
  }

  @Test("the list is shown before anything was read, and after a failed reload")
  func loading() {
    let conference = InventedConference()
    for (columns, rows) in Self.sizes {
      let size = ScreenSize(columns: columns, rows: rows)
      let view = View(
        size: size, now: Instant(secondsSince1970: InventedConference.now),
        clocks: conference.clocks, signs: .unicode)
      Frame(ListScreen().picture(view), size: size, signs: .unicode).expectSnapshot("loading")
    }
    expect("unread") { visit in
      visit.marks.news = BrowserNews(talks: ["t1"], mine: 0)
      visit.handle(.outsideChange(at: visit.now))
      visit.marks.failure = "schedule.xml: no such file"
      visit.type("c")
      visit.marks.failure = nil
    }
  }

  @Test("after a failed reload, Esc restores the list")
  func unread() {
    var visit = Visit()
    let before = visit.rows.dropLast()
    visit.marks.news = BrowserNews(talks: ["t1"], mine: 0)
    visit.handle(.outsideChange(at: visit.now))
    visit.marks.failure = "schedule.xml: no such file"
    visit.type("c")
    #expect(visit.shows("no such file"))
    visit.press(.escape)
    #expect(visit.rows.dropLast() == before)
  }

  @Test("the list is shown with plain signs")
  func plain() {
    expect("plain", signs: .plain) { visit in
      visit.type(" ")
      visit.press(.down)
      visit.type("m")
    }
  }

  @Test("a search is shown while it is typed and afterwards")
  func finding() {
    expect("finding") { $0.type("/risc") }
    expect("found-nothing") { $0.type("/zzz") }
  }

  @Test("an opened talk is shown, and its end with the commands")
  func page() {
    expect("page") { $0.press(.enter) }
    expect("page-end") { $0.press(.enter, .end) }
  }

  @Test("a person is shown with their talks")
  func person() {
    expect("person") { visit in
      visit.press(.enter)
      while !visit.selectedRow.hasPrefix("> ") { visit.press(.down) }
      visit.press(.enter)
    }
  }

  @Test("the filters are shown, and a filtered list")
  func facets() {
    expect("facets") { $0.type("f") }
    expect("filtered") { visit in
      visit.type("ftrack 2")
      visit.press(.enter)
    }
  }

  @Test("the grid of the day is shown")
  func grid() { expect("grid") { $0.type(" v") } }

  @Test("the agenda is shown empty, and with free time and suggestions")
  func agenda() {
    expect("agenda-empty") { $0.type("a") }
    expect("agenda") { visit in
      visit.press(.home, .down)
      visit.type(" ")
      visit.press(.pageDown, .pageDown, .pageDown, .pageDown, .pageDown, .pageDown)
      visit.type(" a")
    }
    expect("planned") { visit in
      visit.type(" P")
    }
  }

  @Test("choices of ratings, of items to hide and of items to copy are shown")
  func menus() {
    expect("rate") { $0.type("r") }
    expect("hide") { $0.type("x") }
    expect("copy") { $0.type("y") }
  }

  @Test("a note is shown while it is typed")
  func note() { expect("note") { $0.type("ebring the board") } }

  @Test("all keys are shown, and a filtered part")
  func help() {
    expect("help") { $0.type("?") }
    expect("help-found") { $0.type(" ?undo") }
  }

  @Test("other talks at the time of a talk are shown")
  func running() { expect("running") { $0.type("w") } }

  @Test("messages show the command, a failure, and another program's change")
  func messages() {
    expect("command") { $0.type("=") }
    expect("failed") { visit in
      visit.marks.failure = "the disk is full"
      visit.type(" ")
    }
    expect("news") { visit in
      visit.marks.news = BrowserNews(talks: ["t1", "t2"], mine: 1)
      visit.handle(.outsideChange(at: visit.now))
    }
  }

  @Test("a schedule without sessions is shown")
  func empty() { expect("no-sessions", InventedConference(days: 0)) { _ in } }

  @Test("a choice of talks for another program is shown")
  func picking() {
    var visit = Visit(columns: 80, rows: 10, picking: true)
    visit.type("mail")
    visit.press(.tab, .tab)
    visit.expectSnapshot("pick")
  }
}
