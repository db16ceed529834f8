import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

extension Page {
  /// Adds a grid for each day.
  ///
  /// A grid that is wider than the page is split into parts. If not even one location fits, the day
  /// is shown as a list.
  ///
  /// - Parameters:
  ///   - sessions: The sessions in chronological order.
  ///   - text: Returns the text in a session's box, wrapped to a width. If nil, the box lists the
  ///     talks of the session.
  ///   - list: Adds the sessions of a day whose grid is too wide.
  /// - Returns: A remark for each day that is shown as a list.
  mutating func grids(
    _ sessions: [Entity], text: ((Entity, Int) -> [Line])? = nil,
    list: (inout Page, [Entity], CivilDate?) -> Void = {
      $0.sessions($1, now: $0.now, onlyOn: $2)
    }
  ) -> [SafeText] {
    var remarks: [SafeText] = []
    let listed = listed(sessions) { $0[Timing.self] }
    for (day, run) in listed.chunked(on: \.day) where !isOver {
      let those = run.map(\.element)
      let range = day.map { times.zone.day($0, changingAt: times.dayChange) }
      let grid = DayGrid(of: those, in: schedule, during: range)
      let labels = grid.marks.map { times.label($0, on: day) }
      let most = presentation.isSpoken ? 0 : GridPainter.laneCount(in: width, labels)
      if let day, most > 0 {
        // When a grid is split, its lanes are wide enough for most words.
        let least = GridPainter.laneCount(in: width, labels, of: GridPainter.comfortable)
        let isWhole = grid.laneCount <= most
        add(grid, of: day, lanes: isWhole ? most : max(1, least), text: text)
      } else {
        list(&self, those, day)
        if let day, !presentation.isSpoken {
          let needed = GridPainter.leastWidth(of: labels)
          remarks.append(
            """
            \(day.words): the grid needs \(needed) columns, but there are only \(width); showing a \
            list
            """)
        }
      }
    }
    return remarks
  }

  /// Adds the grid of a day in parts, each with a heading and a limited number of lanes.
  private mutating func add(
    _ grid: DayGrid, of day: CivilDate, lanes: Int, text: ((Entity, Int) -> [Line])?
  ) {
    let pages = grid.pages(ofLanes: lanes)
    let names = grid.rooms.compactMap(\.name)
    var numbers: [String: Int] = [:]
    for (index, name) in names.enumerated() { numbers[name] = index + 1 }
    let isWhole = pages.count == 1
    for page in pages where !isOver {
      let shown = page.rooms.compactMap { $0.name.flatMap { numbers[$0] } }
      let part = isWhole ? "" : " \(dot) \(part(shown, of: names.count))"
      heading("\(day.words)\(part)")
      let painter = GridPainter(
        page, labels: page.marks.map { times.label($0, on: day) }, width: width,
        glyphs: presentation.glyphs
      ) {
        text?($0.session, $1) ?? self.text(of: $0, width: $1)
      }
      painter.forEachLine { add(painted: $0) }
    }
  }

  /// Returns the numbers of the locations in a part of a grid, such as "locations 1–6 of 30".
  private func part(_ numbers: [Int], of count: Int) -> SafeText {
    guard let first = numbers.first, let last = numbers.last else { return "without a location" }
    if first == last { return "location \(first) of \(count)" }
    return "locations \(first)\(presentation.glyphs.dash)\(last) of \(count)"
  }

  private func text(of cell: DayGrid.Cell, width: Int) -> [Line] {
    let session = cell.session
    let talks = schedule.talks(in: session)
    let ellipsis = presentation.glyphs.ellipsis
    var head = headline(of: session, withID: false)
    if let rating = session[Rating.self] { head.append(" \(stars(rating))") }
    let star = sign(session[Star.self])
    if !star.isEmpty { head = "\(star) \(head)" }
    if schedule.isRunning(session, at: now) { head.append(" \("\(dot) now", .note)") }
    var lines = head.clipped(to: width, lines: 5, ellipsis)
    if !talks.isEmpty, !schedule.name(of: session).isEmpty, !id(of: session).isEmpty {
      lines.append(id: Line("[\(schedule.shownID(of: session))]", .dim), width: width)
    }
    var details: [Line] = []
    if talks.contains(session) { details.append(Line(byline(of: session), .dim)) }
    details += talks.filter { $0 != session && isMeant($0) }.map { talkLine($0) }
    return lines
      + details.filter { !$0.isEmpty }.flatMap { $0.clipped(to: width, lines: 4, ellipsis) }
  }
}

extension [Line] {
  /// Appends an identifier to the last line, or as a new line if it does not fit.
  ///
  /// An identifier that is wider than a line is omitted.
  fileprivate mutating func append(id: Line, width: Int) {
    if let last = last, last.width + 1 + id.width <= width {
      self[count - 1].append(" ")
      self[count - 1].append(id)
    } else if id.width <= width {
      append(id)
    }
  }
}

extension Run {
  mutating func note(gridRemarks remarks: [SafeText]) {
    for remark in remarks { streams.note(remark) }
  }
}
