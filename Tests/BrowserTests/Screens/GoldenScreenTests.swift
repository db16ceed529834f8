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

  @Test("the list with the present")
  func list() { expect("list") { _ in } }

  @Test("the list with stars, a maybe, a rating, a note and a clash")
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

  @Test("the list without colours, and the grid")
  func withoutColor() {
    expect("no-color", withoutColor: true) { visit in
      visit.type(" ")
      visit.press(.down)
      visit.type("m")
    }
    expect("no-color-grid", withoutColor: true) { $0.type(" v") }
  }

  @Test("the list before anything was read, and when it cannot be read again")
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

  @Test("a list that cannot be read again is as before after Esc")
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

  @Test("the list with plain signs")
  func plain() {
    expect("plain", signs: .plain) { visit in
      visit.type(" ")
      visit.press(.down)
      visit.type("m")
    }
  }

  @Test("while words are typed, and after them")
  func finding() {
    expect("finding") { $0.type("/risc") }
    expect("found-nothing") { $0.type("/zzz") }
  }

  @Test("an opened talk, and its end with the commands")
  func page() {
    expect("page") { $0.press(.enter) }
    expect("page-end") { $0.press(.enter, .end) }
  }

  @Test("a person with the talks")
  func person() {
    expect("person") { visit in
      visit.press(.enter)
      while !visit.selectedRow.hasPrefix("> ") { visit.press(.down) }
      visit.press(.enter)
    }
  }

  @Test("what lists can be filtered by, and a filtered list")
  func facets() {
    expect("facets") { $0.type("f") }
    expect("filtered") { visit in
      visit.type("ftrack 2")
      visit.press(.enter)
    }
  }

  @Test("the grid of the day")
  func grid() { expect("grid") { $0.type(" v") } }

  @Test("the agenda, empty and with free time and what fits into it")
  func agenda() {
    expect("agenda-empty") { $0.type("a") }
    expect("agenda") { visit in
      visit.press(.home, .down)
      visit.type(" ")
      visit.press(.pageDown, .pageDown, .pageDown, .pageDown, .pageDown, .pageDown)
      visit.type(" a")
    }
  }

  @Test("a choice of ratings, of what to hide and of what to copy")
  func menus() {
    expect("rate") { $0.type("r") }
    expect("hide") { $0.type("x") }
    expect("copy") { $0.type("y") }
  }

  @Test("a note while it is typed")
  func note() { expect("note") { $0.type("ebring the board") } }

  @Test("the keys, and some of them")
  func help() {
    expect("help") { $0.type("?") }
    expect("help-found") { $0.type("?undo") }
  }

  @Test("what else there is at the time of a talk")
  func running() { expect("running") { $0.type("w") } }

  @Test("messages: the command, a failure, and what another program changed")
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

  @Test("a schedule without sessions")
  func empty() { expect("no-sessions", InventedConference(days: 0)) { _ in } }

  @Test("a choice of talks for another program")
  func picking() {
    var visit = Visit(columns: 80, rows: 10, picking: true)
    visit.type("mail")
    visit.press(.tab, .tab)
    visit.expectSnapshot("pick")
  }
}
