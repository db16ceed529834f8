// Draws the list, the card of the selected talk and the agenda. `Browser+Frame` calls `picture` for
// each frame. The picture depends only on the state of the list and on the view.
import Schedule
import TextBasics

extension ListScreen {
  /// The maximum width of the line that marks the current time.
  private static let presentWidth = 40

  /// Draws the list, the card and the agenda, without the header and the footer.
  func picture(_ view: View) -> Picture {
    var picture = Picture()
    let listView = listView(view)
    let height = height(view)
    if let message = message(backKey: "Esc") {
      let look = if case .failed = content { Look.failure } else { Look.note }
      picture.lines = message.wrapped(to: view.width).map { Strip($0, look) }
    } else {
      draw(content.sections, view, &picture)
    }
    while picture.lines.count < height { picture.lines.append(Strip()) }
    if picture.lines.count > height { picture.lines.removeLast(picture.lines.count - height) }
    let below = cardHeight(view)
    if below > 0 {
      picture.lines.append(Strip(String(repeating: view.signs.rule, count: view.width), .dim))
      let lines = card.map { $0.strips(view, upTo: below - 1) } ?? []
      picture.lines += lines + Array(repeating: Strip(), count: below - 1 - lines.count)
    } else if listView.width < view.width {
      let rest = view.width - listView.width
      let cardWidth = plan == nil ? rest : rest / 2
      let lines = card.map { $0.strips(view.narrowed(to: cardWidth - 2), upTo: height) } ?? []
      picture.add(lines.filled(to: height), from: listView.width + 2, view.signs)
      if let plan, rest > cardWidth {
        let width = rest - cardWidth - 4
        let lines = Self.planStrips(plan, view.narrowed(to: width), upTo: height)
        picture.add(lines.filled(to: height), from: listView.width + cardWidth + 2, view.signs)
      }
    }
    return picture
  }

  private func draw(_ sections: [ListSection], _ wholeView: View, _ picture: inout Picture) {
    let view = listView(wholeView)
    let height = height(wholeView)
    let lines = ListLines(sections, view)
    let columns = ListColumnWidths(rows, facts, view)
    let (top, selectedLines, header) = window(lines, wholeView)
    // Only the first of several successive talks with the same remaining time shows it, so a new
    // minute changes few cells.
    var aside = ""
    for number in top..<min(lines.lines.count, top + height) {
      var strip = Strip()
      switch lines.lines[number] {
      case .heading(let section):
        strip = heading(sections[section], view)
        aside = ""
      case .present:
        aside = ""
        let text = "\(view.signs.rule) now \(view.clocks.clock(view.now)) "
        strip.add(text, .time)
        // The line is short, because each symbol takes three bytes and the connection may be slow.
        let rest = max(0, min(view.width, Self.presentWidth) - strip.width)
        strip.add(String(repeating: view.signs.rule, count: rest), .time)
      case .entry(let section, let entry, let part):
        let isSelected = selectedLines?.contains(number) ?? false
        let entry = sections[section].entries[entry]
        let own = entry.row.map { view.aside($0.timing) } ?? ""
        strip = self.strip(
          entry, part: part, isSelected: isSelected, aside: own == aside ? "" : own, columns, view)
        aside = own
        if isSelected { strip = strip.selected(to: view.width, view.signs) }
      case .note(let section, let entry, let note):
        strip.pad(to: view.isNarrow ? 4 : 7)
        strip.add(sections[section].entries[entry].notes[note], .note)
      }
      picture.lines.append(strip.cut(to: view.width, view.signs))
    }
    // The heading of the first visible section stays visible.
    if header > 0, lines.coversTop(top) {
      let section = sections[lines.section(of: top)]
      picture.lines[0] = heading(section, view).cut(to: view.width, view.signs)
    }
    if let selectedLines {
      picture.cursor = Picture.Position(line: selectedLines.lowerBound - top, column: 0)
    }
  }

  private func heading(_ section: ListSection, _ view: View) -> Strip {
    var strip = Strip(section.heading, .heading)
    strip.add(section.summary, .dim, endingAt: view.width)
    return strip
  }

  private func strip(
    _ entry: ListEntry, part: Int, isSelected: Bool, aside: String, _ columns: ListColumnWidths,
    _ view: View
  ) -> Strip {
    let signs = view.signs
    var strip = Strip(isSelected ? ">" : " ", .strong)
    guard let row = entry.row else {
      strip.pad(to: 4)
      strip.add(view.briefSpan(entry.timing), .dim, in: columns.time, signs)
      switch entry.subject {
      case .gap(_, let words), .lasting(_, let words): strip.add(" \(words)", .dim)
      case .talk: break
      }
      return strip
    }
    let isOver = row.timing.map { $0.last <= view.now } ?? false
    let titleLook: Look = isOver || row.isHidden || row.kind == .cancelled ? .dim : .plain
    if part == 1 {
      strip.pad(to: 4)
      strip.add(row.title, row.star == nil ? titleLook : .strong)
      return strip
    }
    strip.add(marked.contains(row.id) ? "*" : " ", .star)
    strip.add(row.star.map { $0.isMaybe ? signs.maybe : signs.star } ?? " ", .star)
    strip.pad(to: 4)
    strip.add(view.briefSpan(row.timing), isOver ? .dim : .time, in: columns.time, signs)
    if columns.aside > 0 {
      strip.add(" ")
      strip.add(aside, .note, in: columns.aside, signs)
    }
    strip.add(" ")
    if view.isNarrow {
      strip.add(row.locations.cut(to: max(0, view.width - strip.width - 9), signs.ellipsis))
      strip.add(row.shownID.cut(to: 8, signs.ellipsis), .dim, endingAt: view.width)
      return strip
    }
    strip.add(
      title(row, signs), row.star == nil ? titleLook : .strong, in: columns.title(view.width), signs
    )
    for (text, width) in [(row.speakers, columns.speakers), (row.locations, columns.location)]
    where width > 0 {
      strip.add(" ")
      strip.add(text, .dim, in: width, signs)
    }
    return strip
  }

  /// Returns the title, with words for marks that have no symbol.
  private func title(_ row: TalkRow, _ signs: Signs) -> String {
    var marks: [String] = []
    if let stars = row.rating { marks.append("\(stars) of 5") }
    if !row.note.isEmpty { marks.append("note") }
    if row.isHidden { marks.append("hidden") }
    if row.kind == .cancelled { marks.append("cancelled") }
    return marks.isEmpty ? row.title : "(\(marks.joined(separator: ", "))) \(row.title)"
  }

  /// Returns the lines of the agenda next to the card.
  private static func planStrips(_ content: ListContent, _ view: View, upTo height: Int) -> [Strip]
  {
    if case .empty(let message) = content {
      return message.wrapped(to: view.width).map { Strip($0, .dim) }
    }
    var strips: [Strip] = []
    for section in content.sections {
      strips.append(Strip(section.heading, .heading))
      for entry in section.entries {
        // Suggestions appear only in the full agenda.
        if let row = entry.row, row.star == nil, row.kind != .appointment { continue }
        var strip = Strip(view.span(entry.timing), .time)
        switch entry.subject {
        case .talk(let row): strip.add(" \(row.title)")
        case .gap(_, let words), .lasting(_, let words): strip.add(" \(words)", .dim)
        }
        strips.append(strip)
        for note in entry.notes { strips.append(Strip("  \(note)", .note)) }
      }
    }
    return strips.prefix(height).map { $0.cut(to: view.width, view.signs) }
  }
}

/// Properties of a list that are computed once and do not depend on the width or the time.
struct ListFacts: Equatable {
  let widestLocation: Int
  let hasSpeakers: Bool
  /// The times at which the line that marks the current time passes an entry.
  private let passings: [Instant]

  init(_ entries: [ListEntry]) {
    let rows = entries.compactMap(\.row)
    widestLocation = rows.reduce(0) { max($0, DisplayWidth.of($1.locations)) }
    hasSpeakers = rows.contains { !$0.speakers.isEmpty }
    passings = entries.compactMap(\.timing).map { $0.start ?? $0.last }
  }

  /// Returns true if the line that marks the current time has another position in the new view.
  func movesPresent(_ old: View, _ new: View) -> Bool {
    let now = min(old.now, new.now)...max(old.now, new.now)
    return passings.contains { now.lowerBound < $0 && $0 <= now.upperBound }
      || old.clocks.day(at: old.now) != new.clocks.day(at: new.now)
  }
}

/// The widths of the columns of a list.
struct ListColumnWidths: Equatable {
  let time: Int
  let aside: Int
  let speakers: Int
  let location: Int

  init(_ rows: [TalkRow], _ facts: ListFacts, _ view: View) {
    time = view.signs.dash.count + 10
    aside = view.width >= 40 && rows.contains { view.minutesAside($0.timing) != nil } ? 6 : 0
    location = min(facts.widestLocation, view.width < 80 ? 7 : view.width / 9)
    speakers = facts.hasSpeakers && view.width >= 72 ? view.width / 8 : 0
  }

  /// Returns the width of the title, which takes the remaining columns.
  func title(_ width: Int) -> Int {
    let others = [speakers, location, aside].filter { $0 > 0 }.map { $0 + 1 }
    return max(1, width - 5 - time - others.reduce(0, +))
  }
}

extension [Strip] {
  /// Returns the lines, cut or filled up with empty lines to the given height.
  func filled(to height: Int) -> [Strip] {
    Array((self + Array(repeating: Strip(), count: Swift.max(0, height - count))).prefix(height))
  }
}
