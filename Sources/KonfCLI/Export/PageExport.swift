import Basics
import CommandLine
import ECSKit
import Exchange
import Marks
import Schedule

/// A writer for a web page with one chronological list of sessions and without scripts.
///
/// `konf export --as html` writes this page. On a wide screen, the items form a grid of locations
/// and times, arranged by `DayGrid`. The page must not load anything. All text in it must be
/// escaped as HTML.
struct PageExport {
  private let exported: ExportedSchedule
  private let withAbstracts: Bool
  private let index: PageIndex
  private let code: QRCode?
  private var answer: Answer

  init(_ exported: ExportedSchedule, withAbstracts: Bool, code: QRCode? = nil) {
    self.code = code
    self.exported = exported
    self.withAbstracts = withAbstracts
    index = PageIndex(exported)
    answer = Answer(limit: exported.limit)
  }

  mutating func document() -> Answer {
    add(PageStyle.head(title: exported.title.html, shownBy: index.selectors))
    let zone = SafeText(exported.zoneName).html
    add("<header><h1>\(exported.title.html)</h1><p>Times: \(zone)</p></header>")
    addBar()
    addLists()
    add("<main>")
    for day in index.days where !answer.isOver { add(day.sessions, on: day.date) }
    add("</main>")
    if let code {
      // Few pages contain a code, so its style is here instead of in the style sheet.
      add("<figure style=\"max-width:18rem;margin-top:2rem;break-inside:avoid\">\(code.svg)")
      add("<figcaption>Your stars, for the app Giggity</figcaption></figure>")
    }
    add("</body>\n</html>")
    return answer
  }

  private mutating func add(_ line: String) {
    answer.add(line: line)
  }

  // MARK: Links

  /// Adds the links that are always visible.
  private mutating func addBar() {
    add("<nav class=\"b x\" aria-label=\"This page\"><ul>")
    add("<li><a href=\"#\">All</a>")
    if index.hasFewDays {
      for day in index.days {
        let name = Self.shortName(of: day.date)
        add("<li><a href=\"#\(Self.anchor(of: day.date))\">\(name)</a>")
      }
    }
    for list in lists { add("<li><a href=\"#\(list.anchor)\">\(list.title)</a>") }
    if index.hasMine { add("<li id=mine><a href=\"#mine\">★ Mine</a>") }
    add("</ul></nav>")
  }

  /// A link in a list.
  ///
  /// If `id` is not nil, the link leads to itself. Other links lead to a day or an hour.
  private struct Link {
    var id: String?
    let address: String
    let text: String
  }

  private struct LinkList {
    let title: String
    let anchor: String
    let links: [Link]
  }

  /// The lists of links to days, hours, locations and tracks.
  ///
  /// A list with fewer than two links is omitted.
  private var lists: [LinkList] {
    let days = (index.hasFewDays ? [] : index.days.map(\.date)).map { date in
      Link(address: Self.anchor(of: date), text: Self.name(of: date))
    }
    let hours = index.days.flatMap { day in
      let name = index.days.count > 1 ? "\(Self.shortName(of: day.date)), " : ""
      return day.hours.map {
        Link(address: Self.anchor(of: $0, on: day.date), text: "\(name)\($0)")
      }
    }
    func own(_ names: [String], _ sign: String) -> [Link] {
      names.enumerated().map { number, name in
        let id = "\(sign)\(number)"
        return Link(id: id, address: id, text: SafeText(label: name).html)
      }
    }
    return [
      LinkList(title: "Days", anchor: "days", links: days),
      LinkList(title: "Hours", anchor: "hours", links: hours),
      LinkList(title: "Locations", anchor: "locations", links: own(index.locations, "l")),
      LinkList(title: "Tracks", anchor: "tracks", links: own(index.tracks, "k")),
    ].filter { $0.links.count > 1 }
  }

  /// Adds the lists of links.
  ///
  /// A list is visible only while the list itself or one of its links is the target of the page's
  /// address.
  private mutating func addLists() {
    for list in lists {
      add("<nav class=x id=\(list.anchor) aria-label=\(list.title)><ul>")
      for link in list.links {
        let id = link.id.map { " id=\($0)" } ?? ""
        add("<li\(id)><a href=\"#\(link.address)\">\(link.text)</a>")
      }
      add("</ul></nav>")
    }
  }

  private static func anchor(of day: CivilDate?) -> String { "day-\(day?.iso8601 ?? "unknown")" }

  private static func name(of day: CivilDate?) -> String { day?.words ?? "Without a time" }

  private static func shortName(of day: CivilDate?) -> String {
    day?.brief ?? "No time"
  }

  private static func anchor(of hour: String, on day: CivilDate?) -> String {
    "hour-\(day?.iso8601 ?? "unknown")-\(hour.token)"
  }

  // MARK: Days

  private mutating func add(_ sessions: [ListedOnDay<Entity>], on day: CivilDate?) {
    let times = exported.times
    let grid = DayGrid(
      of: sessions.map(\.element), in: exported.schedule,
      during: day.map { times.zone.day($0, changingAt: times.dayChange) })
    let name = Self.name(of: day)
    add("<section id=\(Self.anchor(of: day))><h2>\(name)</h2>")
    // Users must be able to reach a scrolling area with the keyboard.
    let isGrid = grid.laneCount > 0
    add(
      isGrid
        ? "<div class=g style=--n:\(grid.laneCount) tabindex=0 role=group aria-label=\"\(name)\">"
        : "<div>")
    addEdges(of: grid, on: day)
    let cells = Dictionary(grouping: grid.cells, by: \.session)
    var hour = ""
    for listed in sessions where !answer.isOver {
      let session = listed.element
      let item = exported.item(session)
      if listed.isLater {
        let end = exported.end(of: listed)
        add(item, until: end, at: cells[session] ?? [], groups: index.groups(of: session))
        continue
      }
      if let gap = exported.gap(before: session) { add(gap) }
      let next = item.timing.map { exported.times.hour(of: $0) } ?? ""
      if next != hour, !next.isEmpty {
        let id = " id=\(Self.anchor(of: next, on: day))"
        // In the grid, the heading of an hour is at the start of the hour, so that links to the
        // hour scroll there.
        let row = cells[session]?.first.map { " style=--a:\($0.rows.lowerBound + 2)/1" } ?? ""
        add("<h3\(id)\(row)>\(next)</h3>")
      }
      hour = next
      // Screen readers would report a skipped level as a missing heading.
      let level = next.isEmpty ? 3 : 4
      add(item, at: cells[session] ?? [], groups: index.groups(of: session), level: level)
    }
    add("</div></section>")
  }

  /// Adds the names of the locations above the columns and the times next to the rows.
  ///
  /// Screen readers skip these names and times, because each item repeats them.
  private mutating func addEdges(of grid: DayGrid, on day: CivilDate?) {
    if grid.laneCount == 0 { return }
    add("<div class=e aria-hidden=true>")
    for room in grid.rooms {
      guard let name = room.name else { continue }
      let area = "1/\(room.lanes.lowerBound + 2)/2/\(room.lanes.upperBound + 2)"
      add("<p class=r style=--a:\(area)>\(SafeText(label: name).html)")
    }
    for (row, mark) in grid.marks.enumerated() {
      let label = exported.times.label(mark, on: day)
      if label.isEmpty { continue }
      // Times are in an attribute, because browsers without styles would print them before the
      // items.
      add("<p class=t style=--a:\(row + 2)/1 data-t=\"\(label.html)\">")
    }
    add("</div>")
  }

  // MARK: Items

  private mutating func add(
    _ session: ExportedSession, at cells: [DayGrid.Cell], groups: [String], level: Int
  ) {
    let head = session.head
    let kind = session.isTalk ? "talk" : "session"
    let area = Self.style(cells.first)
    let group = Self.attribute((head.star == nil ? [] : ["m"]) + groups)
    add("<article id=\(kind)-\(head.anchor)\(group)\(area)>\(Self.heading(of: head, level: level))")
    let time = session.timing.map { exported.times.listed($0) } ?? ""
    add(row: [time, session.locations])
    addAbout(head)
    if !session.clashes.isEmpty {
      let clashes = session.clashes.map(\.html).joined(separator: ", ")
      add("<p class=c>At the same time: \(clashes)")
    }
    if !session.talks.isEmpty {
      add("<ul>")
      for talk in session.talks where !answer.isOver {
        let mine = talk.star == nil ? "" : " class=m"
        add("<li id=talk-\(talk.anchor)\(mine)>\(Self.heading(of: talk, level: level + 1))")
        addAbout(talk)
      }
      add("</ul>")
    }
    add("</article>")
    addTitles(of: session, at: cells.dropFirst())
  }

  /// Repeats the title of an item in the columns of its other locations.
  ///
  /// In the list of a narrow screen, the item occurs only once.
  private mutating func addTitles(of session: ExportedSession, at cells: ArraySlice<DayGrid.Cell>) {
    for cell in cells where !answer.isOver {
      add("<p class=o aria-hidden=true style=--a:\(cell.area)>\(session.head.name.html)")
    }
  }

  private static func style(_ cell: DayGrid.Cell?) -> String {
    cell.map { " style=--a:\($0.area)" } ?? ""
  }

  private static func attribute(_ classes: [String]) -> String {
    let words = classes.joined(separator: " ")
    return classes.isEmpty ? "" : " class=\(classes.count == 1 ? words : "\"\(words)\"")"
  }

  /// Adds a session that began on an earlier day.
  ///
  /// Its details are listed only on its first day.
  private mutating func add(
    _ session: ExportedSession, until end: SafeText, at cells: [DayGrid.Cell], groups: [String]
  ) {
    let classes = Self.attribute((session.head.star == nil ? [] : ["m"]) + groups)
    add("<article\(classes)\(Self.style(cells.first))>")
    add(Self.heading(of: session.head, level: 3))
    add(row: [end, session.locations])
    add("</article>")
    addTitles(of: session, at: cells.dropFirst())
  }

  /// Adds the free time between two items of an agenda.
  ///
  /// In the grid, free time is an empty area.
  private mutating func add(_ gap: Agenda.Gap) {
    let timing = Timing(start: gap.start, end: gap.end)
    add("<p class=h>\(exported.times.listed(timing).html) free for \(gap.length.words)")
  }

  private mutating func addAbout(_ talk: ExportedTalk) {
    add(row: [talk.subtitle, talk.speakers, talk.track])
    add(row: talk.marks)
    let abstract = withAbstracts ? talk.abstract : []
    if abstract.isEmpty { return }
    let lines = abstract.map { "<p>\(Self.linked($0))" }.joined(separator: "\n")
    add("<details><summary>Abstract</summary>\(lines)</details>")
  }

  /// Returns a line as HTML, with its web addresses as links.
  private static func linked(_ line: SafeText) -> String {
    LinePart.parts(of: line.html, isHTML: true).map { part in
      part.isAddress ? "<a href=\"\(part.text)\">\(part.text)</a>" : part.text
    }.joined()
  }

  private mutating func add(row texts: [SafeText]) {
    var row = ""
    for text in texts where !text.isEmpty {
      row += row.isEmpty ? "<p>" : " · "
      row += text.html
    }
    if !row.isEmpty { add(row) }
  }

  private static func heading(of talk: ExportedTalk, level: Int) -> String {
    let title = talk.name.html
    let link = talk.page.map { "<a href=\"\(SafeText($0).html)\">\(title)</a>" } ?? title
    return "<h\(level)\(language(of: talk))>\(link)</h\(level)>"
  }

  /// Returns the attribute that tells screen readers the language of a title; empty for English.
  private static func language(of talk: ExportedTalk) -> String {
    let language = talk.language.string
    if language.isEmpty || language == "en" { return "" }
    let parts = language.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let first = parts.first, 2...3 ~= first.utf8.count, first.lowercased() != "en",
      first.allSatisfy({ $0.isASCII && $0.isLetter }),
      parts.dropFirst().allSatisfy({ part in
        1...8 ~= part.utf8.count && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    else { return "" }
    return " lang=\"\(parts.joined(separator: "-"))\""
  }
}

extension DayGrid.Cell {
  /// The position of the cell in the CSS grid, whose first row and first column contain headings.
  fileprivate var area: String {
    "\(rows.lowerBound + 2)/\(lanes.lowerBound + 2)/\(rows.upperBound + 2)/\(lanes.upperBound + 2)"
  }
}

extension Times {
  /// Returns the hour heading for a session, such as "10:00".
  ///
  /// After midnight, the calendar date differs from the conference day, and the date precedes the
  /// hour. All-day sessions have the heading "All day". If the start and the end are unknown, the
  /// heading is empty.
  func hour(of timing: Timing) -> String {
    if timing.wholeDays(in: zone) != nil { return "All day" }
    guard let moment = timing.start ?? timing.end else { return "" }
    let civil = zone.civil(at: moment)
    let clock = "\(civil.time.clock.prefix(2)):00"
    return civil.date == day(of: timing)
      ? clock : "\(civil.date.day) \(civil.date.monthName) \(clock)"
  }
}

extension SafeText {
  /// The text as HTML for elements and quoted attributes.
  ///
  /// Text with right-to-left letters is isolated, so that the direction of the surrounding text
  /// does not change.
  fileprivate var html: String {
    isolated(
      string.escaped { byte in
        byte == UInt8(ascii: "'") ? "&#39;" : String.markupReference(byte)
      })
  }

  private func isolated(_ text: String) -> String {
    hasRightToLeftLetters ? "<bdi>\(text)</bdi>" : text
  }
}
