import ECSKit
import Schedule

/// What is planned.
extension Page {
  /// What is planned, under a heading for each day.
  mutating func agenda(_ view: AgendaView) {
    if layout == .lines {
      add(view.entries.map { (rows(of: $0, in: view), $0.timing) })
    } else {
      byDay(view.entries.map { ($0, $0.timing) }) { page, entries in
        for entry in entries { page.add(entry, of: view) }
      }
    }
    if view.lost.isEmpty { return }
    heading("No longer in the schedule")
    for entry in view.lost { add(entry, of: view) }
  }

  private mutating func add(_ entry: AgendaView.Entry, of view: AgendaView) {
    let isOver = view.isOver(entry.timing)
    let when = Line(
      entry.timing.map { times.listed($0) } ?? "", isOver ? .dim : .time)
    let cells: [Line] =
      switch entry {
      case .item(let item, let clashes): self.cells(of: item, clashes, isOver: isOver)
      case .hole(let hole, let suggestions): self.cells(of: hole, suggestions)
      }
    if isNarrow {
      add(when, indent: 2)
      for cell in cells { add(cell, indent: 4, hanging: 6) }
    } else {
      add(
        cells.enumerated().map { row, cell in [row == 0 ? when : Line(), cell] },
        leastWidths: [13])
    }
  }

  private func cells(
    of item: Agenda.Item, _ clashes: [Agenda.Item], isOver: Bool
  ) -> [Line] {
    var head: Line =
      "\(prose: name(of: item), isOver ? .dim : .strong) \("[\(id(of: item))]", .dim)"
    if item.isMaybe { head.append(" \("\(dot) maybe", .note)") }
    var cells = [head]
    if let appointment = item.entity[Appointment.self] {
      cells.append("\(prose: appointment.location)")
    } else if let cancelled = item.entity[CancelledTalk.self] {
      let words = cancelledWords(item)
      if !words.isEmpty { cells[0].append(" \("\(dot) \(words)", .error)") }
      cells.append(Line("\(prose: cancelled.people.joined(separator: ", "))", .dim))
      cells.append("\(prose: cancelled.locations.joined(separator: ", "))")
    } else {
      let parts = item.talks.filter { $0 != item.entity }
      if item.talks.contains(item.entity) { cells.append(Line(byline(of: item.entity), .dim)) }
      cells.append(Line(locationNames(of: item.entity, upTo: 3)))
      for talk in parts { cells.append(talkLine(talk)) }
    }
    for entity in [item.entity] + item.talks.filter({ $0 != item.entity }) {
      cells.append(note(of: entity))
    }
    for clash in clashes.prefix(Self.fewClashes) {
      let span = clash.timing.map { times.listed($0) } ?? ""
      cells.append("\("at the same time:", .error) \(prose: name(of: clash)), \(span)")
    }
    let rest = clashes.count - Self.fewClashes
    if rest > 0 { cells.append("\("and \(rest) more at the same time", .error)") }
    return cells.filter { !$0.isEmpty }
  }

  /// How many of the items that overlap with one are named.
  private static let fewClashes = 3

  private func cells(of hole: Agenda.Hole, _ suggestions: [Agenda.Suggestion]) -> [Line] {
    [Line(words(for: hole), .dim)]
      + suggestions.flatMap { suggestion -> [Line] in
        let session = suggestion.session
        let span = session[Timing.self].map { times.listed($0) } ?? ""
        var head: Line = "\(span, .time) \(headline(of: subject(of: suggestion), withID: true))"
        let locations = locationNames(of: session, upTo: 3)
        if !locations.isEmpty { head.append(" \(dot) \(locations)") }
        return [head, "  \(reason(for: suggestion))"]
      }
  }

  private func words(for hole: Agenda.Hole) -> SafeText {
    "free for \(hole.start.duration(to: hole.end).words)"
  }

  private func reason(for suggestion: Agenda.Suggestion) -> Line {
    let reason: SafeText =
      suggestion.reason == .speaker
      ? "because you starred \(prose: suggestion.name)"
      : "because of your track \(prose: suggestion.name)"
    return Line(reason, .note)
  }

  /// The talk that a suggestion is about, if its session has no other; else the session.
  private func subject(of suggestion: Agenda.Suggestion) -> Entity {
    let talks = schedule.talks(in: suggestion.session).filter(isMeant)
    return talks.count == 1 ? talks[0] : suggestion.session
  }

  private func note(of entity: Entity) -> Line {
    entity[Note.self].map { "\("note:", .note) \(prose: $0.text)" } ?? Line()
  }

  private func cancelledWords(_ item: Agenda.Item) -> SafeText {
    if item.timing != nil { return "cancelled" }
    let words: [String?] = [
      item.entity.has(Star.self) ? "starred" : nil, item.entity.has(Hidden.self) ? "hidden" : nil,
    ]
    return "\(words.compactMap(\.self).joined(separator: ", "))"
  }

  private func name(of item: Agenda.Item) -> String {
    item.entity[Appointment.self]?.title ?? schedule.name(of: item.entity)
  }

  private func id(of item: Agenda.Item) -> String {
    item.entity[Appointment.self]?.id ?? schedule.shownID(of: item.entity)
  }
}

/// The agenda with a line for each item.
extension Page {
  /// The talks of an item, or the time between two items with what fits into it.
  private func rows(of entry: AgendaView.Entry, in view: AgendaView) -> [ListRow] {
    let isOver = view.isOver(entry.timing)
    var rows: [ListRow] = []
    switch entry {
    case .item(let item, let clashes):
      rows = self.rows(of: item, isOver: isOver)
      if !clashes.isEmpty { rows[0].aside = Line("clash", .error) }
    case .hole(let hole, let suggestions):
      rows = [ListRow(title: Line(words(for: hole), .dim))] + suggestions.map(row)
    }
    rows[0].time = Line(
      entry.timing.map { times.listed($0) } ?? "", isOver ? .dim : .time)
    return rows
  }

  /// The talks of an item; the item itself, if it has none.
  private func rows(of item: Agenda.Item, isOver: Bool) -> [ListRow] {
    let style: Style = isOver ? .dim : .strong
    if let appointment = item.entity[Appointment.self] {
      return [
        ListRow(
          title: Line("\(prose: appointment.title)", style),
          location: Line("\(prose: appointment.location)"),
          id: Line("\(appointment.id)", .dim), note: note(of: item.entity))
      ]
    }
    if let cancelled = item.entity[CancelledTalk.self] {
      return [
        ListRow(
          aside: Line("cancelled", .error), title: Line("\(prose: cancelled.title)", style),
          location: Line("\(prose: cancelled.locations.joined(separator: ", "))"),
          id: Line("\(schedule.shownID(of: item.entity))", .dim),
          note: note(of: item.entity))
      ]
    }
    var rows = (item.talks.isEmpty ? [item.entity] : item.talks).map { subject in
      var row = row(of: subject, in: item.entity, at: askedLocation, isRunning: false)
      row.title = title(of: subject, style)
      // All of an agenda is starred.
      row.marks = rating(of: subject)
      if let star = schedule.star(of: subject), star.isMaybe { row.marks.append(mark(star)) }
      row.note = note(of: subject)
      return row
    }
    if rows[0].note.isEmpty { rows[0].note = note(of: item.entity) }
    return rows
  }

  private func row(of suggestion: Agenda.Suggestion) -> ListRow {
    let session = suggestion.session
    var row = row(
      of: subject(of: suggestion), in: session, at: askedLocation, isRunning: false)
    row.time = Line(session[Timing.self].map { times.listed($0) } ?? "", .time)
    row.aside = Line("fits", .note)
    // The reason takes no room of the title.
    row.note = reason(for: suggestion)
    return row
  }
}
