import ECSKit
import Schedule

/// Days as locations by time.
extension Page {
  /// Adds sessions as a grid for each day, or as a list where the grid is wider than the page.
  ///
  /// - Parameters:
  ///   - sessions: The sessions in the order of time.
  ///   - text: What stands in a box of a session, so many columns wide; its talks, if not given.
  ///   - list: Adds the sessions of a day for which the page is too narrow.
  /// - Returns: A remark for each day that is a list.
  mutating func grids(
    _ sessions: [Entity], text: ((Entity, Int) -> [Line])? = nil,
    list: (inout Page, [Entity]) -> Void = { $0.sessions($1, now: $0.now) }
  ) -> [SafeText] {
    var remarks: [SafeText] = []
    var rest = sessions[...]
    while let first = rest.first {
      let day = times.day(of: first[Timing.self])
      let those = Array(rest.prefix { times.day(of: $0[Timing.self]) == day })
      rest = rest.dropFirst(those.count)
      let grid = DayGrid(of: those, in: schedule)
      let labels = grid.marks.map { times.label($0, on: day) }
      let needed = GridPainter.leastWidth(of: grid, labels)
      if let day, needed <= width {
        heading("\(day.words)")
        let painter = GridPainter(grid, labels: labels, width: width, glyphs: presentation.glyphs) {
          text?($0.session, $1) ?? self.text(of: $0, width: $1)
        }
        painter.forEachLine { add(painted: $0) }
      } else {
        list(&self, those)
        if let day {
          remarks.append(
            "\(day.words): the grid needs \(needed) columns, there are \(width): showing a list")
        }
      }
    }
    return remarks
  }

  /// What a session is, its talks and speakers, in as many lines as they take.
  private func text(of cell: DayGrid.Cell, width: Int) -> [Line] {
    let session = cell.session
    let talks = schedule.talks(in: session)
    var head = headline(of: session, withID: false)
    if let rating = session[Rating.self] { head.append(" \(stars(rating))") }
    head.append(mark(session[Star.self]))
    if schedule.isRunning(session, at: now) { head.append(" \("\(dot) now", .note)") }
    var lines = [head]
    if talks.contains(session) { lines.append(Line(byline(of: session), .dim)) }
    lines += talks.filter { $0 != session && isMeant($0) }.map { talkLine($0) }
    return lines.filter { !$0.isEmpty }.enumerated().flatMap { place, line in
      line.clipped(to: width, lines: place == 0 ? 5 : 4, presentation.glyphs.ellipsis)
    }
  }
}

extension Run {
  /// Notes which days are lists, and what makes a grid of them.
  mutating func note(gridRemarks remarks: [SafeText]) {
    for remark in remarks { streams.note(remark) }
    if !remarks.isEmpty { streams.note("--location NAME makes a grid of fewer locations") }
  }
}
