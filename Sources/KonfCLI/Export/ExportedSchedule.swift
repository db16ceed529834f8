import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// The exported part of a schedule, for all formats except JSON.
///
/// `konf export` creates this value and passes it to the writer of the format. Its text contains no
/// control characters. Each writer must escape the markup of its format.
struct ExportedSchedule {
  let schedule: ConferenceSchedule
  /// The sessions in chronological order.
  let sessions: [Entity]
  /// The names (UIDs) of events in calendars.
  let eventNames: EventNames
  /// The formatter for times, always in Unicode, because documents are UTF-8.
  let times: Times
  /// The name of the conference, or the name of the file for a schedule without a title.
  let title: SafeText
  /// The maximum number of bytes of a document, or nil for no limit.
  let limit: Int?
  private let selection: Selection
  /// The free time before each item; empty unless an agenda is exported.
  private let gaps: [Entity: Agenda.Gap]
  private let walks: [Entity: Agenda.Walk]
  /// For each item, the titles of clashing items; empty unless an agenda is exported.
  private let clashes: [Entity: [SafeText]]

  /// Creates the part of a schedule that matches the filters of a run.
  ///
  /// The sessions must be in chronological order. If `plan` is not nil, it replaces the agenda.
  init(_ sessions: [Entity], of run: Run, plan: DayPlan? = nil) {
    self.sessions = sessions
    schedule = run.schedule
    eventNames = EventNames(run.store)
    times = Times(run, glyphs: .unicode)
    title = run.documentTitle
    limit = run.streams.answer.limit
    selection = run.selection
    guard run.invocation[FilterOption.mine] || plan != nil else {
      walks = run.walks
      gaps = [:]
      clashes = [:]
      return
    }
    let agenda =
      plan?.agenda ?? Agenda(of: run.schedule, in: run.selection, zone: run.zone)
    walks = agenda.walks
    let view = AgendaView(agenda, selection: run.selection, now: run.now, fills: false)
    gaps = view.gapsBefore
    clashes = Dictionary(
      agenda.shown.map { item in
        (
          item.entity,
          item.clashes.map { SafeText(label: run.schedule.name(of: agenda.items[$0])) }
        )
      }
    ) { first, _ in first }
  }

  /// Returns the free time before an item of the agenda, or nil if none is known.
  func gap(before session: Entity) -> Agenda.Gap? { gaps[session] }

  /// Returns the length of the walk to an item of the agenda, or zero if no walk is known.
  func walk(to item: Entity) -> Duration { walks[item]?.length ?? .zero }

  /// The name of the zone of all times, or a description if the zone is unknown.
  var zoneName: String {
    times.zone.isFloating ? "as in the file (zone unknown)" : times.zone.name
  }

  /// Returns the talks of a session that match the filters.
  func talks(in session: Entity) -> [Entity] {
    schedule.talks(in: session).filter(selection.contains(talk:))
  }

  /// Returns the facts about a session for a document, with the talks that match the filters.
  func item(_ session: Entity) -> ExportedSession {
    let talks = talks(in: session)
    return ExportedSession(
      timing: schedule.timing(of: session),
      locations: SafeText(label: schedule.locationNames(of: session).joined(separator: ", ")),
      head: ExportedTalk(session, in: schedule), isTalk: talks.contains(session),
      talks: talks.filter { $0 != session }.map { ExportedTalk($0, in: schedule) },
      isAppointment: session.has(Appointment.self), isTransparent: session.has(Transparent.self),
      clashes: clashes[session] ?? [])
  }

  /// Calls a closure with each day and its sessions in chronological order.
  ///
  /// A session that lasts a day or more is passed for each of its days. Sessions without a time are
  /// passed last, with nil as their day.
  func forEachDay(_ body: (CivilDate?, [ListedOnDay<Entity>]) -> Void) {
    let listed = schedule.listed(sessions, in: times.zone, within: selection) {
      schedule.timing(of: $0)
    }
    for (day, those) in listed.chunked(on: \.day) { body(day, Array(those)) }
  }

  /// Returns the end of a session that began on an earlier day.
  func end(of listed: ListedOnDay<Entity>) -> SafeText {
    guard let day = listed.day, let timing = schedule.timing(of: listed.element) else { return "" }
    return times.end(of: timing, after: day)
  }
}

struct ExportedSession {
  let timing: Timing?
  /// The names of the session's locations, separated by commas.
  let locations: SafeText
  /// The facts about the session itself.
  ///
  /// The session may also be a talk.
  let head: ExportedTalk
  /// True if the session is also a talk that matches the filters.
  let isTalk: Bool
  /// The other talks of the session, in order.
  let talks: [ExportedTalk]
  let isAppointment: Bool
  /// True if the session leaves its attendees free for other sessions (`TRANSP:TRANSPARENT`).
  let isTransparent: Bool
  /// The titles of clashing agenda items; empty unless an agenda is exported.
  let clashes: [SafeText]
}
