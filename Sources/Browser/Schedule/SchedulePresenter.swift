import Basics
import ECSKit
import Schedule

/// A presenter that derives the content of screens from a schedule.
///
/// The presenter observes the lists of sessions and talks. Each burst of changes invalidates the
/// affected rows once. `Browser` requests content again when one of the inputs in `Presented`
/// changes, such as the version of the context, and redraws the screen only if the content differs.
final class SchedulePresenter {
  let schedule: ConferenceSchedule
  let clocks: ConferenceClocks
  let signs: Signs
  private let sessions: EntityList<Instant>
  private let parts: EntityList<String>
  private(set) var mirror: ListMirror
  private var mirrorOfParts: ListMirror
  private var rows: [Entity: [TalkRow]] = [:]
  private(set) var entities: [String: Entity] = [:]
  private var agendaMade: (version: UInt64, agenda: Agenda)?
  private var agendaShown: (version: UInt64, minute: Int64, isPlan: Bool, content: ListContent)?
  private var changes: (version: UInt64?, moments: [Instant]) = (nil, [])
  /// The sessions that were starred when the last session began or ended; they are listed first.
  private var first: (moment: Instant?, sessions: Set<Entity>)?
  var places: [String: (version: UInt64, words: [Substring])] = [:]
  private var counted: (version: UInt64?, count: Int) = (nil, 0)
  private var found: (version: UInt64, words: [String: [Entity: SearchField]]) = (0, [:])

  init(_ schedule: ConferenceSchedule, _ clocks: ConferenceClocks, _ signs: Signs) {
    self.schedule = schedule
    self.clocks = clocks
    self.signs = signs
    sessions = schedule.sessions.list(
      by: \Timing.self, sectionBy: \Timing.listed,
      showing: Star.self, Rating.self, Note.self, Hidden.self)
    parts = schedule.context.group(.parts).list(
      by: \TalkIndex.self, sectionBy: \PartOf.session,
      showing: Star.self, Rating.self, Note.self, Hidden.self)
    mirror = ListMirror(sections: sessions.sections.map(\.entities))
    mirrorOfParts = ListMirror(sections: parts.sections.map(\.entities))
    sessions.onChange = { [weak self] changes in
      guard let self else { return }
      for entity in mirror.apply(changes, of: sessions) { rows[entity] = nil }
    }
    parts.onChange = { [weak self] changes in
      guard let self else { return }
      for talk in mirrorOfParts.apply(changes, of: parts) {
        if let session = schedule.session(of: talk) { rows[session] = nil }
      }
    }
  }

  /// The version of everything that a screen can show, cancelled talks and appointments included.
  var version: UInt64 { schedule.context.version }

  var title: String { (schedule.title ?? "").shown }

  private(set) lazy var days = schedule.days(in: clocks.zone)

  // MARK: Rows

  /// Returns the rows of a session: its talks, or the session itself if it has no talks.
  func rows(of session: Entity) -> [TalkRow] {
    if let rows = rows[session] { return rows }
    let talks = schedule.talks(in: session)
    let made = (talks.isEmpty ? [session] : talks).map(row)
    rows[session] = made
    return made
  }

  func row(_ entity: Entity) -> TalkRow {
    let summary = TalkSummary(entity, in: schedule, \.shown)
    entities[summary.id] = entity
    let kind: TalkRow.Kind =
      entity.has(CancelledTalk.self)
      ? .cancelled
      : entity.has(Appointment.self)
        ? .appointment : schedule.talks.contains(entity) ? .talk : .session
    return TalkRow(summary: summary, kind: kind, isHidden: schedule.isHidden(entity))
  }

  /// True if lists omit a talk, or a session without talks.
  var hasHidden: Bool {
    schedule.hidden.contains { marked in
      let talks = schedule.talks(in: marked)
      return (talks.isEmpty ? [marked] : talks).contains(where: schedule.isHidden)
    }
  }

  /// The number of rows in the list if it has no query.
  var count: Int {
    if counted.version != version {
      let selection = schedule.visible(.all)
      let sessions = mirror.sections.joined().filter {
        selection.contains(session: $0) && !schedule.isFiller($0)
      }
      counted = (
        version,
        sessions.reduce(0) { count, session in
          count
            + rows(of: session).count { entities[$0.id].map { selection.contains($0) } ?? false }
        }
      )
    }
    return counted.count
  }

  func entity(_ id: String) -> Entity? {
    if let entity = entities[id], entity.isAlive { return entity }
    return schedule.target(id) ?? schedule.cancelled(id)
      ?? schedule.appointments.first { $0[Appointment.self]?.id == id }
  }

  func appointment(_ id: String) -> Appointment? { entity(id)?[Appointment.self] }

  // MARK: Lists

  /// The user's agenda, computed once for each version.
  var agenda: Agenda {
    if let made = agendaMade, made.version == version { return made.agenda }
    let agenda = Agenda(of: schedule, in: .all, zone: clocks.zone)
    agendaMade = (version, agenda)
    return agenda
  }

  /// Returns the time of the last start or end of a session, or nil if no session has begun.
  ///
  /// Between two such times, lists other than the agenda have the same content.
  func lastChange(upTo now: Instant) -> Instant? {
    if changes.version != version {
      let timings = mirror.sections.joined().compactMap { $0[Timing.self] }
      changes = (version, timings.flatMap { [$0.start, $0.end].compactMap(\.self) }.sorted())
    }
    let following = changes.moments.partitioningIndex { now < $0 }
    return following == 0 ? nil : changes.moments[following - 1]
  }

  /// Returns the content of a list for a query.
  ///
  /// A section of running sessions precedes the sessions that have not begun. In this section,
  /// starred sessions are listed first.
  func content(for query: ListQuery, at now: Instant) -> ListContent {
    if query.isAgenda { return agendaContent(at: now, isPlan: query.isPlan) }
    let asked = schedule.selection(query.rule)
    let selection = query.rule.isHidden || query.only != nil ? asked : schedule.visible(asked)
    let hits = hits(for: query.words)
    let clashes = clashes
    var sections: [ListSection] = []
    var later: [CivilDate: [ListEntry]] = [:]
    var hour: Int?
    let first = starredFirst(at: now)
    var running: (starred: [ListEntry], others: [ListEntry]) = ([], [])
    func addRunning() {
      let entries = running.starred + running.others
      if entries.isEmpty { return }
      sections.append(
        ListSection(
          day: clocks.day(at: now), heading: "running now", entries: entries, isRunning: true))
      running = ([], [])
    }
    for session in mirror.sections.joined()
    where selection.contains(session: session) && !schedule.isFiller(session) {
      let timing = session[Timing.self]
      if let during = query.during, !(timing?.certain?.overlaps(during) ?? false) { continue }
      let shown = rows(of: session).filter { row in
        guard let entity = entities[row.id], selection.contains(entity),
          query.only.map({ $0.contains(row.id) }) ?? true
        else { return false }
        return hits.map { $0.contains(entity) } ?? true
      }
      if shown.isEmpty { continue }
      if let timing, schedule.lasts(timing) {
        let isListed = list(shown, timing, within: selection, on: &later)
        if !isListed { continue }
      }
      let entries = shown.map { row in
        ListEntry(
          subject: .talk(row),
          notes: row.star == nil ? [] : clashes[session] ?? [])
      }
      if let timing, !schedule.lasts(timing), let start = timing.start, start <= now,
        let end = timing.end, now < end
      {
        if first.contains(session) { running.starred += entries } else { running.others += entries }
        continue
      }
      if timing.map({ now < $0.start ?? $0.last }) ?? true { addRunning() }
      let own = clocks.hour(of: timing)
      if sections.isEmpty || hour != own || sections[sections.count - 1].isRunning {
        sections.append(
          ListSection(day: clocks.day(of: timing), heading: heading(timing), entries: []))
        hour = own
      }
      sections[sections.count - 1].entries += entries
    }
    addRunning()
    insert(later, into: &sections)
    if !sections.isEmpty { return .items(sections) }
    return .empty(query.isLimited ? "Nothing matches" : "No sessions yet")
  }

  /// Returns the sessions that were starred when the last session began or ended.
  ///
  /// A session therefore keeps its position when the user stars it.
  private func starredFirst(at now: Instant) -> Set<Entity> {
    let moment = lastChange(upTo: now)
    if let first, first.moment == moment { return first.sessions }
    let sessions = Set(mirror.sections.joined().filter(schedule.isStarred))
    first = (moment, sessions)
    return sessions
  }

  /// Adds entries on the later days of a session that lasts a day or more.
  ///
  /// - Returns: True if the session is also listed on its first day.
  private func list(
    _ rows: [TalkRow], _ timing: Timing, within selection: Selection = .all,
    on later: inout [CivilDate: [ListEntry]]
  ) -> Bool {
    let own = clocks.day(of: timing)
    let days = schedule.days(of: timing, in: clocks.zone, within: selection)
    for day in days where day != own {
      let end = clocks.end(of: timing, after: day, inFull: signs == .spoken)
      later[day, default: []] += rows.map { row in
        ListEntry(subject: .lasting(day, "\(row.title)\(signs.separator)\(end)"))
      }
    }
    return own.map(days.contains) ?? true
  }

  /// Inserts the entries of sessions that began on earlier days, at the beginning of each day.
  private func insert(_ later: [CivilDate: [ListEntry]], into sections: inout [ListSection]) {
    for (day, entries) in later.sorted(by: { $0.key < $1.key }) {
      let place = sections.firstIndex { $0.day.map { day <= $0 } ?? true } ?? sections.count
      if place < sections.count, sections[place].day == day {
        sections[place].entries.insert(contentsOf: entries, at: 0)
      } else {
        let section = ListSection(
          day: day, heading: signs.date(day), entries: entries, isPlan: true)
        sections.insert(section, at: place)
      }
    }
  }

  /// Returns the entities that match all words, or nil if the search has no words.
  ///
  /// Results are cached for each word, so a key press searches for at most one new word.
  private func hits(for words: String) -> Set<Entity>? {
    let words = SearchQuery(words).words
    if words.isEmpty || found.version != version { found = (version, [:]) }
    var hits: Set<Entity>?
    for word in words {
      let entities = Set(fields(withWord: word).keys)
      hits = hits?.intersection(entities) ?? entities
    }
    return hits
  }

  /// Returns the entities that contain a word, each with its most important matching field.
  func fields(withWord word: String) -> [Entity: SearchField] {
    if found.version != version { found = (version, [:]) }
    if let fields = found.words[word] { return fields }
    let fields = schedule.fields(withWord: word)
    found.words[word] = fields
    return fields
  }

  /// Returns the heading of a section, such as "Sat 1 Feb 10:00".
  private func heading(_ timing: Timing?) -> String {
    guard let date = clocks.date(of: timing), let hour = clocks.hour(of: timing) else {
      return "Without a time"
    }
    return signs.date(date, "\(hour % 24 < 10 ? "0" : "")\(hour % 24):00")
  }

  // MARK: The agenda

  /// For each agenda item, notes about earlier items that clash with it.
  ///
  /// Later items are omitted, so that each clash is shown only once.
  private var clashes: [Entity: [String]] {
    let items = agenda.items
    var clashes: [Entity: [String]] = [:]
    for (number, item) in items.enumerated() {
      clashes[item.entity] = item.clashes.filter { $0 < number }.map {
        words(forClashWith: items[$0], overlaps: item.overlaps(items[$0]))
      }
    }
    return clashes
  }

  /// Returns the agenda as a list, cached for each version and minute.
  ///
  /// Wide screens show the agenda next to other lists, so it is requested often.
  private func agendaContent(at now: Instant, isPlan: Bool) -> ListContent {
    let minute = now.secondsSince1970 / 60
    if let shown = agendaShown, shown.version == version, shown.minute == minute,
      shown.isPlan == isPlan
    {
      return shown.content
    }
    let content = makeAgenda(at: now, isPlan: isPlan)
    agendaShown = (version, minute, isPlan, content)
    return content
  }

  private func makeAgenda(at now: Instant, isPlan: Bool) -> ListContent {
    let agenda =
      isPlan
      ? DayPlan(of: schedule, in: .all, zone: clocks.zone, now: now).agenda : agenda
    let view = AgendaView(
      agenda, selection: schedule.visible(.all), now: now, fills: !isPlan)
    var sections: [ListSection] = []
    var later: [CivilDate: [ListEntry]] = [:]
    var last: CivilDate?
    for entry in view.all {
      let day = clocks.day(of: entry.timing)
      let date = clocks.date(of: entry.timing)
      if sections.isEmpty || sections.last?.day != day || last != date {
        let name = date.map { "\(signs.date($0))\($0 == day ? "" : ", after midnight")" }
        sections.append(
          ListSection(
            day: day, heading: name ?? "No longer in the schedule", entries: [], isPlan: true))
        last = date
      }
      sections[sections.count - 1].entries += entries(of: entry)
      if let timing = entry.timing, schedule.lasts(timing) {
        _ = list(entries(of: entry).compactMap(\.row), timing, on: &later)
      }
    }
    insert(later, into: &sections)
    return sections.isEmpty || agenda.items.isEmpty
      ? .empty(isPlan ? "Nothing to plan" : "Your agenda is empty") : .items(sections)
  }
}

extension String {
  /// The text on one line, safe to print.
  var shown: String { onOneLine.readable }
}
