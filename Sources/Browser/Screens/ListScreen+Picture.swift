// Draws the list, the card of the selected talk and the agenda. `Browser+Frame` calls `picture` for
// each frame. The picture depends only on the state of the list and on the view.
import Basics
import Schedule

extension ListScreen {
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
    if isPicking, height < view.height {
      var strip = Strip()
      strip.pad(to: Self.statusStart)
      strip.add(status(view), .dim)
      picture.lines.append(strip)
    } else if below > 0 {
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
    let lines = lines(wholeView)
    guard let columns else { return }
    let search = query.words.isEmpty ? nil : SearchQuery(query.words)
    let (top, selectedLines, header) = window(lines, wholeView)
    let coversTop = header > 0 && lines.coversTop(top)
    // If successive talks have the same remaining time, only the first talk shows it, so that only
    // a few cells change each minute.
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
        let rest = max(0, view.width - strip.width)
        strip.add(String(repeating: view.signs.rule, count: rest), .time)
      case .entry(let section, let entry, let part):
        let isSelected = selectedLines?.contains(number) ?? false
        let entry = sections[section].entries[entry]
        if isPicking, let row = entry.row {
          strip = pick(row, part: part, isSelected: isSelected, search, view)
          if isSelected, part == 0 { strip = strip.selected(to: view.width, view.signs) }
          break
        }
        let own = entry.row.map { Self.aside(of: $0, below: aside, view) } ?? ""
        strip = self.strip(
          entry, part: part, isSelected: isSelected, aside: own == aside ? "" : own, columns,
          search, view)
        if part == 0 { aside = own }
        // Only the first line of the row is reversed, because a reversed line of spaces requires
        // many bytes on a slow connection.
        if isSelected, part == 0 || columns.isStacked {
          strip = strip.selected(to: view.width, view.signs)
        }
      case .note(let section, let entry, let note, let part):
        let text = sections[section].entries[entry].notes[note]
        strip.pad(to: columns.noteStart)
        strip.add(ListLines.lines(ofNote: text, to: view.width - columns.noteStart)[part], .note)
      }
      picture.lines.append(strip.cut(to: view.width, view.signs))
      // The remaining time of a covered line is shown again on the next line.
      if coversTop, number == top { aside = "" }
    }
    // The heading of the first visible section must remain visible.
    if coversTop {
      let section = sections[lines.section(of: top)]
      picture.lines[0] = heading(section, view).cut(to: view.width, view.signs)
    }
    if let selectedLines {
      picture.cursor = Picture.Position(line: selectedLines.lowerBound - top, column: 0)
    }
  }

  /// Returns the remaining time of a row, or "over" or "later" if only a row above has a time.
  ///
  /// Without such a word, the empty cell would seem to repeat the time above it.
  private static func aside(of row: TalkRow, below above: String, _ view: View) -> String {
    let aside = view.aside(row.timing)
    guard aside.isEmpty, !above.isEmpty, let timing = row.timing else { return aside }
    return timing.last <= view.now ? "over" : "later"
  }

  private func heading(_ section: ListSection, _ view: View) -> Strip {
    var strip = Strip(section.heading, .heading)
    strip.add(section.summary, .dim, endingAt: view.width)
    return strip
  }

  private func strip(
    _ entry: ListEntry, part: Int, isSelected: Bool, aside: String, _ columns: ListColumns,
    _ search: SearchQuery?, _ view: View
  ) -> Strip {
    let signs = view.signs
    var strip = Strip(isSelected ? ">" : " ", .strong)
    guard let row = entry.row else {
      strip.pad(to: ListColumns.margin)
      strip.add(view.briefSpan(entry.timing), .dim, in: columns.time, signs)
      switch entry.subject {
      case .gap(_, let words), .lasting(_, let words): strip.add(" \(words)", .dim)
      case .talk: break
      }
      return strip
    }
    let isOver = row.timing.map { $0.last <= view.now } ?? false
    let isDim = isOver || row.isHidden || row.kind == .cancelled
    let titleLook: Look = row.star != nil ? .strong : isDim ? .dim : .plain
    let titles = row.words.wrapped(to: columns.title)
    let isLocationBelow = DisplayWidth.of(row.locations) > columns.location
    let title = columns.isStacked ? part - 1 : part
    if part == 0 {
      strip.add(row.star.map { $0.isMaybe ? signs.maybe : signs.star } ?? " ", .star)
      strip.add(row.rating.map { "\($0)" } ?? " ", .star)
      strip.add(row.note.isEmpty ? " " : signs.note, .note)
      strip.pad(to: ListColumns.margin)
      strip.add(view.briefSpan(row.timing), isOver ? .dim : .time, in: columns.time, signs)
      if columns.aside > 0 {
        strip.add(" ")
        strip.add(aside, .note, in: columns.aside, signs)
      }
      if columns.isStacked {
        strip.add(" ")
        if !isLocationBelow { strip.add(row.locations, .plain, marking: search) }
        return strip
      }
    }
    strip.pad(to: columns.start)
    if titles.indices.contains(title) {
      let text = titles[title].cut(to: columns.title, signs.ellipsis)
      strip.add(text, titleLook, marking: search)
      let speakers = signs.separator + row.speakers
      if titles.count == 1, !row.speakers.isEmpty,
        DisplayWidth.of(text) + DisplayWidth.of(speakers) <= columns.title
      {
        strip.add(speakers, .dim, marking: search)
      }
    } else if isLocationBelow {
      let lines = row.locations.wrapped(to: columns.width - columns.start)
      let line = title - titles.count
      strip.add(lines.indices.contains(line) ? lines[line] : "", .dim, marking: search)
    }
    if part == 0, !isLocationBelow, columns.location > 0 {
      strip.pad(to: columns.width - columns.location)
      strip.add(row.locations, .dim, marking: search)
    }
    return strip
  }

  /// Returns a line of a talk to pick.
  ///
  /// Only the title and the speakers may be truncated.
  private func pick(
    _ row: TalkRow, part: Int, isSelected: Bool, _ search: SearchQuery?, _ view: View
  ) -> Strip {
    let signs = view.signs
    var strip = Strip(isSelected ? ">" : " ", .strong)
    if part > 0 {
      let lines = row.locations.wrapped(to: view.width - Self.pickStart)
      strip.pad(to: Self.pickStart)
      strip.add(lines.indices.contains(part - 1) ? lines[part - 1] : "", .plain, marking: search)
      return strip
    }
    strip.add(marked.contains(row.id) ? "*" : " ", .star)
    strip.add(row.star.map { $0.isMaybe ? signs.maybe : signs.star } ?? " ", .star)
    let day = view.clocks.date(of: row.timing).map { $0.weekdayName(inFull: false) }
    strip.add(" \(day ?? "")", .time, in: 5, signs)
    let clock = row.timing?.start.map(view.clocks.clock) ?? ""
    strip.add(clock, .time, in: max(5, clock.count) + 1, signs)
    if DisplayWidth.of(row.locations) <= pickLocation {
      strip.add(row.locations, .plain, marking: search)
    }
    if pickLocation > 0 { strip.pad(to: Self.pickStart + pickLocation + 1) }
    let title = row.words.cut(to: max(1, view.width - strip.width), signs.ellipsis)
    strip.add(title, row.star == nil ? .plain : .strong, marking: search)
    let speakers = row.speakers.isEmpty ? "" : signs.separator + row.speakers
    if strip.width + DisplayWidth.of(speakers) <= view.width {
      strip.add(speakers, .dim, marking: search)
    }
    return strip
  }

  private static func planStrips(_ content: ListContent, _ view: View, upTo height: Int) -> [Strip]
  {
    if case .empty(let message) = content {
      return message.wrapped(to: view.width).map { Strip($0, .dim) }
    }
    var strips: [Strip] = []
    for section in content.sections {
      strips.append(Strip(section.heading, .heading))
      for entry in section.entries {
        // Suggestions are shown only in the full agenda.
        if let row = entry.row, row.star == nil, row.kind != .appointment { continue }
        var strip = Strip(view.span(entry.timing), .time)
        var below: [Strip] = []
        switch entry.subject {
        case .talk(let row):
          strip.add(" \(row.title)")
          let location = row.locations.isEmpty ? "" : view.signs.separator + row.locations
          if strip.width + DisplayWidth.of(location) <= view.width {
            strip.add(location, .dim)
          } else {
            below = row.locations.wrapped(to: view.width - 2).map { Strip("  \($0)", .dim) }
          }
        case .gap(_, let words), .lasting(_, let words): strip.add(" \(words)", .dim)
        }
        strips += [strip] + below
        for note in entry.notes {
          let lines = ListLines.lines(ofNote: note, to: view.width - 2)
          strips += lines.map { Strip("  \($0)", .note) }
        }
      }
    }
    return strips.prefix(height).map { $0.cut(to: view.width, view.signs) }
  }
}

extension [Strip] {
  /// Returns the lines, cut or padded with empty lines to the given height.
  func filled(to height: Int) -> [Strip] {
    Array((self + Array(repeating: Strip(), count: Swift.max(0, height - count))).prefix(height))
  }
}
