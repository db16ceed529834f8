import CommandLine
import ECSKit
import Marks
import Schedule

/// Functions that add the agenda to a page.
///
/// `konf agenda` and `konf plan` call these functions. They list items and suggestions in
/// chronological order.
extension Page {
  mutating func agenda(_ view: AgendaView) {
    if view.isAllOver { add("\("everything here is over", .dim)") }
    add(fitting { $0.rows(of: view) })
    if view.lost.isEmpty { return }
    heading("No longer in the schedule")
    var names: [Int: SafeText] = [:]
    add(undated: view.lost.flatMap { rows(of: $0, in: view, &names) })
  }

  /// Returns the rows of all entries in chronological order, with suggestions in the free time.
  private func rows(of view: AgendaView) -> [(rows: [ListRow], timing: Timing?)] {
    var all: [(rows: [ListRow], timing: Timing?)] = []
    var fitting: [Agenda.Suggestion] = []
    var names: [Int: SafeText] = [:]
    func add(_ suggestions: some Sequence<Agenda.Suggestion>) {
      all += suggestions.map { (rows: [row(of: $0)], timing: $0.session[Timing.self]) }
    }
    for entry in view.entries {
      let start = entry.timing?.start
      let count = fitting.prefix { suggestion in
        guard let start, let own = suggestion.session[Timing.self]?.start else { return true }
        return own < start
      }.count
      add(fitting.prefix(count))
      fitting.removeFirst(count)
      all.append((rows(of: entry, in: view, &names), entry.timing))
      if case .gap(_, let suggestions) = entry { fitting += suggestions }
    }
    add(fitting)
    return all
  }

  private static let fewClashes = 3

  private func words(for gap: Agenda.Gap) -> SafeText {
    "free for \(times.words(gap.length))"
  }

  /// Returns a phrase for the reason why a session is planned or suggested.
  ///
  /// The line is empty if the symbol of a star or an appointment already shows the reason.
  private func words(for reason: DayPlan.Reason, _ name: String) -> Line {
    switch reason {
    case .appointment, .starred, .maybe: Line()
    case .speaker: Line("because you starred \(prose: name)", .note)
    case .track: Line("because of the track \(prose: name)", .note)
    case .friend: Line("because of \(prose: name)'s stars", .note)
    }
  }

  func notes(on walk: Agenda.Walk?, to session: Entity) -> [Line] {
    guard let walk else { return [] }
    let location = locationNames(of: session, upTo: 1)
    return ["\(moment(of: walk), .note), \(times.words(walk.length)) to \(location)"]
  }

  func moment(of walk: Agenda.Walk) -> SafeText {
    walk.early > .zero
      ? "leave \(times.words(walk.early)) early" : "leave at \(times.clock(walk.leave))"
  }

  /// Returns the notes that explain a choice: its reason, the second choice, and the starred talks
  /// that the choice displaces.
  private func notes(on choice: DayPlan.Choice?) -> [Line] {
    guard let choice else { return [] }
    var notes = [words(for: choice.reason, choice.name)]
    if let second = choice.second {
      let parts = [clock(second[Timing.self], .plain), Line(locationNames(of: second, upTo: 1))]
      let facts = parts.filter { !$0.isEmpty }.reduce(into: Line()) { $0.append(", \($1)") }
      let recorded = schedule.hasRecording(second) ? " \(dot) recorded" : ""
      let name = schedule.name(ofSession: second)
      notes.append("\("second choice:", .note) \(prose: name)\(facts)\(recorded)")
    }
    let lost = choice.lost.filter { $0 != choice.second && schedule.isStarred($0) }
    let names = lost.prefix(Self.fewClashes).map(schedule.name(ofSession:))
    let rest = lost.count - Self.fewClashes
    if !names.isEmpty {
      let more = rest > 0 ? " and \(rest) more" : ""
      notes.append(
        "\("instead of", .note) \(prose: names.joined(separator: "; "))\(more)")
    }
    return notes
  }

  /// Returns the only matching talk of a suggested session, or else the session itself.
  private func subject(of suggestion: Agenda.Suggestion) -> Entity {
    let talks = schedule.talks(in: suggestion.session).filter(isMeant)
    return talks.count == 1 ? talks[0] : suggestion.session
  }

  private func note(of entity: Entity) -> Line {
    entity[Note.self].map { "\("note:", .note) \(prose: $0.text)" } ?? Line()
  }

  /// Returns the tag "hidden" for a removed talk or session that is hidden, or an empty line.
  private func marks(ofLost entity: Entity) -> Line {
    entity.has(Hidden.self) ? " \("\(dot) hidden", .note)" : Line()
  }

  /// Adds a note with the overlapping items, and a note with the items that are too far away.
  ///
  /// `names` caches the names of items by position, because several items may have the same
  /// clashes.
  private func add(
    _ clashes: AgendaView.Clashes, of item: Agenda.Item, to row: inout ListRow,
    _ names: inout [Int: SafeText]
  ) {
    let places = clashes.places.prefix(Self.fewClashes)
    var (overlapping, distant): (SafeText, SafeText) = ("", "")
    for place in places {
      let other = clashes[place]
      let name =
        names[place]
        ?? "\(prose: schedule.name(of: other)), \(other.timing.map(times.listed) ?? "")"
      names[place] = name
      if item.overlaps(other) {
        overlapping = overlapping.isEmpty ? name : "\(overlapping); \(name)"
      } else {
        distant = distant.isEmpty ? name : "\(distant); \(name)"
      }
    }
    let rest = clashes.places.count - places.count
    let more: SafeText = rest > 0 ? " and \(rest) more" : ""
    if !overlapping.isEmpty {
      let end = distant.isEmpty ? more : ""
      row.notes.append("\("clashes with", .error) \(overlapping)\(end)")
    }
    if !distant.isEmpty { row.notes.append("\("too far from", .error) \(distant)\(more)") }
  }

  /// Marks the rows of a running item with "now", and of a past item with "over".
  private func mark(_ rows: inout [ListRow], of item: Agenda.Item, in view: AgendaView) {
    let isRunning = item.timing?.isRunning(at: view.now, in: schedule.zone) ?? false
    if item.isCancelled || !isRunning && (view.isAllOver || !view.isOver(item.timing)) { return }
    let mark: Line =
      isRunning ? " \("\(dot) now", .note)" : " \("\(dot) over", .dim)"
    for index in rows.indices where !rows[index].isPart { rows[index].marks.append(mark) }
  }

  private func rows(
    of entry: AgendaView.Entry, in view: AgendaView, _ names: inout [Int: SafeText]
  ) -> [ListRow] {
    let isOver = view.isOver(entry.timing)
    var rows: [ListRow] = []
    switch entry {
    case .item(let item, let clashes):
      rows = self.rows(of: item, isOver: isOver)
      mark(&rows, of: item, in: view)
      add(clashes, of: item, to: &rows[0], &names)
      rows[0].notes += notes(on: item.walk, to: item.entity) + notes(on: item.choice)
    case .gap(let gap, _):
      rows = [row(ofFree: words(for: gap))]
    }
    rows[0].time = clock(entry.timing, isOver ? .dim : .time)
    return rows
  }

  private func rows(of item: Agenda.Item, isOver: Bool) -> [ListRow] {
    let style: Style = isOver ? .dim : .strong
    if item.isAppointment {
      var row = row(of: item.entity, in: item.entity, at: askedLocation)
      row.title = title(of: item.entity, style)
      row.notes = [note(of: item.entity)]
      return [row]
    }
    if let cancelled = item.entity[CancelledTalk.self] {
      let isLost = item.timing == nil
      return [
        ListRow(
          aside: isLost ? Line() : Line("cancelled", .error), star: sign(item.entity[Star.self]),
          title: Line("\(prose: cancelled.title)", style),
          marks: isLost ? marks(ofLost: item.entity) : Line(),
          speakers: Line("\(prose: cancelled.people.joined(separator: ", "))", .dim),
          location: Line("\(prose: cancelled.locations.joined(separator: ", "))"),
          id: id(of: item.entity), notes: [note(of: item.entity)])
      ]
    }
    if layout.form == .line || isTalk(item.entity) {
      var rows = (item.talks.isEmpty ? [item.entity] : item.talks).map { subject in
        var row = row(of: subject, in: item.entity, at: askedLocation)
        row.title = title(of: subject, style)
        row.notes = [note(of: subject)]
        return row
      }
      if item.talks.first != item.entity { rows[0].notes.append(note(of: item.entity)) }
      return rows
    }
    var whole = row(ofWhole: item.entity, at: askedLocation)
    whole.title = title(of: item.entity, style)
    whole.notes = [note(of: item.entity)]
    return [whole]
      + item.talks.filter { $0 != item.entity }.map { talk in
        var row = row(ofPart: talk)
        row.notes = [note(of: talk)]
        return row
      }
  }

  private func row(ofFree words: SafeText) -> ListRow {
    layout.form == .narrow
      ? ListRow(aside: Line(words, .dim), title: Line()) : ListRow(title: Line(words, .dim))
  }

  private func row(of suggestion: Agenda.Suggestion) -> ListRow {
    let session = suggestion.session
    var row = row(of: subject(of: suggestion), in: session, at: askedLocation)
    row.time = clock(session[Timing.self])
    row.aside = Line("fits", .note)
    if suggestion.reason == .track { row.track = Line() }
    row.notes = [words(for: suggestion.reason, suggestion.name)]
    return row
  }
}
